"""The caches in which rates are counted: this process's own, and Redis with a fallback while it is down."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError, OutOfMemoryError, TimeoutError

from ludopoli.http.throttle import process_bucket

log = logging.getLogger(__name__)

ASKED_AGAIN_AFTER = 5.0
"""Seconds before Redis is tried again after a failure, so that not every request waits for it."""


TAKE_TOKENS = """
local time, burst, rate, many = redis.call('TIME'), tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now = time[1] + time[2] / 1000000
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = math.min(burst, (tonumber(kept[1]) or burst) + (now - (tonumber(kept[2]) or now)) * rate)
local enough = tokens >= many
if enough then tokens = tokens - many end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.6f', tokens), 'at', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], math.ceil(burst / rate) + 1)
return enough and 1 or 0
"""
"""`throttle.Bucket` as a script of Redis, by the clock of Redis; a bucket that is full again is forgotten."""


class OwnCache(LocMemCache):
    """The memory of this process, with its token buckets."""

    def take_tokens(self, who: Hashable, rate: float, burst: float, many: float) -> bool:
        return process_bucket(who, rate, burst).take(many)


Operation = Callable[..., Any]


def _or_own(operation: Operation) -> Operation:
    """Do a cache operation on Redis, or in the memory of this process while Redis is down."""

    @wraps(operation)
    def do(self: SharedCache, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= SharedCache.away_until:
            try:
                return operation(self, *args, **kwargs)
            except (ConnectionError, TimeoutError, OutOfMemoryError) as error:
                SharedCache.away_until = time.monotonic() + ASKED_AGAIN_AFTER
                log.warning("Redis is away (%s): rates are counted in this process", type(error).__name__)
        return getattr(self.own, operation.__name__)(*args, **kwargs)

    return do


class SharedCache(RedisCache):
    """Redis; while it is down each process counts in its own memory.

    So limits still apply and nobody is turned away: at worst a limit counts per process.
    """

    away_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.own = OwnCache("while Redis is away", {})

    @_or_own
    def take_tokens(self, who: Hashable, rate: float, burst: float, many: float) -> bool:
        """Take tokens from the bucket of this name, if they are there; return whether they were."""
        key = self.make_key(f"tokens {who!r}")
        client = self._cache.get_client(key, write=True)  # type: ignore[attr-defined]  # not in the stubs
        return client.eval(TAKE_TOKENS, 1, key, burst, rate, many) == 1

    add = _or_own(RedisCache.add)
    clear = _or_own(RedisCache.clear)
    delete = _or_own(RedisCache.delete)
    delete_many = _or_own(RedisCache.delete_many)
    get = _or_own(RedisCache.get)
    get_many = _or_own(RedisCache.get_many)
    has_key = _or_own(RedisCache.has_key)
    incr = _or_own(RedisCache.incr)
    set = _or_own(RedisCache.set)
    set_many = _or_own(RedisCache.set_many)
    touch = _or_own(RedisCache.touch)
