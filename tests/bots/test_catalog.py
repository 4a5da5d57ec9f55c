"""What every bot keeps: it sees views alone, answers what is legal, and is better than chance."""

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
from games.engine.game import Command, Json
from tests.engine.matches import at_random, play, playing

SEEN_BY_BOTS = {"games.engine.cards", "games.engine.game", "games.engine.tricks", "games.engine.catalog"}
SEEN_OF_GAME = {"Command", "Json"}
SOURCES = [path for folder in games.bots.__path__ for path in sorted(Path(folder).rglob("*.py"))]

TABLES = [
    pytest.param(name, policy, players, id=f"{name}-{policy}-{players}")
    for name in GAMES
    for policy in POLICIES[name]
    for players in GAMES[name].players
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


@pytest.mark.parametrize(("name", "policy", "players"), TABLES)
def test_every_choice_is_legal_and_follows_from_the_view(name: str, policy: str, players: int) -> None:
    random = Random(1)
    for seed in range(4):
        for played in playing(name, players, seed, [at_random(random)] * players):
            for seat in played.game.to_act(played.state):
                view, legal = played.game.view(played.state, seat), played.game.legal(played.state, seat)
                before = copy.deepcopy(view)
                command = choose(view, legal, policy)
                assert command in legal
                assert view == before
                assert choose(copy.deepcopy(view), [*legal], policy) == command


@pytest.mark.parametrize(("name", "policy", "players"), TABLES)
def test_better_than_chance_on_the_same_cards(name: str, policy: str, players: int) -> None:
    """The same deals with the bots on one side, then on another: the bots' side must gain."""
    gains = []
    for seed in range(30):
        for side in range(2 if players == 4 else players):
            gains.append(gain(name, policy, players, 1000 + seed, side))
    assert statistics.mean(gains) > 5  # thirds a deal against an equal share; random play gains 0


def gain(name: str, policy: str, players: int, seed: int, side: int) -> float:
    random = at_random(Random(seed))

    def bot(view: Json, legal: Json) -> Command:
        return choose(view, legal, policy)

    sides = [0, 1, 0, 1] if players == 4 else [*range(players)]
    choosers = [bot if sides[seat] == side else random for seat in range(players)]
    played = play(name, players, seed, choosers, match_end={"deals": 1})
    [line] = played.game.view(played.state, None)["sheet"]
    return float(line["points"][side] - sum(line["points"]) / len(line["points"]))


@pytest.mark.parametrize(("name", "policy", "players"), TABLES)
def test_a_choice_takes_no_time(name: str, policy: str, players: int) -> None:
    times = []
    for played in playing(name, players, seed=1):
        for seat in played.game.to_act(played.state):
            view, legal = played.game.view(played.state, seat), played.game.legal(played.state, seat)
            start = time.perf_counter()
            choose(view, legal, policy)
            times.append(time.perf_counter() - start)
    assert statistics.median(times) < 0.001
