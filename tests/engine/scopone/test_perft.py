"""Perft of Scopone and Scopa: the sequences of turns from fixed positions, counted by engine and oracle."""

from __future__ import annotations

import pytest

from ludocards.catalogue.scopone.rules import GAME
from ludocards.catalogue.scopone.rules.state import State
from ludocards.engine.cards import codes
from ludocards.engine.game import Step
from tests.engine.scopone import oracle
from tests.engine.scopone.table import SCOPA, position

POSITIONS: dict[str, tuple[State, dict[int, int]]] = {
    "an empty table": (
        position(["AB FB 4S", "FC 2C AS", "7B 2S 5B", "CD 2B 5S"]),
        {1: 3, 2: 9, 4: 81, 8: 1374},
    ),
    "many sums": (
        position(["RB 7D", "RS 6C", "RC 5D", "CD FD"], table="6D 4S 3C AB 5B 2S"),
        {1: 9, 2: 20, 3: 40, 4: 81},
    ),
    "equal cards": (
        position(["AC 2C 7B", "3C 4C 7S"], table="AD AS 5B 2D 2S", **SCOPA),
        {1: 7, 2: 31, 3: 68, 6: 149},
    ),
}


def count(state: State, depth: int) -> int:
    """Return the number of sequences of `depth` turns within the deal."""
    seats = GAME.to_act(state)
    if depth == 0 or not seats:
        return 1
    total = 0
    for command in GAME.legal(state, seats[0]):
        step = GAME.apply(state, seats[0], command)
        assert isinstance(step, Step)
        total += count(step.state, depth - 1)
    return total


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    state, counts = POSITIONS[name]
    assert {depth: count(state, depth) for depth in counts} == counts
    hands, table = [codes(hand) for hand in state.hands], codes(state.table)
    assert counts == {depth: oracle.sequences(hands, table, state.turn, depth) for depth in counts}
