"""A cache for the results of functions of immutable values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

Vs = TypeVarTuple("Vs")
R = TypeVar("R")

KEPT = 4096
"""The most results that are kept of each function: enough for the matches in play."""


def once(make: Callable[[*Vs], R], most: int = KEPT) -> Callable[[*Vs], R]:
    """Cache a function of immutable values by their identity, since hashing a long tuple is slow.

    Callers share the result and must not change it. The last `most` results are kept, with their values, so
    that no other object gets the identity of one.
    """
    kept: OrderedDict[tuple[int, ...], tuple[tuple[*Vs], R]] = OrderedDict()

    @wraps(make)
    def made(*values: *Vs) -> R:
        key = tuple(map(id, values))
        found = kept.get(key)
        if found is None:
            found = kept[key] = (values, make(*values))
            if len(kept) > most:
                kept.popitem(last=False)
        return found[1]

    return made
