"""Every benchmark is in exactly one list of `bench/__main__.py`, so that it is found."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bench.__main__ import BENCHES, LONGER, WITH_ARGUMENTS
from bench.engine import figures
from ludocards.engine.registry import GAMES
from tests.engine.matches import play

FOLDER = Path(__file__).parents[1] / "bench"


def has_main(path: Path) -> bool:
    body = ast.parse(path.read_text()).body
    return any(isinstance(each, ast.FunctionDef) and each.name == "main" for each in body)


def test_every_benchmark_is_listed_once() -> None:
    benchmarks = [path.stem for path in FOLDER.glob("*.py") if has_main(path)]
    assert sorted((*BENCHES, *LONGER, *WITH_ARGUMENTS)) == sorted(benchmarks)


@pytest.mark.parametrize("name", GAMES)
def test_the_speed_of_the_engine_is_measured_for_every_game(name: str) -> None:
    """Also where a card goes with a signal, which is not among the legal commands."""
    for _what, _target, work in figures(play(name, GAMES[name].players[0], seed=1)):
        work()
