"""The cache in which rates are counted, with a fallback while Redis is down."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError, OutOfMemoryError, TimeoutError

log = logging.getLogger(__name__)

ASKED_AGAIN_AFTER = 5.0
"""Seconds before Redis is tried again after a failure, so that not every request waits for it."""


def _or_own(name: str) -> Callable[..., Any]:
    """A cache operation on Redis, or on the memory of this process while Redis is down."""

    def call(self: SharedCache, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= SharedCache.away_until:
            try:
                return getattr(super(SharedCache, self), name)(*args, **kwargs)
            except (ConnectionError, TimeoutError, OutOfMemoryError) as error:
                SharedCache.away_until = time.monotonic() + ASKED_AGAIN_AFTER
                log.warning("Redis is away (%s): rates are counted in this process", type(error).__name__)
        return getattr(self.own, name)(*args, **kwargs)

    return call


class SharedCache(RedisCache):
    """Redis; while it is down each process counts in its own memory.

    So limits still apply and nobody is turned away: at worst a limit counts per process.
    """

    away_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.own = LocMemCache("while Redis is away", {})

    add = _or_own("add")
    clear = _or_own("clear")
    delete = _or_own("delete")
    delete_many = _or_own("delete_many")
    get = _or_own("get")
    get_many = _or_own("get_many")
    has_key = _or_own("has_key")
    incr = _or_own("incr")
    set = _or_own("set")
    set_many = _or_own("set_many")
    touch = _or_own("touch")
