"""Signs a delivery and posts it, to public addresses alone; `WEBHOOKS_TO_PRIVATE` lets others be told.

The name of an address is looked up once, and the connection goes to the number that was checked, so that a
name cannot point elsewhere a moment later. Redirects are not followed, nothing of the answer is read beyond
its status, and all of it ends within `SECONDS`, however slowly the other side talks.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

SECONDS = 5.0
SCHEMES = {"https": 443, "http": 80}
LOWEST_PORT = 1024
"""Below it only the ports of the web: mail servers and the like understand some HTTP too."""

TUNNELS = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "2002::/16", "2001::/32")))
"""NAT64, 6to4 and Teredo: an IPv4 address is inside, and nobody says which network it is in."""


class Unreachable(Exception):
    """Why nothing was delivered; the text is for the owner of the webhook."""


def signature(secret: str, at: int, body: str) -> str:
    """The header `Ludopoli-Signature`: when it was sent, and the HMAC-SHA256 of time, a dot and the body."""
    digest = hmac.new(secret.encode(), f"{at}.{body}".encode(), hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def check(url: str) -> SplitResult:
    """The parts of an address that may be told something. Raises `Unreachable`."""
    try:
        parts = urlsplit(url)
        port = parts.port or SCHEMES.get(parts.scheme, 0)
    except ValueError:
        raise Unreachable("not an address") from None
    if parts.scheme not in SCHEMES or (parts.scheme == "http" and not settings.WEBHOOKS_TO_PRIVATE):
        raise Unreachable("only https")
    if not parts.hostname or parts.username or parts.password or not url.isascii() or not url.isprintable():
        raise Unreachable("not an address")
    if port < LOWEST_PORT and port not in SCHEMES.values():
        raise Unreachable(f"not to port {port}")
    return parts


def numbers(host: str, port: int) -> list[str]:
    """The IP addresses of a host: public ones, unless the setting allows others. Raises `Unreachable`."""
    try:
        found = {str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        raise Unreachable("the name has no address") from None
    if not settings.WEBHOOKS_TO_PRIVATE and not all(_is_public(each) for each in found):
        raise Unreachable("not a public address")
    return sorted(found)


def post(url: str, secret: str, kind: str, delivery: str, body: str) -> int:
    """Tell it; returns the status of the answer. Raises `Unreachable`."""
    parts = check(url)
    at = int(time.time())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Ludopoli-Webhook/1",
        "Ludopoli-Event": kind,
        "Ludopoli-Delivery": delivery,
        "Ludopoli-Signature": signature(secret, at, body),
        "Connection": "close",
    }
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with _connected(parts) as connection:
            connection.request("POST", target, body.encode(), headers)
            status = connection.getresponse().status
            if connection.is_cut:  # what ends too early looks like an end
                raise TimeoutError
            return status
    except (OSError, HTTPException, ValueError) as fault:
        raise Unreachable(_told(fault)) from None


@contextmanager
def _connected(parts: SplitResult) -> Iterator[Pinned]:
    """A connection that is cut when the time is over."""
    assert parts.hostname is not None
    port = parts.port or SCHEMES[parts.scheme]
    connection = Pinned(parts.hostname, port, numbers(parts.hostname, port)[0], parts.scheme == "https")
    until_cut = Timer(SECONDS, connection.cut)
    until_cut.daemon = True
    until_cut.start()
    try:
        yield connection
    finally:
        until_cut.cancel()
        connection.close()


class Pinned(HTTPConnection):
    """A connection to a number, for a name: TLS checks the name, and `Host` says it."""

    def __init__(self, host: str, port: int, number: str, secure: bool) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self.number, self.secure, self.is_cut = number, secure, False
        if secure:
            self.default_port = SCHEMES["https"]

    def connect(self) -> None:
        self.sock = socket.create_connection((self.number, self.port), SECONDS)
        if self.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()  # now that it can be cut
        if self.is_cut:
            raise TimeoutError

    def cut(self) -> None:
        """Whoever reads or writes here goes no further."""
        self.is_cut = True
        if self.sock is not None:
            with suppress(OSError):  # it broke by itself a moment ago
                self.sock.shutdown(socket.SHUT_RDWR)


def _is_public(number: str) -> bool:
    found = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return _is_public(str(found.ipv4_mapped))
        if any(found in network for network in TUNNELS):
            return False
    return found.is_global and not found.is_multicast


def _told(fault: Exception) -> str:
    if isinstance(fault, TimeoutError):
        return "no answer in time"
    if isinstance(fault, ssl.SSLError):
        return "TLS failed"
    if isinstance(fault, ConnectionRefusedError):
        return "nobody listens there"
    return "the connection broke"
