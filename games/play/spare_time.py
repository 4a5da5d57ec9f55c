"""Spare time for bots in matches without people, and for readers' questions: a fixed share of this process.

Bots reserve their turns, so that a long line does not have to look again and again. Readers go ahead of them.
"""

from __future__ import annotations

import threading
import time

from django.conf import settings

LONGEST_COUNTDOWN = settings.VISIBILITY_TIMEOUT / 2
"""The longest countdown of a task, in seconds, so that Redis does not hand it out twice. A task that has to
wait longer looks again."""

SHARE = 0.5
"""The share of one thread that these bots may use in the long run."""

SMOOTHING = 0.125
"""The weight of the latest turn in the estimate of the processor time of a turn."""


class SpareTime:
    """Spaces out turns, in the order they ask, so that the share is kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next = 0.0
        self._usual = 0.0

    def reserve(self) -> float:
        """Return the seconds until the caller may take its turn. The caller must then call `spend`."""
        with self._lock:
            now = time.monotonic()
            at = max(now, self._next)
            self._next = at + self._usual / SHARE
            return at - now

    def spend(self, seconds: float) -> None:
        """Charge the processor time of a turn; 0 for one that was dropped.

        Not the time of a clock: a machine that was suspended would make all bots wait as long again.
        """
        with self._lock:
            self._next += (seconds - self._usual) / SHARE
            if seconds:
                self._usual += (seconds - self._usual) * SMOOTHING

    def charge(self, seconds: float) -> None:
        """Charge processor time that nobody had reserved: whoever waits in line waits longer."""
        with self._lock:
            self._next = max(time.monotonic(), self._next) + seconds / SHARE

    def debt(self) -> float:
        """Return the seconds until all that was charged is within the share."""
        with self._lock:
            return max(0.0, self._next - time.monotonic())


spare_time = SpareTime()
