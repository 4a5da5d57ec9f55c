"""A limit on request bodies in Daphne: too large ones are refused by their length, or as their chunks arrive.

Twisted reads a whole body, and parses forms, in the one thread that serves everybody; only then would Django
check its length. Daphne has no option for a limit, so `install` patches its request class.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from daphne import http_protocol
from django.http import HttpRequest
from django.utils import translation

from ludopoli.base import errors, languages
from ludopoli.base.bodies import LARGEST, largest

LINGERS = 2.0
"""Seconds during which the rest of a body is discarded, so that the client can read the response."""


class Bounded(http_protocol.WebRequest):
    """A request whose body is refused when it is, or becomes, too large. Only Django parses forms."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._parsePOSTFormSubmission = False
        self.arrived = 0
        self.refused = False
        self.most: int | None = None

    def gotLength(self, length: int | None) -> None:
        """Handle the end of the headers; without a length the body comes in chunks."""
        super().gotLength(0)  # keep it in memory: it will be small
        if length and self._is_too_much(length):
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        if self.refused:
            return
        self.arrived += len(data)
        if self._is_too_much(self.arrived):
            self._refuse()
        else:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        if not self.refused:
            super().requestReceived(command, path, version)

    def _is_too_much(self, length: int) -> bool:
        if length <= LARGEST:
            return False
        if self.most is None:
            self.most = largest(self.channel._path)
        return length > self.most

    def _refuse(self) -> None:
        """Respond, discard the rest of the body, and close the connection after the response has had time to
        arrive."""
        self.refused = True
        self.requestHeaders.removeHeader(b"Expect")  # else the channel would ask for the body
        self.channel.transport.write(_answer(self.channel._path, self.requestHeaders))
        self.content.close()
        self.channel.dataReceived = lambda _data: None
        from twisted.internet import reactor  # daphne has chosen it by now

        reactor.callLater(LINGERS, self.channel.loseConnection)  # type: ignore[arg-type]  # it takes seconds


def _answer(address: bytes, headers: Any) -> bytes:
    """Return the error response as bytes, in the language and the format of the request."""
    request = HttpRequest()
    request.path = unquote(address.partition(b"?")[0].decode("ascii", "replace"))
    for name in ("Accept", "Accept-Language"):
        sent = headers.getRawHeaders(name.encode()) or [b""]
        request.META["HTTP_" + name.upper().replace("-", "_")] = sent[0].decode("latin-1")
    with translation.override(languages.preferred(None, request.META["HTTP_ACCEPT_LANGUAGE"])):
        response = errors.too_large(request)
    lines = [f"HTTP/1.1 {response.status_code} {response.reason_phrase}"]
    lines += [f"{name}: {value}" for name, value in response.headers.items()]
    lines += [f"Content-Length: {len(response.content)}", "Connection: close", "", ""]
    return "\r\n".join(lines).encode("latin-1") + response.content


def install() -> None:
    """Make every Daphne server in this process limit its requests."""
    http_protocol.WebRequest = Bounded
