"""Room for bots that nobody plays with: whatever their number, they get a fixed share of this process."""

from __future__ import annotations

import threading
import time

SHARE = 0.5
"""How much of one thread they may use in the long run."""

SMOOTHING = 0.125
"""The weight of the latest turn in what a turn is expected to take."""


class SpareTime:
    """Gives each turn a time of its own, in order, so far apart that the share is kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next = 0.0
        self._usual = 0.0

    def reserve(self) -> float:
        """Return in how many seconds the caller may take its turn. `spend` must follow."""
        with self._lock:
            now = time.monotonic()
            at = max(now, self._next)
            self._next = at + self._usual / SHARE
            return at - now

    def spend(self, seconds: float) -> None:
        """A turn took so long; one that was dropped took nothing."""
        with self._lock:
            self._next += (seconds - self._usual) / SHARE
            if seconds:
                self._usual += (seconds - self._usual) * SMOOTHING


spare_time = SpareTime()
