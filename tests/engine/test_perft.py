"""Perft: how many sequences of legal plays follow a fixed position, kept as data in `perft.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import record
from games.engine.catalog import GAMES
from games.engine.game import Game, Json, Step
from tests.engine.matches import replay

POSITIONS: dict[str, Json] = json.loads((Path(__file__).parent / "perft.json").read_text())


def count(game: Game[Any, Any], state: Any, depth: int) -> int:
    """Sequences of `depth` plays, to the end of the deal at most."""
    seats = game.to_act(state)
    if depth == 0 or not seats:
        return 1
    [seat] = seats
    total = 0
    for command in game.legal(state, seat):
        if command.do == "play":
            step = game.apply(state, seat, command)
            assert isinstance(step, Step)
            total += count(game, step.state, depth - 1)
    return total


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    position = POSITIONS[name]
    document = record.read(position["document"])
    game = GAMES[document.game.name]
    played = replay(game, document.rules, len(document.players), document.deals)
    for depth, expected in position["counts"].items():
        assert count(game, played.state, int(depth)) == expected  # type: ignore[union-attr]
