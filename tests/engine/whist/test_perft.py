"""Perft: the number of sequences of bids and cards from fixed positions, stored in `perft.json`.

The second implementation of the regulation counts them as well.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludocards.engine import record
from ludocards.engine.game import Json, Step
from tests.engine.matches import Played, replay
from tests.engine.whist import oracle
from tests.engine.whist.table import GAME

POSITIONS: dict[str, Json] = json.loads((Path(__file__).parent / "perft.json").read_text())


def count(state: Any, depth: int) -> int:
    """Return the number of sequences of `depth` commands within the deal."""
    seats = GAME.to_act(state)
    if depth == 0 or not seats:
        return 1
    [seat] = seats
    steps = (GAME.apply(state, seat, command) for command in GAME.legal(state, seat))
    return sum(count(step.state, depth - 1) for step in steps if isinstance(step, Step))


def position(name: str) -> Played:
    document = record.read(POSITIONS[name]["document"])
    played = replay(GAME, document.rules, len(document.players), document.deals)
    assert isinstance(played, Played)
    return played


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    state = position(name).state
    for depth, expected in POSITIONS[name]["counts"].items():
        assert count(state, int(depth)) == expected


@pytest.mark.parametrize("name", POSITIONS)
def test_the_oracle_counts_the_same(name: str) -> None:
    state = position(name).state
    hands = [[card.code for card in hand] for hand in state.hands]
    trick = [card.code for card in state.trick.cards]
    order = oracle.HIGH_ACE if state.rules.asso_alto else oracle.LOW_ACE
    for depth, expected in POSITIONS[name]["counts"].items():
        assert (
            oracle.count(hands, state.turn, [*state.bids], trick, state.trump or "", order, int(depth))
            == expected
        )
