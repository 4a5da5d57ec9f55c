"""The extras of the library, and what to install when a package of one is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "bots": ("numba", "numpy"),
    "words": ("django",),
    "ratings": ("openskill",),
    "openspiel": ("pyspiel", "numpy"),
    "pettingzoo": ("pettingzoo", "gymnasium", "numpy"),
    "gymnasium": ("gymnasium", "numba", "numpy"),
}
"""The modules that each extra installs."""


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Import the modules of an extra; raises `ImportError` with what to install if one is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name not in EXTRAS[extra]:
            raise
        raise ImportError(f"{missing.name} is missing: pip install 'ludocards[{extra}]'") from missing
