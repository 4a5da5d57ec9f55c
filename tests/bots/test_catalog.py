"""What every bot keeps: it sees views alone, answers at once, and what is legal."""

from __future__ import annotations

import ast
import copy
import statistics
import time
from pathlib import Path
from random import Random

import pytest

import games.bots
from games.bots.catalog import DEFAULT_POLICY, POLICIES, choose
from games.engine.catalog import GAMES
from games.engine.game import Refused
from tests.engine.matches import at_random, playing, rules_of, ways

SEEN_BY_BOTS = {"games.engine.cards", "games.engine.game", "games.engine.tricks", "games.engine.catalog"}
SEEN_OF_GAME = {"Command", "Json"}
SOURCES = [path for folder in games.bots.__path__ for path in sorted(Path(folder).rglob("*.py"))]

TABLES = [
    pytest.param(name, policy, players, preset, id=f"{name}-{preset}-{policy}-{players}")
    for name, game in GAMES.items()
    for policy in POLICIES[name]
    for preset in game.presets
    for players in game.players
    if not isinstance(game.start(rules_of(game, preset=preset), players, 0), Refused)
]


def imported(source: Path) -> set[tuple[str, str]]:
    """The (module, name) pairs that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found |= {(str(node.module), alias.name) for alias in node.names}
    return found


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_bots_see_no_state(source: Path) -> None:
    """The signature shows them a view; the imports leave no way to anything more."""
    for module, name in imported(source):
        if module.startswith("games.") and not module.startswith("games.bots"):
            assert module in SEEN_BY_BOTS
        if module == "games.engine.game":
            assert name in SEEN_OF_GAME


def test_every_game_has_its_bots() -> None:
    assert POLICIES.keys() == GAMES.keys()
    assert all(DEFAULT_POLICY in policies for policies in POLICIES.values())


table = pytest.mark.parametrize(("name", "policy", "players", "preset"), TABLES)


@table
def test_every_choice_is_legal_and_follows_from_the_view(
    name: str, policy: str, players: int, preset: str
) -> None:
    random = Random(1)
    for seed in range(2):
        for played in playing(name, players, seed, [at_random(random)] * players, preset=preset):
            for seat in played.game.to_act(played.state):
                view, legal = played.game.view(played.state, seat), played.game.legal(played.state, seat)
                before = copy.deepcopy(view)
                command = choose(view, legal, policy)
                assert any(command in ways(view, each) for each in legal)
                assert not isinstance(played.game.apply(played.state, seat, command), Refused)
                assert view == before
                assert choose(copy.deepcopy(view), [*legal], policy) == command


@table
def test_a_choice_takes_no_time(name: str, policy: str, players: int, preset: str) -> None:
    times = []
    for played in playing(name, players, seed=1, preset=preset):
        for seat in played.game.to_act(played.state):
            view, legal = played.game.view(played.state, seat), played.game.legal(played.state, seat)
            start = time.perf_counter()
            choose(view, legal, policy)
            times.append(time.perf_counter() - start)
    assert statistics.median(times) < 0.001
