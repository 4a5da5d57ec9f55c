"""Perft of Tressette a perdere: the numbers of sequences of cards from fixed positions, by engine and
oracle."""

from __future__ import annotations

import pytest

from ludocards.catalogue.traversone.rules import GAME
from ludocards.catalogue.traversone.rules.state import State
from ludocards.engine.cards import codes
from ludocards.engine.game import Step
from tests.engine.traversone import oracle
from tests.engine.traversone.table import begun, position
from tests.engine.traversone.test_oracle import DEALS

POSITIONS: dict[str, tuple[State, dict[int, int]]] = {
    "the first cards of three": (begun(DEALS[0][0]), {1: 13, 2: 40, 3: 96, 4: 1152, 5: 3739}),
    "the first cards of four": (begun(DEALS[1][0]), {1: 10, 2: 21, 3: 46, 4: 104, 5: 936}),
    "the first cards of six": (begun(DEALS[3][0]), {1: 6, 2: 10, 3: 12, 4: 16, 5: 18}),
    "the last three tricks of three": (
        position(["AB 7B 3D", "FC CD 3C", "4B 5S 6S"]),
        {1: 3, 3: 9, 5: 32, 9: 56},
    ),
    "the last two tricks of five": (
        position(["AB 7B", "FB CD", "4S 5S", "6C AD", "2B 3D"]),
        {1: 2, 5: 8, 7: 8, 10: 8},
    ),
}


def count(state: State, depth: int) -> int:
    """Return the number of sequences of `depth` cards within the deal."""
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
    hands = [codes(hand) for hand in state.hands]
    assert counts == {depth: oracle.count(hands, state.turn, [], depth) for depth in counts}
