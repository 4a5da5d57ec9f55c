"""Perft of Briscola: the numbers of sequences of cards from fixed positions, by engine and oracle."""

from __future__ import annotations

import pytest

from ludocards.catalogue.briscola.rules import GAME
from ludocards.catalogue.briscola.rules.state import State
from ludocards.engine.cards import codes
from ludocards.engine.game import Json, Step
from tests.engine.briscola import oracle
from tests.engine.briscola.table import begun, position

ANY: dict[str, Json] = {"exchange": "seven_two", "exchange_until": "stock"}

POSITIONS: dict[str, tuple[State, dict[int, int]]] = {
    "the first cards of two": (begun(["AB 7B FB", "FC CD 3C"]), {1: 3, 2: 9, 4: 81, 6: 729}),
    "with an exchange": (begun(["AB 7C FB", "FC CD 2C"], turned="AC", **ANY), {1: 3, 2: 18, 3: 66, 4: 270}),
    "the last draw of three": (
        position(["AB 7B FB", "FC CD 3C", "4S 5S 6S"], stock="7D 5D 2C"),
        {3: 27, 4: 81, 6: 729, 9: 5832, 12: 5832},
    ),
    "the last three tricks of four": (
        position(["AB 7B", "FC CD", "4S 5S", "6C AD"]),
        {1: 2, 4: 16, 8: 16},
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
        total += count(step.state, depth - (command.do == "play"))
    return total


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    state, counts = POSITIONS[name]
    assert {depth: count(state, depth) for depth in counts} == counts
    hands, stock = [codes(hand) for hand in state.hands], codes(state.stock)
    way = state.rules.exchange
    assert counts == {
        depth: oracle.count(hands, stock, state.turn, [], state.trump or "", depth, way) for depth in counts
    }
