"""Positions of Maraffone whose sequences are counted."""

from __future__ import annotations

from ludocards.catalogue.maraffone.rules.state import State
from ludocards.engine.cards import codes
from tests.engine.maraffone import oracle
from tests.engine.maraffone.table import begun, done, name, position
from tests.engine.perft import Position

WHOLE = [
    "7S 5S 4S FC AD 6C FS 2S CB 2D",
    "2B 7B RC 6B 5C FB AC 3S 7C CS",
    "FD 7D 3B 6S 2C RB 6D 3C 4D RS",
    "5B 4B 5D CC AS CD AB 3D 4C RD",
]
FIRST = done(begun(WHOLE), name("D"))[0]
LAST = position(["3B AC 4D", "2B 5C 7S", "AB 6C RD", "RB 2C AS"], trump="C")

POSITIONS = {
    "the first cards": Position(FIRST, {1: 10, 2: 28, 3: 56, 4: 396, 5: 3564}),
    "the first cards and words": Position(FIRST, {1: 30, 2: 84, 4: 1188}, spoken=True),
    "the last three tricks": Position(LAST, {4: 11, 8: 58, 12: 58}),
    "the last three tricks and words": Position(LAST, {4: 33, 8: 522, 12: 522}, spoken=True),
}


def by_the_oracle(state: State, depth: int, spoken: bool) -> int:
    hands = [codes(hand) for hand in state.hands]
    return oracle.count(hands, state.turn, [], state.trump or "", depth, spoken)
