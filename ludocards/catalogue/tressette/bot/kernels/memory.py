"""The memory of the exact solver of Tressette, one record: what it has found, and its work in progress."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numba import from_dtype

from ludocards.bots.kernels.numbers import Ints, Shorts

WAYS, BUCKETS = 4, 1 << 15
LINE = 64
"""The bytes of a cache line; an entry of the transposition table has half of one."""
NONE = 63
"""Stands for no card."""
ROWS = (44, 24)
"""The moves of a hand in a trick are a row: four for each number of cards in a hand, and four for the rest of
a trick."""
RESULTS = 12
"""The offset of the results in a row of moves."""
LEADS = 64 * 64
"""The offset of the leads in the history. Before it, the replies: 64 for each lead."""

SOLVER = np.dtype(
    [
        ("kept", np.int64, (BUCKETS * WAYS, 4)),
        ("moves", np.int64, ROWS),
        ("past", np.int16, LEADS + 64),
        ("searched", np.int64),
    ]
)
"""The transposition table, the moves, the history, and the number of positions searched.

An entry of the table says exactly which positions it serves: it has the counts of a and b, those of c and d
(`partition`), the signature with a lower and an upper bound (six bits each), and the mask of its relevant
bits with the best lead and the thirds left (six bits each).
"""
RECORD = from_dtype(SOLVER)


class Solver(Protocol):
    """The record, as the kernels see it."""

    kept: Ints
    moves: Ints
    past: Shorts
    searched: int


def solver() -> Any:
    """An empty record; its table begins at a cache line."""
    room = np.zeros(SOLVER.itemsize + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + SOLVER.itemsize].view(SOLVER)[0]
