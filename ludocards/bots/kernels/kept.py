"""A transposition table of one ending with all cards open: most positions are met many times.

A card stays with who holds it until it is played, so in one ending the cards that are left say who has what;
`rest` is a number for whatever else a position is made of. Keys and values are two arrays with as many rows;
without rows nothing is kept.
"""

from __future__ import annotations

import numpy as np

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints

ROWS = 1 << 17


def room(rows: int = ROWS) -> tuple[Ints, Floats]:
    """The keys and the values of so many positions at most, none of them known."""
    return np.zeros((rows, 2), np.int64), np.zeros((rows, 6), np.float64)


@kernel("int64(int64[:,::1],int64,int64)")
def row_of(keys: Ints, cards: int, rest: int) -> int:
    """The row in which a position is kept, if it is."""
    x = cards ^ (rest << 20 & 0x3FFFFFFFFFFFFFFF)
    x = (x & 0x7FFFFFFF) * 0x9E3779B1 ^ (x >> 31) * 0x45D9F3B
    x ^= x >> 29
    return (x & 0x7FFFFFFF) * 0x2C1B3C6D >> 20 & len(keys) - 1


@kernel("int64(int64[:,::1],int64,int64,int64)")
def knows(keys: Ints, row: int, cards: int, rest: int) -> int:
    """Return whether that row is of this position."""
    return keys[row, 0] == cards and keys[row, 1] == rest


@kernel("void(int64[:,::1],int64,int64,int64)")
def keep(keys: Ints, row: int, cards: int, rest: int) -> None:
    """Give that row to this position."""
    keys[row, 0], keys[row, 1] = cards, rest
