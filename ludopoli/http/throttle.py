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

KEPT = 10_000
BURST_SECONDS = 3
ACCOUNT_FACTOR = 2
"""The limit of an account, which may hold several connections, relative to that of one connection."""


class Bucket:
    """A token bucket: `rate` tokens flow in per second, and at most `burst` are kept (by default, 3 s
    worth)."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float = settings.FRAMES_PER_SECOND, burst: float | None = None) -> None:
        self.rate, self.burst = rate, rate * BURST_SECONDS if burst is None else burst
        self.tokens, self.at = self.burst, time.monotonic()

    def take(self, many: float = 1) -> bool:
        """Take `many` tokens if they are there; return whether they were."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < many:
            return False
        self.tokens -= many
        return True


_shared: OrderedDict[Hashable, Bucket] = OrderedDict()


def bucket_here(
    who: Hashable, rate: float = settings.FRAMES_PER_SECOND * ACCOUNT_FACTOR, burst: float | None = None
) -> Bucket:
    """The bucket of an account (or an address) for all its connections to this process."""
    bucket = _shared.setdefault(who, Bucket(rate, burst))
    _shared.move_to_end(who)
    if len(_shared) > KEPT:
        _shared.popitem(last=False)
    return bucket


@dataclass(frozen=True, slots=True)
class SharedBucket:
    """A token bucket that all processes share: one tuple of words and numbers names it everywhere."""

    who: Hashable
    rate: float
    burst: float

    def take(self, many: float = 1) -> bool:
        """Take `many` tokens if they are there; return whether they were."""
        taken: bool = cache.take_tokens(self.who, self.rate, self.burst, many)  # type: ignore[attr-defined]
        return taken


def shared_bucket(who: Hashable, rate: float, burst: float) -> SharedBucket:
    """The bucket of an account (or an address) for everything it does on the site."""
    return SharedBucket(who, rate, burst)


# ---- addresses

IPv6_BLOCK = 64
"""The prefix length, in bits, of the IPv6 block that one household has."""


def client_address(source: HttpRequest | Mapping[str, Any]) -> str:
    """The client's address of a request or (an ASGI scope) of a socket; "" over a Unix socket.

    `X-Forwarded-For` is trusted only as far as `settings.TRUSTED_PROXIES` wrote it: the address is the last
    in it that is not one of them. What a visitor puts into the header changes nothing.
    """
    if isinstance(source, Mapping):
        address = (source.get("client") or [""])[0] or ""
        sent = [value for name, value in source["headers"] if name == b"x-forwarded-for"]
        forwarded = b",".join(sent).decode("latin-1")
    else:
        address, forwarded = source.META.get("REMOTE_ADDR") or "", source.headers.get("X-Forwarded-For", "")
    for hop in reversed(forwarded.split(",")):
        if not _is_trusted(address) or _parsed(hop) is None:
            break
        address = str(_parsed(hop))
    return address


def address_block(address: str) -> str:
    """The unit that shares one limit: an IPv4 address, or the block of an IPv6 address."""
    found = _parsed(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, IPv6_BLOCK), strict=False))
    return address


def _is_trusted(address: str) -> bool:
    found = _parsed(address)
    return found is not None and any(found in network for network in settings.TRUSTED_PROXIES)


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse an address; an IPv4-mapped IPv6 address becomes IPv4."""
    try:
        found = ipaddress.ip_address(address.strip())
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
