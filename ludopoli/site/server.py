"""Additions to Daphne: a limit on bodies, signs of life, and an orderly end. `install_server` adds them.

Twisted reads a whole body, and parses forms, in the one thread that serves everybody; only then would Django
check its length. So too large bodies are refused by their length, or as their chunks arrive.

A process whose event loop hangs still gets connections, and serves none of them. So the loop sends signs of
life, without which systemd kills the process.

When it ends, Daphne would cancel its work. So sockets are first asked to reconnect, and requests may finish.
"""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar
from urllib.parse import unquote

from daphne import http_protocol
from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.http import HttpRequest
from django.utils import translation
from twisted.internet import tcp
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from ludopoli.http import error_pages, languages, site_path
from ludopoli.http.bodies import LARGEST, largest_body
from ludopoli.sockets import draining
from ludopoli.work import watchdog

LINGERS = 2.0
"""Seconds during which the rest of a body is discarded, so that the client can read the response."""

SPREAD = 1.0
"""Seconds over which an ending process closes its sockets, so that clients do not all return at once."""

PATIENCE = 5.0
"""The longest that an ending process waits for its sockets, streams and requests, in seconds."""

MOST_UNSENT = 1024 * 1024
"""The bytes that may wait for the client of a socket. One that reads nothing is cut off: while it sends, no
timeout ends its connection, and what waits would grow for ever."""

MOST_UNREAD = 1000
"""The frames of a socket that may wait for its consumer. A client that sends more is cut off: the limits of
the consumer count only what it reads, and it reads nothing while the database is away."""

VANISHED_AFTER_MS = 60_000
"""The time after which a client has vanished if it acknowledges nothing that was sent. By default the kernel
waits for a quarter of an hour."""

ROUND = 0.1
"""Seconds after which it looks for sockets that were opened meanwhile."""


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

    def handle_exception(self, exception: BaseException) -> None:
        """Cut the connection if the response has begun: its client sees that it is incomplete.

        Daphne would begin another response, which raises, and never look at its applications again.
        """
        if not self._response_started:
            super().handle_exception(exception)
        elif self.channel is not None:
            self.channel.transport.abortConnection()

    def _is_too_much(self, length: int) -> bool:
        if length <= LARGEST:
            return False
        if self.most is None:
            self.most = largest_body(self.channel._path)
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
    request.path = site_path.whole_path(unquote(address.partition(b"?")[0].decode("ascii", "replace")))
    for name in ("Accept", "Accept-Language"):
        sent = headers.getRawHeaders(name.encode()) or [b""]
        request.META["HTTP_" + name.upper().replace("-", "_")] = sent[0].decode("latin-1")
    with translation.override(languages.preferred_language(None, request.META["HTTP_ACCEPT_LANGUAGE"])):
        response = error_pages.too_large(request)
    lines = [f"HTTP/1.1 {response.status_code} {response.reason_phrase}"]
    lines += [f"{name}: {value}" for name, value in response.headers.items()]
    lines += [f"Content-Length: {len(response.content)}", "Connection: close", "", ""]
    return "\r\n".join(lines).encode("latin-1") + response.content


class Prompt(tcp.Server):
    """A connection that is written to at once; Twisted first lets the kernel say that it has room."""

    def __init__(
        self, sock: socket.socket, protocol: Any, client: Any, server: Any, sessionno: int, reactor: Any
    ) -> None:
        super().__init__(sock, protocol, client, server, sessionno, reactor)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED_AFTER_MS)

    def write(self, data: bytes) -> None:
        if (
            self.dataBuffer
            or self._tempDataBuffer
            or self.TLS
            or not self.connected
            or self._writeDisconnected
        ):
            super().write(data)
            return
        sent = self.writeSomeData(data)
        if not isinstance(sent, int):
            super().write(data)  # the connection is lost, which Twisted notices when it writes
        elif sent < len(data):
            super().write(data[sent:])

    @property
    def unsent(self) -> int:
        """The number of bytes that the kernel has not taken yet."""
        return len(self.dataBuffer) - self.offset + self._tempDataLen


class ClosingSocket(WebSocketProtocol):
    """A socket that closes with any code; Autobahn's `sendClose` refuses those of a server, such as 1012.

    A text that goes to several sockets is made into a message once.
    """

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        if hasattr(self, "application_queue") and self.application_queue.qsize() >= MOST_UNREAD:
            self.transport.abortConnection()
        else:
            super().onMessage(payload, isBinary)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        if binary or self.state != self.STATE_OPEN:
            super().serverSend(content, binary)
        else:
            self.transport.write(_message(self.factory, content))
            if isinstance(self.transport, Prompt) and self.transport.unsent > MOST_UNSENT:
                self.transport.abortConnection()

    def serverClose(self, code: int | None = None) -> None:
        self.sendCloseFrame(code=code or self.CLOSE_STATUS_CODE_NORMAL)


@lru_cache(maxsize=8)
def _message(factory: WebSocketFactory, text: str) -> bytes:
    """Return a text as a message in one frame, as it goes over the wire."""
    message: bytes = factory.prepareMessage(text.encode(), doNotCompress=True).payloadHybi
    return message


class Draining(Server):
    """A server that shows that its event loop runs, and drains its connections before it ends."""

    when_live: ClassVar[list[Callable[[], object]]] = []
    """The functions to call once it listens."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ports: list[Any] = []
        self.unheard = ""
        """The reason why it cannot listen."""

    def run(self) -> None:
        """Serve until the process is to end. Raises `SystemExit` if it cannot listen."""
        super().run()
        if self.unheard:
            raise SystemExit(self.unheard)

    def listen_error(self, failure: Failure) -> None:
        super().listen_error(failure)
        self.unheard = failure.getErrorMessage()

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self.ports.append(port)
        from twisted.internet import reactor

        reactor.callWhenRunning(self._live)

    def _live(self) -> None:
        for begin in self.when_live:
            begin()
        watchdog.notify_systemd(watchdog.READY)
        LoopingCall(watchdog.notify_systemd, watchdog.ALIVE).start(watchdog.EVERY)

    def kill_all_applications(self) -> Deferred[None]:
        """Drain; Twisted ends the process once the result is there."""
        return Deferred.fromFuture(asyncio.ensure_future(self._drain()))

    async def _drain(self) -> None:
        draining.begin_draining()
        for port in self.ports:
            port.stopListening()
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        asked: set[WebSocketProtocol] = set()
        while (running := self._running()) and loop.time() < end:
            for line in self._lines() - asked:
                pause = random.uniform(0, SPREAD)
                loop.call_later(pause, line.application_queue.put_nowait, draining.RESTART)
                asked.add(line)
            await asyncio.wait(running, timeout=ROUND)
        for line in self._lines():
            if line.state == line.STATE_OPEN:
                line.serverClose(draining.CLOSED_RESTART)
        for application in running:
            application.cancel()
        if running:
            await asyncio.wait(running, timeout=ROUND)

    def _running(self) -> set[asyncio.Future[None]]:
        """The applications at work; a connection may be too new, or too old, to have one."""
        found = (details.get("application_instance") for details in self.connections.values())
        return {application for application in found if application and not application.done()}

    def _lines(self) -> set[WebSocketProtocol]:
        """The sockets that an application serves."""
        lines = (line for line in self.connections if isinstance(line, ClosingSocket))
        return {line for line in lines if hasattr(line, "application_queue")}


def install_server(*when_live: Callable[[], object]) -> None:
    """Make every Daphne server in this process limit requests, write at once, and drain before it ends.

    `when_live` are called once it listens.
    """
    http_protocol.WebRequest = Bounded
    WebSocketFactory.protocol = ClosingSocket
    CommandLineInterface.server_class = Draining
    Draining.when_live = [*when_live]
    tcp.Port.transport = Prompt
