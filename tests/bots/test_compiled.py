"""Compiled kernels: a kernel is compiled again if a source has changed on which it may depend."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from numba import int64, njit
from numba.core import config

from ludocards.bots.kernels import compiled
from ludocards.engine.registry import PACKAGES

ROOT = Path(__file__).parents[2]
BUILT_IN = [package for package in PACKAGES.values() if package.startswith("ludocards.")]


def imports(source: Path) -> Iterator[Path]:
    """Yield the sources of the library that a source imports, besides the class of commands."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("ludocards."):
            if [alias.name for alias in node.names] == ["Command"]:
                continue
            for name in (str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)):
                path = ROOT / name.replace(".", "/")
                yield from (each for each in (path.with_suffix(".py"), path / "__init__.py") if each.exists())


@pytest.mark.parametrize("package", ["", *BUILT_IN])
def test_every_import_of_a_kernel_is_one_of_its_sources(package: str) -> None:
    sources = {*compiled.sources(package)}
    seen: set[Path] = set()
    folder = ROOT / package.replace(".", "/") / "bot" if package else compiled.HERE
    left = [*(folder / "kernels" if package else folder).glob("*.py")]
    assert left
    while left:
        source = left.pop()
        if source.name != "compiled.py" and source not in seen:
            seen.add(source)
            left += imports(source)
    assert seen <= sources


def test_a_kernel_depends_on_its_own_game_and_what_games_share() -> None:
    names = {str(each.relative_to(ROOT / "ludocards")) for each in compiled.sources(PACKAGES["whist"])}
    assert {"catalogue/whist/values.py", "catalogue/whist/bot/kernels/play.py"} <= names
    assert {"catalogue/thirds/values.py", "bots/kernels/numbers.py", "engine/cards.py"} <= names
    assert not any(name.startswith("catalogue/tressette") for name in names)


def test_an_added_game_leaves_the_kernels_of_the_others_compiled() -> None:
    code = f"from ludocards.bots.kernels.compiled import edition; print(*map(edition, {[*BUILT_IN, '']}))"
    env = {**os.environ, "LUDOPOLI_GAMES": "tests.tinyteams"}
    printed = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, env=env, text=True)
    assert printed.split() == [compiled.edition(package) for package in [*BUILT_IN, ""]]


def test_an_added_game_may_use_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACKAGES, "terzetto", "tests.tinyteams")
    sources = compiled.sources("tests.tinyteams")
    assert ROOT / "tests" / "tinyteams" / "bot" / "__init__.py" in sources
    assert {*compiled.sources(PACKAGES["whist"])} < {*sources}


def twice(value: int) -> int:
    return 2 * value


def test_a_kernel_from_the_cache_is_packed_until_another_one_that_calls_it_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    stored, called = (njit(int64(int64), cache=True)(twice) for _ in range(2))
    libraries: list[Any] = [kernel.overloads[int64,].library for kernel in (stored, called)]  # type: ignore[attr-defined]
    assert [library.packed is not None for library in libraries] == [False, True]
    assert libraries[1]._shared_module is None
    assert called(3) == 6
    assert libraries[1]._shared_module is None
    calling = njit(int64(int64))(lambda value: called(value) + 1)
    assert libraries[1]._shared_module is not None
    assert calling(3) == 7
