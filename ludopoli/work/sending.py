"""Posts to addresses that people have named: signed webhooks, and pushes.

Only to public addresses; `WEBHOOKS_TO_PRIVATE` allows others.

A host name is resolved once, and the connection goes to the IP address that was checked, so that the name
cannot point elsewhere a moment later. Redirects are not followed, only the status of the response is read,
and everything, DNS lookup included, ends within `SECONDS`, however slow the other side is.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from threading import BoundedSemaphore, Thread, Timer
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

SECONDS = 5.0
looking_up = BoundedSemaphore(64)
"""Limits this process's simultaneous DNS lookups, which cannot be cancelled even after a timeout."""

SCHEMES = {"https": 443, "http": 80}
LOWEST_PORT = 1024
"""Below this port only those of the web are allowed: mail servers and the like react to HTTP, too."""

UNICAST = ipaddress.IPv6Network("2000::/3")
"""The only allocated part of IPv6. Loopback, local addresses and most tunnels lie outside."""

NOT_PUBLIC = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
            "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
            "224.0.0.0/4", "240.0.0.0/4",
            "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
        ),
    )
)  # fmt: skip
"""IANA's special-purpose networks, in IPv4 and in `UNICAST`, and 168.63.129.16, the host services of machines
in Azure. (Python's own `is_global` depends on its version.)"""


class Unreachable(Exception):
    """Nothing was delivered; the message, for the owner of the webhook, says why."""


def sign_delivery(key: bytes, delivery: str, at: int, body: str) -> str:
    """Return the header `webhook-signature` of a delivery, by its id, the time of sending and its body."""
    digest = hmac.digest(key, f"{delivery}.{at}.{body}".encode(), hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}"


def check_address(url: str) -> SplitResult:
    """Return the parts of an address, if webhooks may use it. Raises `Unreachable`."""
    try:
        parts = urlsplit(url)
        port = SCHEMES.get(parts.scheme, 0) if parts.port is None else parts.port
    except ValueError:
        raise Unreachable("not an address") from None
    if parts.scheme not in SCHEMES or (parts.scheme == "http" and not settings.WEBHOOKS_TO_PRIVATE):
        raise Unreachable("only https")
    if not parts.hostname or _is_odd_number(parts.hostname):
        raise Unreachable("not an address")
    if parts.username or parts.password or not url.isascii() or not url.isprintable():
        raise Unreachable("not an address")
    if port < LOWEST_PORT and port not in SCHEMES.values():
        raise Unreachable(f"not to port {port}")
    return parts


def check_public(url: str) -> None:
    """Check that an address, which somebody names, leads to public IP addresses now. Raises `Unreachable`."""
    parts = check_address(url)
    addresses_of_host(parts.hostname or "", parts.port or SCHEMES[parts.scheme])


def addresses_of_host(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host: public ones, unless the setting allows others. Raises
    `Unreachable`."""
    try:
        found = {str(each[4][0]) for each in _looked_up(host, port)}
    except TimeoutError:
        raise Unreachable("no answer in time") from None
    except (OSError, UnicodeError):
        raise Unreachable("the name has no address") from None
    if not settings.WEBHOOKS_TO_PRIVATE and not all(is_public(each) for each in found):
        raise Unreachable("not a public address")
    return sorted(found)


def _looked_up(host: str, port: int) -> list[Any]:
    """Resolve a name within `SECONDS`. Raises `TimeoutError`."""
    until = time.monotonic() + SECONDS
    if not looking_up.acquire(timeout=SECONDS):
        raise TimeoutError
    found: Future[list[Any]] = Future()

    def ask() -> None:
        try:
            found.set_result(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception as fault:
            found.set_exception(fault)
        finally:
            looking_up.release()

    try:
        Thread(
            target=ask, daemon=True
        ).start()  # unlike a pool's threads, it does not delay the end of the process
    except RuntimeError:
        looking_up.release()
        raise
    return found.result(max(0.0, until - time.monotonic()))


def deliver_webhook(url: str, key: bytes, delivery: str, body: str) -> int:
    """Deliver one webhook, signed as Standard Webhooks 1.0 has it, and return the HTTP status. Raises
    `Unreachable`."""
    at = int(time.time())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Ludopoli-Webhook/1",
        "webhook-id": delivery,
        "webhook-timestamp": str(at),
        "webhook-signature": sign_delivery(key, delivery, at, body),
    }
    return post_body(url, headers, body.encode())


def post_body(url: str, headers: Mapping[str, str], body: bytes) -> int:
    """Post a body to a public address and return the HTTP status. Raises `Unreachable`."""
    parts = check_address(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with _connected(parts) as connection:
            connection.request("POST", target, body, {**headers, "Connection": "close"})
            status = connection.getresponse().status
            if connection.is_cut:  # a response cut short looks complete
                raise TimeoutError
            return status
    except (OSError, HTTPException, ValueError) as fault:
        raise Unreachable(_reason(fault)) from None


def certificate_ends(url: str) -> datetime:
    """Return the end of validity of the certificate at an address. Raises `Unreachable`."""
    try:
        with _connected(check_address(url)) as connection:
            connection.connect()
            ends = connection.certificate()["notAfter"]
    except OSError as fault:
        raise Unreachable(_reason(fault)) from None
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(ends), UTC)


@contextmanager
def _connected(parts: SplitResult) -> Iterator[Pinned]:
    """Open a connection that is cut when the time is up."""
    assert parts.hostname is not None
    port = parts.port or SCHEMES[parts.scheme]
    until = time.monotonic() + SECONDS
    connection = Pinned(
        parts.hostname, port, addresses_of_host(parts.hostname, port), parts.scheme == "https", until
    )
    until_cut = Timer(max(0.0, until - time.monotonic()), connection.cut)
    until_cut.daemon = True
    until_cut.start()
    try:
        yield connection
    finally:
        until_cut.cancel()
        connection.close()


class Pinned(HTTPConnection):
    """A connection to one of the checked IP addresses of a host; TLS and `Host` still use the name."""

    def __init__(self, host: str, port: int, numbers: list[str], secure: bool, until: float) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self.numbers, self.secure, self.is_cut = numbers, secure, False
        self.until = until
        if secure:
            self.default_port = SCHEMES["https"]

    def connect(self) -> None:
        self.sock = self._reach()
        if self.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()  # now that it can be cut
        if self.is_cut:
            raise TimeoutError

    def _reach(self) -> socket.socket:
        """Connect to the first IP address that accepts; all of them have been checked."""
        fault: OSError = TimeoutError()
        for number in self.numbers:
            if (left := self.until - time.monotonic()) > 0:
                try:
                    return socket.create_connection((number, self.port), left)
                except OSError as failed:
                    fault = failed
        raise fault

    def certificate(self) -> dict[str, Any]:
        """Return the verified certificate of the other side."""
        assert isinstance(self.sock, ssl.SSLSocket)
        return self.sock.getpeercert() or {}

    def cut(self) -> None:
        """Interrupt any reading or writing on this connection."""
        self.is_cut = True
        if self.sock is not None:
            with suppress(OSError):  # it broke by itself a moment ago
                self.sock.shutdown(socket.SHUT_RDWR)


def is_public(number: str) -> bool:
    """Return whether an IP address is a public one."""
    if "%" in number:
        return False
    found = ipaddress.ip_address(number)
    if isinstance(found, ipaddress.IPv6Address) and found not in UNICAST:
        return False
    return not any(found in network for network in NOT_PUBLIC)


def _is_odd_number(host: str) -> bool:
    """Return whether a host is an IP address in an unusual form: octal, hexadecimal, with a zone."""
    if ":" in host:
        return "%" in host
    last = host.rstrip(".").rpartition(".")[2]
    if not re.fullmatch(r"0x[0-9a-f]*|[0-9]+", last, re.IGNORECASE):
        return False
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return True
    return False


def _reason(fault: Exception) -> str:
    if isinstance(fault, TimeoutError):
        return "no answer in time"
    if isinstance(fault, ssl.SSLError):
        return "TLS failed"
    if isinstance(fault, ConnectionRefusedError):
        return "nobody listens there"
    return "the connection broke"
