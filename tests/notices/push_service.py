"""A push service with one browser, for tests."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludopoli.notices.pushes import encode_base64


@dataclass
class Service:
    """A push service with one browser, which decrypts what it receives."""

    url: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))
    status: int = 201
    heard: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": encode_base64(point), "auth": encode_base64(self.secret)}
        return {"endpoint": self.url, "expirationTime": None, "keys": keys}

    def shown(self) -> list[dict[str, Any]]:
        """What the service worker of the browser is given."""
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret))
            for _headers, body in self.heard
        ]


@contextmanager
def push_service() -> Iterator[Service]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            made.heard.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(made.status)
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    made = Service(f"http://127.0.0.1:{server.server_address[1]}/send/one")
    yield made
    server.shutdown()
    thread.join()
    server.server_close()
