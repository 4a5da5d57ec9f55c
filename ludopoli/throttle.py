"""Token buckets: how often somebody may ask, with room for a burst."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable

from django.conf import settings

KEPT = 10_000
BURST_SECONDS = 3
ACCOUNT_FACTOR = 2
"""An account may hold several connections, and is allowed so much more than one of them."""


class Bucket:
    """`rate` tokens a second flow in; `burst` of them are kept, those of three seconds unless told."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float = settings.FRAMES_PER_SECOND, burst: float | None = None) -> None:
        self.rate, self.burst = rate, rate * BURST_SECONDS if burst is None else burst
        self.tokens, self.at = self.burst, time.monotonic()

    def take(self) -> bool:
        """Take a token, if there is one."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


_shared: OrderedDict[Hashable, Bucket] = OrderedDict()


def shared_bucket(
    who: Hashable, rate: float = settings.FRAMES_PER_SECOND * ACCOUNT_FACTOR, burst: float | None = None
) -> Bucket:
    """The bucket of an account (or an address) for all its connections to this process."""
    bucket = _shared.setdefault(who, Bucket(rate, burst))
    _shared.move_to_end(who)
    if len(_shared) > KEPT:
        _shared.popitem(last=False)
    return bucket
