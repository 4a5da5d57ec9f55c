"""The built-in games, each in a folder: its rules, bots, texts, rulebook and scripts.

A package from outside has the same layout (`docs/add-a-game.md`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludocards.catalogue.briscola.rules.play import Briscola
    from ludocards.catalogue.maraffone.rules.play import Maraffone
    from ludocards.catalogue.scopone.rules.play import Scopone
    from ludocards.catalogue.tarocchi.rules.play import Tarocchi
    from ludocards.catalogue.traversone.rules.play import Traversone
    from ludocards.catalogue.tressette.rules.play import Tressette
    from ludocards.catalogue.whist.rules.play import Whist

__all__ = ["Briscola", "Maraffone", "Scopone", "Tarocchi", "Traversone", "Tressette", "Whist"]

HOUSE = tuple(
    f"{__name__}.{game}"
    for game in ("tressette", "maraffone", "traversone", "briscola", "scopone", "tarocchi", "whist")
)
"""The modules of the built-in games, in the order in which the site lists them."""


def __getattr__(name: str) -> Any:
    """Load the class of a game when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{name.lower()}.rules"), name)
