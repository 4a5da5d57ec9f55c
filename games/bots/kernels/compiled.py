"""Where it is decided whether the kernels run compiled: with numba they do, without it they are plain Python.

A kernel is written so that both give the same: whole numbers below 2^63, arrays of numpy, no objects. It
is compiled when its module is imported, for the types that it names, and kept beside its source (or in
`NUMBA_CACHE_DIR`); it lets other threads run meanwhile.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

HERE = Path(__file__).parent


def elsewhere() -> Path:
    """Where compiled kernels are kept when they cannot lie beside their source: in what the site keeps."""
    kept = os.environ.get("LUDOPOLI_VAR")
    return (Path(kept) if kept else Path(tempfile.gettempdir()) / "ludopoli") / "numba"


if not os.access(HERE, os.W_OK):
    os.environ.setdefault("NUMBA_CACHE_DIR", str(elsewhere()))

try:
    from numba import njit
except ImportError:
    COMPILED = False

    def kernel(signature: str) -> Callable[[F], F]:
        """A function of whole numbers and arrays, as it is written."""
        return lambda function: function

else:
    COMPILED = True

    def kernel(signature: str) -> Callable[[F], F]:
        """A function of whole numbers and arrays, compiled for these types."""
        return cast("Callable[[F], F]", njit(signature, cache=True, nogil=True, error_model="numpy"))
