"""A cache for the results of functions of immutable values."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

Vs = TypeVarTuple("Vs")
R = TypeVar("R")

KEPT = 4096
"""The most results that are kept of each function, or items of all its results: enough for the matches in
play."""


def _one(_result: object) -> int:
    return 1


def once(make: Callable[[*Vs], R], most: int = KEPT, size: Callable[[R], int] = _one) -> Callable[[*Vs], R]:
    """Cache a function of immutable values by their identity, since hashing a long tuple is slow.

    Callers share the result and must not change it. The last results are kept, as long as their sizes add up
    to `most`, with their values, so that no other object gets the identity of one. Results that may grow
    without limit need a `size`.
    """
    kept: OrderedDict[tuple[int, ...], tuple[tuple[*Vs], R]] = OrderedDict()
    held, lock = 0, threading.Lock()

    @wraps(make)
    def made(*values: *Vs) -> R:
        nonlocal held
        key = tuple(map(id, values))
        found = kept.get(key)
        if found is None:
            found = values, make(*values)
            with lock:
                if key not in kept:
                    kept[key] = found
                    held += size(found[1])
                while held > most:
                    held -= size(kept.popitem(last=False)[1][1])
        return found[1]

    return made
