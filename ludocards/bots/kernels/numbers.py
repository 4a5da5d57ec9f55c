"""Tools shared by the kernels of all games: arrays, tables, and pseudorandom numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ludocards.bots.kernels.compiled import kernel

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

AT_ONCE = 8
"""The number of worlds evaluated between two looks at the clock."""


def table(values: Sequence[float], kind: str = "int8") -> Any:
    """A table for kernels: small, so that it stays near the processor."""
    return np.array(values, kind)


def seed_of(view: Mapping[str, Any], purpose: str = "") -> int:
    """A seed that depends only on the view and the purpose, so that bots are deterministic."""
    return crc32((purpose + json.dumps(view, sort_keys=True, default=str)).encode()) | 1 << 40


def as_likely(rows: Ints, weights: Floats, many: int) -> tuple[Ints, Floats]:
    """Draw `many` of the worlds by their weights (systematic resampling).

    Returns them, and the number of times that each was drawn. Unlike a choice of the likeliest worlds, this
    leaves the expected mean unchanged. If there are no more than `many`, all are returned with their weights,
    and equal ones as one.
    """
    if len(rows) <= many:
        return _merged(rows, weights)
    ends = np.cumsum(weights)
    steps = (np.arange(many) + 0.5) * ends[-1] / many
    times = np.bincount(np.searchsorted(ends, steps), minlength=len(rows))
    return np.ascontiguousarray(rows[times > 0]), times[times > 0].astype(np.float64)


def _merged(rows: Ints, weights: Floats) -> tuple[Ints, Floats]:
    """The distinct worlds in the order in which they were drawn, with the sums of their weights."""
    _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    sums: Floats = np.bincount(which.ravel(), weights)[order].astype(np.float64)
    return np.ascontiguousarray(rows[first[order]]), sums


def by_hand(hands: Ints, fill: Callable[[Ints, Floats], None]) -> Floats:
    """The values that `fill` writes for these hands; it is called with each distinct hand once."""
    distinct, which = np.unique(hands, return_inverse=True)
    found = np.zeros(len(distinct), np.float64)
    fill(distinct, found)
    return found[which]


def by_world(
    many: int, choices: int, fill: Callable[[slice, Floats], None], late: Callable[[], bool] = lambda: False
) -> Floats:
    """The values of all choices (columns) in `many` worlds (rows).

    `fill` gets a slice of the worlds, and the rows to write into. When it is `late`, only the rows written
    so far are returned.
    """
    values = np.zeros((many, choices), np.float64)
    for first in range(0, many, AT_ONCE):
        some = slice(first, first + AT_ONCE)
        fill(some, values[some])
        if late():
            return values[: first + AT_ONCE]
    return values


@kernel("int64(int64[::1])")
def drawn(chance: Ints) -> int:
    """A pseudorandom number below 2^31 (xorshift)."""
    x = chance[0]
    x ^= (x << 13) & 0x1FFFFFFFFFFFFFF
    x ^= x >> 7
    x ^= (x << 17) & 0x1FFFFFFFFFFFFFF
    chance[0] = x
    return x >> 20 & 0x7FFFFFFF


@kernel("int64(int64)")
def count(hand: int) -> int:
    """The number of cards in a hand, which has a bit for each."""
    x = hand - (hand >> 1 & 0x5555555555555555)
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 127


@kernel("int64(int64)")
def lowest(hand: int) -> int:
    """The lowest of its cards."""
    return count((hand & -hand) - 1)


@kernel("int64(int64,int64)")
def one_of(hand: int, number: int) -> int:
    """A card of this hand, chosen uniformly by a number below 2^31."""
    for _ in range(count(hand) * number >> 31):
        hand &= hand - 1
    return lowest(hand)
