"""Positions of Scopone and Scopa whose sequences are counted."""

from __future__ import annotations

from ludocards.catalogue.scopone.rules.state import State
from ludocards.engine.cards import codes
from tests.engine.perft import Position
from tests.engine.scopone import oracle
from tests.engine.scopone.table import SCOPA, position

POSITIONS = {
    "an empty table": Position(
        position(["AB FB 4S", "FC 2C AS", "7B 2S 5B", "CD 2B 5S"]), {1: 3, 2: 9, 4: 81, 8: 1374}
    ),
    "many sums": Position(
        position(["RB 7D", "RS 6C", "RC 5D", "CD FD"], table="6D 4S 3C AB 5B 2S"),
        {1: 9, 2: 20, 3: 40, 4: 81},
    ),
    "equal cards": Position(
        position(["AC 2C 7B", "3C 4C 7S"], table="AD AS 5B 2D 2S", **SCOPA),
        {1: 7, 2: 31, 3: 68, 6: 149},
    ),
}


def by_the_oracle(state: State, depth: int, spoken: bool) -> int:
    hands, table = [codes(hand) for hand in state.hands], codes(state.table)
    return oracle.sequences(hands, table, state.turn, depth)
