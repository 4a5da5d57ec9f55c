"""The compilation of kernels by numba, and the folder for the compiled code.

A kernel works on whole numbers below 2^63 and arrays of numpy, no objects. It is compiled when its module is
imported, for the types that it names, and kept beside its source (or in `NUMBA_CACHE_DIR`), in a folder for
each edition of its game's bots; it lets other threads run meanwhile.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast
from zlib import crc32

from llvmlite import binding  # type: ignore[import-untyped]
from numba import njit
from numba.core import config
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

from ludocards.engine.registry import CATALOGUE, PACKAGES

F = TypeVar("F", bound=Callable[..., Any])


class KernelLibrary(JITCodeLibrary):
    """The compiled code of one kernel, whose LLVM module stays packed if it comes from the cache.

    Numba parses it for kernels that are still to be compiled and call this one: 67 MB for all kernels, which
    are needed only if some of them are not in the cache.
    """

    packed: bytes | None = None

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        library: Any = super()._unserialize(codegen, state)  # type: ignore[no-untyped-call]
        _name, kind, data = state
        if kind == "object":
            _code, library.packed = data
            library._shared_module = None
        return library

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None and self.packed is not None:
            self._shared_module = binding.parse_bitcode(self.packed)
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]


JITCPUCodegen._library_class = KernelLibrary

HERE = Path(__file__).parent


def elsewhere() -> Path:
    """The folder for compiled kernels if the one of the sources is read-only."""
    kept = os.environ.get("LUDOPOLI_VAR")
    return (Path(kept) if kept else Path(tempfile.gettempdir()) / "ludopoli") / "numba"


def sources(package: str) -> list[Path]:
    """The sources on which a kernel of this game's package may depend; "" means a kernel that games share.

    A built-in game imports its family, but no other game, so that others may change or be added without it.
    """
    homes = {each: _home(each) for each in PACKAGES.values()}
    families = {*_home(CATALOGUE).iterdir()} - {*homes.values()}
    is_built_in = package.startswith(f"{CATALOGUE}.")
    own = {home for each, home in homes.items() if each == package or (package and not is_built_in)}
    of_games = (
        source
        for folder in families | own
        for wanted in ("**/values.py", "**/bot/**/*.py")
        for source in folder.glob(wanted)
    )
    shared = (*HERE.glob("*.py"), *HERE.parent.glob("*.py"), HERE.parents[1] / "engine" / "cards.py")
    return sorted({*shared, *of_games})


def _home(package: str) -> Path:
    return Path(import_module(package).__path__[0])


@cache
def edition(package: str) -> str:
    """A checksum of these sources.

    Numba itself checks only the file of the kernel, not the functions that it calls or its constants.
    """
    return f"{crc32(b''.join(each.read_bytes() for each in sources(package))):08x}"


beside = HERE / "__pycache__" if os.access(HERE, os.W_OK) else elsewhere()
kept = Path(config.CACHE_DIR or beside)  # type: ignore[attr-defined]  # from the environment


def kernel(signature: Any) -> Callable[[F], F]:
    """Compile a function of whole numbers and arrays for these types, and put it in place of its calls.

    Numba's calls pass results and errors through memory: without them the exact solver takes two thirds of
    the time.
    """
    compiled = njit(signature, cache=True, nogil=True, error_model="numpy", forceinline=True)

    def decorate(function: F) -> F:
        package = next((each for each in PACKAGES.values() if function.__module__.startswith(f"{each}.")), "")
        config.CACHE_DIR = str(kept / edition(package))  # type: ignore[attr-defined]
        return cast("F", compiled(function))

    return decorate
