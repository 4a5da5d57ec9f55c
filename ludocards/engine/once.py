"""A cache for what is derived from immutable values."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Generic, TypeVar

V = TypeVar("V")
R = TypeVar("R")

KEPT = 4096
"""The values of a function that are kept: those of the matches in play."""


class _Same(Generic[V]):
    """A key that is equal only to that of the very same value."""

    __slots__ = ("value",)

    def __init__(self, value: V) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value


def once(make: Callable[[V], R]) -> Callable[[V], R]:
    """Cache a function of one immutable value by its identity: hashing a long tuple would cost as much.

    Callers share the result and must not change it.
    """
    kept = lru_cache(KEPT)(lambda same: make(same.value))

    @wraps(make)
    def made(value: V) -> R:
        return kept(_Same(value))

    return made
