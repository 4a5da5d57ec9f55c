"""Perft of Tressette: the number of sequences of plays from fixed positions, stored in `perft.json`.

In positions marked `spoken`, each choice of declarations and signals with a card counts separately.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludocards.engine import record
from ludocards.engine.game import Game, Json, Step
from ludocards.engine.registry import GAMES
from tests.engine.matches import replay, ways

POSITIONS: dict[str, Json] = json.loads((Path(__file__).parent / "perft.json").read_text())


def count(game: Game[Any, Any], state: Any, depth: int, spoken: bool) -> int:
    """Return the number of sequences of `depth` plays within the deal."""
    seats = game.to_act(state)
    if depth == 0 or not seats:
        return 1
    [seat] = seats
    plays = [command for command in game.legal(state, seat) if command.do == "play"]
    if spoken:
        view = game.view(state, seat)
        plays = [way for command in plays for way in ways(view, command)]
    total = 0
    for command in plays:
        step = game.apply(state, seat, command)
        assert isinstance(step, Step)
        total += count(game, step.state, depth - 1, spoken)
    return total


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    position = POSITIONS[name]
    document = record.read(position["document"])
    game = GAMES[document.game.name]
    played = replay(game, document.rules, len(document.players), document.deals)
    for depth, expected in position["counts"].items():
        found = count(game, played.state, int(depth), position.get("spoken", False))  # type: ignore[union-attr]
        assert found == expected
