"""Results that all requests of a process share for a moment, instead of each reading the database."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """A function whose results are shared for some seconds, by its arguments.

    Callers at the same time wait for one call.
    The result must be the same for everybody: what depends on the reader is an argument, or added afterwards.
    It must not be made of other shared results, since their ages would add up.
    """

    all: list[Shared[object]] = []

    def __init__(self, read: Callable[..., T], seconds: float) -> None:
        self._read, self._seconds = read, seconds
        self._kept: dict[tuple[Hashable, ...], tuple[float, T]] = {}
        self._lock = threading.Lock()
        Shared.all.append(self)  # type: ignore[arg-type]

    def __call__(self, *arguments: Hashable) -> T:
        asked = time.monotonic()
        with self._lock:
            began, result = self._kept.get(arguments, (None, None))
            if result is None or began is None or asked - began >= self._seconds:
                began = time.monotonic()
                result = self._read(*arguments)
                fresh = {known: kept for known, kept in self._kept.items() if began - kept[0] < self._seconds}
                self._kept = {**fresh, arguments: (began, result)}
            return result

    def forget(self) -> None:
        self._kept.clear()


def forget_shared_results() -> None:
    """Forget all results, as a restart would; for tests."""
    for shared in Shared.all:
        shared.forget()
