"""A transposition table for the search of one ending with all cards open.

A card stays in its hand until it is played. So within one ending the set of cards left determines the hands;
`rest` is a number for the other parts of a position. Keys and values are two arrays with equally many rows;
with no rows nothing is stored.
"""

from __future__ import annotations

import numpy as np

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints

ROWS = 1 << 17


def empty_table(rows: int = ROWS) -> tuple[Ints, Floats]:
    """The keys and the values of an empty table for `rows` positions."""
    return np.zeros((rows, 2), np.int64), np.zeros((rows, 6), np.float64)


@kernel("int64(int64[:,::1],int64,int64)")
def row_of(keys: Ints, cards: int, rest: int) -> int:
    """The row for a position, whether or not it is stored there."""
    x = cards ^ (rest << 20 & 0x3FFFFFFFFFFFFFFF)
    x = (x & 0x7FFFFFFF) * 0x9E3779B1 ^ (x >> 31) * 0x45D9F3B
    x ^= x >> 29
    return (x & 0x7FFFFFFF) * 0x2C1B3C6D >> 20 & len(keys) - 1


@kernel("int64(int64[:,::1],int64,int64,int64)")
def has_position(keys: Ints, row: int, cards: int, rest: int) -> int:
    """Return whether this row holds this position."""
    return keys[row, 0] == cards and keys[row, 1] == rest


@kernel("void(int64[:,::1],int64,int64,int64)")
def store_position(keys: Ints, row: int, cards: int, rest: int) -> None:
    """Write the key of this position into the row."""
    keys[row, 0], keys[row, 1] = cards, rest
