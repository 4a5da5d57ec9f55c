"""The clause tables of every game name existing functions and tests."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

from ludocards.engine.registry import GAMES, PACKAGES

FAMILY = "ludocards.catalogue.thirds"
HERE = Path(__file__).parent
TESTS = set(re.findall(r"def (test_\w+)", "".join(path.read_text() for path in HERE.rglob("test_*.py"))))
ROW = re.compile(r"^\| .+ \| `(.+)` \| `(test_\w+)` \|$", re.MULTILINE)


def home(game: str) -> str:
    """Return the name of the package of a game."""
    return type(GAMES[game]).__module__.rpartition(".")[0]


def modules(game: str) -> list[str]:
    package = importlib.import_module(home(game))
    return [f"{package.__name__}.{module.name}" for module in pkgutil.iter_modules(package.__path__)]


CLAUSES = [
    (game, function, test)
    for game in GAMES
    for module in modules(game)
    for function, test in ROW.findall(importlib.import_module(module).__doc__ or "")
]


def found(game: str, dotted: str) -> bool:
    """Return whether `module.name.name` is among the game's rules, beside them, in the family, or in the
    engine."""
    module, *names = dotted.split(".")
    for package in (home(game), PACKAGES[game], FAMILY, "ludocards.engine"):
        try:
            thing = importlib.import_module(f"{package}.{module}")
        except ModuleNotFoundError:
            continue
        for name in names:
            thing = getattr(thing, name, None)  # type: ignore[assignment]
        if thing is not None:
            return True
    return False


@pytest.mark.parametrize("game", GAMES)
def test_every_game_lists_its_clauses(game: str) -> None:
    assert len([clause for clause in CLAUSES if clause[0] == game]) >= 10


@pytest.mark.parametrize(("game", "function", "test"), CLAUSES)
def test_every_clause_has_a_function_and_a_test(game: str, function: str, test: str) -> None:
    assert found(game, function)
    assert test in TESTS
