"""A server that receives webhooks, and responds as each test asks."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache

from ludopoli.accounts.models import User
from ludopoli.webhooks.models import Webhook


@dataclass
class Ear:
    url: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    heard: list[tuple[dict[str, str], str]] = field(default_factory=list)
    """The headers and the body of each request."""


def arrived(ear: Ear) -> list[dict[str, Any]]:
    return [json.loads(body) for _headers, body in ear.heard]


@pytest.fixture
def ear() -> Iterator[Ear]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            listening.heard.append((dict(self.headers), body))
            self.send_response(listening.status)
            for name, value in listening.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening = Ear(f"http://127.0.0.1:{server.server_port}/hook?club=1")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield listening
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def _idle(settings: LazySettings) -> None:
    cache.clear()
    settings.WEBHOOKS_TO_PRIVATE = True  # the ear listens on this machine


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("Anna")


@pytest.fixture
def hook(anna: User, ear: Ear) -> Webhook:
    return Webhook.objects.create(user=anna, url=ear.url, kinds=["match_finished", "challenge"])
