"""Rate limits: the address of a request, and token buckets with room for a burst."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

MAX_BUCKETS = 10_000
"""The most buckets that a process keeps; beyond it the one that was asked for least recently is dropped."""

BURST_SECONDS = 3
"""The size of a bucket, in seconds of its rate, unless its burst is given."""

ACCOUNT_FACTOR = 2
"""The limit of an account, which may hold several connections, as a multiple of that of one connection."""


class Bucket:
    """A token bucket: it gains `rate` tokens per second and holds at most `burst` (by default,
    `BURST_SECONDS` of its rate). It begins full."""

    __slots__ = ("burst", "rate", "tokens", "updated_at")

    def __init__(self, rate: float = settings.FRAMES_PER_SECOND, burst: float | None = None) -> None:
        self.rate, self.burst = rate, rate * BURST_SECONDS if burst is None else burst
        self.tokens, self.updated_at = self.burst, time.monotonic()

    def take(self, count: float = 1) -> bool:
        """Take `count` tokens if they are there; return whether they were."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.updated_at) * self.rate)
        self.updated_at = now
        if self.tokens < count:
            return False
        self.tokens -= count
        return True


_shared: OrderedDict[Hashable, Bucket] = OrderedDict()


def process_bucket(
    who: Hashable, rate: float = settings.FRAMES_PER_SECOND * ACCOUNT_FACTOR, burst: float | None = None
) -> Bucket:
    """Return the bucket that all connections of an account (or an address) to this process share.

    `rate` and `burst` apply if the bucket is new.
    """
    bucket = _shared.setdefault(who, Bucket(rate, burst))
    _shared.move_to_end(who)
    if len(_shared) > MAX_BUCKETS:
        _shared.popitem(last=False)
    return bucket


@dataclass(frozen=True, slots=True)
class SharedBucket:
    """A token bucket in the cache, shared by all processes. Its key `who` is a tuple of strings and numbers,
    which is the same in each of them."""

    who: Hashable
    rate: float
    burst: float

    def take(self, count: float = 1) -> bool:
        """Take `count` tokens if they are there; return whether they were."""
        taken: bool = cache.take_tokens(self.who, self.rate, self.burst, count)  # type: ignore[attr-defined]
        return taken


def shared_bucket(who: Hashable, rate: float, burst: float) -> SharedBucket:
    """Return the bucket of an account (or an address) for one kind of action on the whole site."""
    return SharedBucket(who, rate, burst)


# ---- addresses

IPV6_PREFIX_BITS = 64
"""The length of the prefix that all IPv6 addresses of a household share, in bits."""


def client_address(source: HttpRequest | Mapping[str, Any]) -> str:
    """Return the client's address, from a request or from a socket's ASGI scope; "" over a Unix socket.

    Each proxy appends the address of its own client to `X-Forwarded-For`. So the header is read from its end,
    for as long as the addresses are those of `settings.TRUSTED_PROXIES`; entries before that may have been
    forged by the visitor and are ignored.
    """
    if isinstance(source, Mapping):
        address = (source.get("client") or [""])[0] or ""
        headers = [value for name, value in source["headers"] if name == b"x-forwarded-for"]
        forwarded = b",".join(headers).decode("latin-1")
    else:
        address, forwarded = source.META.get("REMOTE_ADDR") or "", source.headers.get("X-Forwarded-For", "")
    for hop in reversed(forwarded.split(",")):
        if not _is_trusted(address) or _parsed(hop) is None:
            break
        address = str(_parsed(hop))
    return address


def address_block(address: str) -> str:
    """Return the name under which an address is limited: itself for IPv4, its household's block for IPv6."""
    found = _parsed(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, IPV6_PREFIX_BITS), strict=False))
    return address


def _is_trusted(address: str) -> bool:
    found = _parsed(address)
    return found is not None and any(found in network for network in settings.TRUSTED_PROXIES)


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse an address; None if it is none. An IPv4-mapped IPv6 address becomes IPv4."""
    try:
        found = ipaddress.ip_address(address.strip())
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
