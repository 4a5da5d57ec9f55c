"""An installation under a path of its host, with the three games of the tests, and two proxies before it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.live.stack import Embedded

SITE_PATH = "/carte/"

GAMES = "tests.tinygame tests.tinydraw tests.tinyteams"


class PathProxy:
    """A proxy that serves a site under `SITE_PATH`, and nothing else."""

    def __init__(self, site: tuple[str, int], *, strips: bool) -> None:
        self.site, self.strips = site, strips
        self.outside: list[str] = []
        """The addresses that were asked for outside the path."""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    @contextmanager
    def serve(self) -> Iterator[PathProxy]:
        threading.Thread(target=self._accept, daemon=True).start()
        yield self
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self.listener.accept()
                threading.Thread(target=self._pass_on, args=[client], daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        """Pass one request and its answer, or one socket."""
        with client, suppress(OSError):
            received = b""
            while b"\r\n\r\n" not in received:
                received += (part := client.recv(65536))
                if not part:
                    return
            method, _, rest = received.partition(b" ")
            address, _, rest = rest.partition(b" ")
            if not address.startswith(SITE_PATH.encode()):
                self.outside.append(address.decode())
                client.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            if self.strips:
                address = address[len(SITE_PATH) - 1 :]
            rest = rest.replace(b"Connection: keep-alive", b"Connection: close", 1)
            with socket.create_connection(self.site) as site:
                site.sendall(b" ".join((method, address, rest)))
                threading.Thread(target=self._pump, args=[client, site], daemon=True).start()
                self._pump(site, client)

    @staticmethod
    def _pump(source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while part := source.recv(65536):
                sink.sendall(part)
            sink.shutdown(socket.SHUT_WR)


class UnderAPath(Embedded):
    """The site under `SITE_PATH`, whose mails name the proxy that strips the path."""

    def __init__(self, home: Path, tables: str) -> None:
        super().__init__(home, tables, LUDOPOLI_GAMES=GAMES)
        site = ("127.0.0.1", self.ports[0])
        self.proxies = {name: PathProxy(site, strips=name == "strips") for name in ("strips", "passes on")}
        self.env["SITE_URL"] = self.proxies["strips"].url + SITE_PATH
        self._serving = ExitStack()

    @property
    def urls(self) -> list[str]:
        return [f"{url}{SITE_PATH[:-1]}" for url in super().urls]

    def __enter__(self) -> UnderAPath:
        super().__enter__()
        for proxy in self.proxies.values():
            self._serving.enter_context(proxy.serve())
        return self

    def __exit__(self, *raised: Any) -> None:
        self._serving.close()
        super().__exit__(*raised)
