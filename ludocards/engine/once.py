"""A cache for the results of functions of immutable values."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Generic, TypeVar, TypeVarTuple

V = TypeVar("V")
Vs = TypeVarTuple("Vs")
R = TypeVar("R")

KEPT = 4096
"""The most results that are kept of each function: enough for the matches in play."""


class _Same(Generic[V]):
    """A cache key that compares its value by identity."""

    __slots__ = ("value",)

    def __init__(self, value: V) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value


def once(make: Callable[[*Vs], R], most: int = KEPT) -> Callable[[*Vs], R]:
    """Cache a function of immutable values by their identity, since hashing a long tuple is slow.

    Callers share the result and must not change it. `most` results are kept.
    """
    kept = lru_cache(most)(lambda *same: make(*(each.value for each in same)))

    @wraps(make)
    def made(*values: *Vs) -> R:
        return kept(*(_Same(value) for value in values))

    return made
