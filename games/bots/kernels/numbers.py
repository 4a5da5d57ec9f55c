"""What the kernels of all games share: arrays, tables, and numbers that look like chance."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.compiled import COMPILED, kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def table(values: Sequence[float], kind: str = "int8") -> Any:
    """A table for kernels: small, so that it stays near the processor, and plain numbers where nothing is
    compiled."""
    return np.array(values, kind) if COMPILED else [*values]


def seed_of(view: Mapping[str, Any], purpose: str = "") -> int:
    """A number that follows from the view, so that a choice does too; another one for each purpose."""
    return crc32((purpose + json.dumps(view, sort_keys=True, default=str)).encode()) | 1 << 40


def likeliest(rows: Ints, weights: Floats, many: int) -> tuple[Ints, Floats]:
    """So many of the worlds at most, and their weights."""
    order = np.argsort(-weights, kind="stable")[:many]
    return np.ascontiguousarray(rows[order]), np.ascontiguousarray(weights[order])


def as_likely(rows: Ints, weights: Floats, many: int) -> tuple[Ints, Floats]:
    """So many of the worlds, each as often as it is likely (at even steps through the sum of the weights),
    and how often: what they bring on average is what all would, which the likeliest alone need not."""
    if len(rows) <= many:
        return rows, weights
    ends = np.cumsum(weights)
    steps = (np.arange(many) + 0.5) * ends[-1] / many
    times = np.bincount(np.searchsorted(ends, steps), minlength=len(rows))
    return np.ascontiguousarray(rows[times > 0]), times[times > 0].astype(np.float64)


@kernel("int64(int64[::1])")
def drawn(chance: Ints) -> int:
    """A number below 2^31 that looks like chance (xorshift)."""
    x = chance[0]
    x ^= (x << 13) & 0x1FFFFFFFFFFFFFF
    x ^= x >> 7
    x ^= (x << 17) & 0x1FFFFFFFFFFFFFF
    chance[0] = x
    return x >> 20 & 0x7FFFFFFF
