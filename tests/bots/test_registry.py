"""The rules for every bot: it sees only views, and chooses a legal command without delay."""

from __future__ import annotations

import ast
import itertools
import json
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludocards.bots
from ludocards.bots.kernels.numbers import AT_ONCE, Floats, by_world
from ludocards.bots.levels import DEFAULT_POLICY, LEVELS
from ludocards.bots.registry import POLICIES, THOUGHT_ABOUT, YARDSTICKS, choose
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES, part
from tests.engine.matches import AtRandom, playing, rules_of, ways

SEEN_BY_BOTS = {
    "ludocards.engine.cards",
    "ludocards.engine.game",
    "ludocards.engine.tricks",
    "ludocards.engine.registry",
}
SEEN_OF_GAME = {"Command", "Json", "Refused", "RefusedError"}
SOURCES = [path for folder in ludocards.bots.__path__ for path in sorted(Path(folder).rglob("*.py"))]

ROOT = Path(__file__).parents[2]

THINKING = {"provetto": 0.1, "esperto": 0.1, "maestro": 0.3}
"""The slow policies, with the most seconds for a choice."""
SOME = 3
"""The number of choices, spread over two matches, in which they are tested."""
QUICK = 0.001
"""The most seconds for a choice of the other policies."""
ALIKE = {"apprendista", "dilettante"}
"""Policies that differ from *principiante* only in their numbers."""

TABLES = [
    pytest.param(name, policy, players, preset, id=f"{name}-{preset}-{policy}-{players}")
    for name, game in GAMES.items()
    for policy in sorted(POLICIES[name].keys() - ALIKE)
    for preset in game.presets
    for players in game.players
    if not isinstance(game.start(rules_of(game, preset=preset), players, 0), Refused)
]


def imported(source: Path) -> set[tuple[str, str]]:
    """Yield the (module, name) pairs that a file imports."""
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
    """The signature gives bots a view, and their imports give no access to anything more."""
    for module, name in imported(source):
        if module.startswith("games.") and not module.startswith("ludocards.bots"):
            assert module in SEEN_BY_BOTS
        if module == "ludocards.engine.game":
            assert name in SEEN_OF_GAME


def test_every_game_has_its_bots() -> None:
    assert POLICIES.keys() == GAMES.keys()
    assert all(DEFAULT_POLICY in policies for policies in POLICIES.values())


def test_every_policy_is_a_documented_level() -> None:
    assert {policy for policies in POLICIES.values() for policy in policies} == LEVELS.keys()
    assert all(name == level.name and level.title and level.about for name, level in LEVELS.items())
    assert not any(YARDSTICKS[game].keys() & POLICIES[game].keys() for game in POLICIES)


def test_an_unknown_policy_plays_as_the_default() -> None:
    for played in itertools.islice(playing("whist", 4, 1), 1, 9):
        for seat in played.game.to_act(played.state):
            view, legal = played.game.view(played.state, seat), played.game.legal(played.state, seat)
            assert choose(view, legal, "gone") == choose(view, legal)


def test_serving_pages_loads_neither_numba_nor_numpy() -> None:
    code = "import sys, ludocards.bots.registry; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60).returncode == 0


@pytest.mark.parametrize("missing", ["numba", "numpy"])
def test_a_missing_package_names_the_extra_to_install(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from ludocards.bots.registry import POLICIES, reviewer, warm_up\n"
        "asked = [lambda: reviewer('whist'), warm_up]\n"
        "asked += [lambda policy=policy: policy({}, ()) for policy in POLICIES['whist'].values()]\n"
        "for ask in asked:\n"
        "    try: ask()\n"
        "    except ImportError as refused: print(refused)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert {*done.stdout.splitlines()} == {f"{missing} is missing: pip install 'ludocards[bots]'"}
    assert len(done.stdout.splitlines()) == 9


@cache
def choices(name: str, players: int, preset: str) -> list[tuple[Any, int, str]]:
    """Return every fifth choice of two matches, as the state, the seat and its view as JSON."""
    random, found = Random(2), []
    for seed in range(2):
        match = playing(name, players, seed, [AtRandom(random)] * players, preset=preset)
        for played in itertools.islice(match, 0, None, 5):
            found += [
                (played.state, seat, json.dumps(played.game.view(played.state, seat)))
                for seat in played.game.to_act(played.state)
            ]
    return found


@pytest.mark.parametrize(("name", "policy", "players", "preset"), TABLES)
@pytest.mark.usefixtures("unhurried")
def test_every_choice_is_legal_and_follows_from_the_view(
    name: str, policy: str, players: int, preset: str
) -> None:
    """Its time is measured as well: without a limit, a choice takes no more than it does in a match."""
    game, times = GAMES[name], []
    asked = choices(name, players, preset)
    for state, seat, before in asked[:: len(asked) // SOME] if policy in THINKING else asked:
        view, legal = json.loads(before), game.legal(state, seat)
        start = time.process_time()
        command = choose(view, legal, policy)
        times.append(time.process_time() - start)
        assert any(command in ways(view, each) for each in legal)
        assert not isinstance(game.apply(state, seat, command), Refused)
        assert json.dumps(view) == before
        assert choose(json.loads(before), [*legal], policy) == command
    assert len(times) > 2
    assert statistics.median(times) < THINKING.get(policy, QUICK)


@pytest.mark.parametrize("game", THOUGHT_ABOUT)
def test_a_level_stops_at_its_time_limit(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any time, it chooses by the determinizations that it evaluates at once."""
    levels = part(game, "bot.levels")
    evaluated = []

    def counted(*arguments: Any) -> Floats:
        values = by_world(*arguments)
        evaluated.append(len(values))
        return values

    monkeypatch.setattr(levels, "by_world", counted)
    for played in itertools.islice(playing(game, GAMES[game].players[0], 5), 1, 40, 9):
        for seat in played.game.to_act(played.state):
            view, legal = played.game.view(played.state, seat), played.game.legal(played.state, seat)
            for level in levels.BY_NAME.values():
                command = levels.think(view, legal, replace(level, ms=0))
                assert any(command in ways(view, each) for each in legal)
    assert max(evaluated) == AT_ONCE
