"""A way to a server on which a test may have all packets dropped: `with hole.open():`."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

BACKLOG = 1
"""The connections that the kernel accepts for a listener that does not; it drops the next ones."""

CHUNK = 65536


class BlackHole:
    """A proxy for TCP. While it is open, it reads nothing, and its full backlog makes the kernel drop new
    connections: neither side gets an answer or an error."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname
        assert parts.port
        self._server = parts.hostname, parts.port
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen(BACKLOG)
        self._address: tuple[str, int] = self._listener.getsockname()
        self.url = parts._replace(netloc=f"127.0.0.1:{self._address[1]}").geturl()
        self._other: dict[socket.socket, socket.socket] = {}
        self._is_open = False
        self._changed, self._change = socket.socketpair()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> BlackHole:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._change.close()
        self._thread.join()
        for each in (self._listener, self._changed, *self._other):
            each.close()

    @contextmanager
    def open(self) -> Iterator[None]:
        self._is_open = True
        self._change.send(b"!")
        fillers = [self._filler() for _ in range(BACKLOG + 1)]
        try:
            yield
        finally:
            for filler in fillers:
                filler.close()
            self._is_open = False
            self._change.send(b"!")

    def _filler(self) -> socket.socket:
        filler = socket.socket()
        filler.setblocking(False)
        with suppress(BlockingIOError):
            filler.connect(self._address)
        return filler

    def _serve(self) -> None:
        while True:
            others = () if self._is_open else (self._listener, *self._other)
            for ready in select.select([self._changed, *others], [], [])[0]:
                if ready is self._changed:
                    if not ready.recv(1):
                        return
                elif ready is self._listener:
                    self._accept()
                elif ready in self._other:
                    self._pass_on(ready)

    def _accept(self) -> None:
        near, _ = self._listener.accept()
        try:
            far = socket.create_connection(self._server)
        except OSError:
            near.close()
        else:
            self._other[near], self._other[far] = far, near

    def _pass_on(self, ready: socket.socket) -> None:
        other = self._other[ready]
        try:
            data = ready.recv(CHUNK)
            if data:
                other.sendall(data)
                return
        except OSError:
            pass
        for each in (ready, other):
            del self._other[each]
            each.close()
