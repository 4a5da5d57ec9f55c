"""The compilation of kernels by numba, and the folder for the compiled code.

A kernel works on whole numbers below 2^63 and arrays of numpy, no objects. It is compiled when its module is
imported, for the types that it names, and kept beside its source (or in `NUMBA_CACHE_DIR`), in a folder for
each edition of the bots; it lets other threads run meanwhile.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast
from zlib import crc32

from numba import njit
from numba.core import config

from ludocards.engine.registry import CATALOGUE, PACKAGES

F = TypeVar("F", bound=Callable[..., Any])

HERE = Path(__file__).parent


def elsewhere() -> Path:
    """The folder for compiled kernels if the one of the sources is read-only."""
    kept = os.environ.get("LUDOPOLI_VAR")
    return (Path(kept) if kept else Path(tempfile.gettempdir()) / "ludopoli") / "numba"


def edition() -> str:
    """A checksum of all sources on which a kernel may depend.

    Numba itself checks only the file of the kernel, not the functions that it calls or its constants.
    """
    folders = [
        Path(home) for name in (CATALOGUE, *PACKAGES.values()) for home in import_module(name).__path__
    ]
    players = {
        source
        for folder in folders
        for wanted in ("**/values.py", "**/bot/**/*.py")
        for source in folder.glob(wanted)
    }
    shared = [*HERE.glob("*.py"), *HERE.parent.glob("*.py"), HERE.parents[1] / "engine" / "cards.py"]
    return f"{crc32(b''.join(each.read_bytes() for each in sorted({*shared, *players}))):08x}"


beside = HERE / "__pycache__" if os.access(HERE, os.W_OK) else elsewhere()
kept = Path(config.CACHE_DIR or beside)  # type: ignore[attr-defined]  # from the environment
config.CACHE_DIR = str(kept / edition())  # type: ignore[attr-defined]


def kernel(signature: Any) -> Callable[[F], F]:
    """Compile a function of whole numbers and arrays for these types, and put it in place of its calls.

    Numba's calls pass results and errors through memory: without them the exact solver takes two thirds of
    the time.
    """
    compiled = njit(signature, cache=True, nogil=True, error_model="numpy", forceinline=True)
    return cast("Callable[[F], F]", compiled)
