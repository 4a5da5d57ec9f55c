"""Perft of Maraffone: the numbers of sequences of cards from fixed positions, by engine and oracle."""

from __future__ import annotations

import pytest

from ludocards.catalogue.maraffone.rules import GAME
from ludocards.catalogue.maraffone.rules.state import State
from ludocards.engine.game import Step
from tests.engine.maraffone import oracle
from tests.engine.maraffone.table import begun, done, name, position

WHOLE = [
    "7S 5S 4S FC AD 6C FS 2S CB 2D",
    "2B 7B RC 6B 5C FB AC 3S 7C CS",
    "FD 7D 3B 6S 2C RB 6D 3C 4D RS",
    "5B 4B 5D CC AS CD AB 3D 4C RD",
]
LAST = ["3B AC 4D", "2B 5C 7S", "AB 6C RD", "RB 2C AS"]

POSITIONS: dict[str, tuple[State, bool, dict[int, int]]] = {
    "the first cards": (done(begun(WHOLE), name("D"))[0], False, {1: 10, 2: 28, 3: 56, 4: 396, 5: 3564}),
    "the first cards and words": (done(begun(WHOLE), name("D"))[0], True, {1: 30, 2: 84, 4: 1188}),
    "the last three tricks": (position(LAST, trump="C"), False, {4: 11, 8: 58, 12: 58}),
    "the last three tricks and words": (position(LAST, trump="C"), True, {4: 33, 8: 522, 12: 522}),
}


def count(state: State, depth: int, spoken: bool) -> int:
    """Return the number of sequences of `depth` cards within the deal."""
    seats = GAME.to_act(state)
    if depth == 0 or not seats:
        return 1
    commands = GAME.every(state, seats[0]) if spoken else GAME.legal(state, seats[0])
    steps = (GAME.apply(state, seats[0], command) for command in commands)
    return sum(count(step.state, depth - 1, spoken) for step in steps if isinstance(step, Step))


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    state, spoken, counts = POSITIONS[name]
    hands = [[card.code for card in hand] for hand in state.hands]
    found = {depth: count(state, depth, spoken) for depth in counts}
    assert found == counts
    assert {
        depth: oracle.count(hands, state.turn, [], state.trump or "", depth, spoken) for depth in counts
    } == counts
