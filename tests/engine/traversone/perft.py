"""Positions of Tressette a perdere whose sequences are counted."""

from __future__ import annotations

from ludocards.catalogue.traversone.rules.state import State
from ludocards.engine.cards import codes
from tests.engine.perft import Position
from tests.engine.traversone import oracle
from tests.engine.traversone.table import begun, position
from tests.engine.traversone.test_dossier import DEALS

POSITIONS = {
    "the first cards of three": Position(begun(DEALS[0][0]), {1: 13, 2: 40, 3: 96, 4: 1152, 5: 3739}),
    "the first cards of four": Position(begun(DEALS[1][0]), {1: 10, 2: 21, 3: 46, 4: 104, 5: 936}),
    "the first cards of six": Position(begun(DEALS[3][0]), {1: 6, 2: 10, 3: 12, 4: 16, 5: 18}),
    "the last three tricks of three": Position(
        position(["AB 7B 3D", "FC CD 3C", "4B 5S 6S"]), {1: 3, 3: 9, 5: 32, 9: 56}
    ),
    "the last two tricks of five": Position(
        position(["AB 7B", "FB CD", "4S 5S", "6C AD", "2B 3D"]), {1: 2, 5: 8, 7: 8, 10: 8}
    ),
}


def by_the_oracle(state: State, depth: int, spoken: bool) -> int:
    return oracle.count([codes(hand) for hand in state.hands], state.turn, [], depth)
