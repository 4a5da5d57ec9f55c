"""A body that is too large is refused before it is read, with a length or in chunks."""

from __future__ import annotations

import json
import sys
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from daphne import http_protocol
from twisted.internet import reactor
from twisted.internet.protocol import FileWrapper  # the module for tests would slow down all of pytest

from games.archive import imports
from games.pages import imports as import_pages
from ludopoli.http import bodies


class Server:
    """A stand-in for Daphne's server, which records the requests handed on to the application."""

    root_path, request_buffer_size, server_name = "", 8192, "ludopoli"
    proxy_forwarded_address_header = None
    http_timeout = None

    def __init__(self) -> None:
        self.handed_on: list[dict[str, Any]] = []

    def protocol_connected(self, _protocol: object) -> None: ...

    def protocol_disconnected(self, _protocol: object) -> None: ...

    def create_application(self, _request: object, scope: dict[str, Any]) -> Any:
        self.handed_on.append(scope)
        return SimpleNamespace(put_nowait=lambda _message: None)


class Transport(FileWrapper):
    """A connection that writes into a file, which remains open."""

    def loseConnection(self) -> None: ...


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The delays of the scheduled closings of connections, in seconds."""
    when: list[float] = []
    monkeypatch.setattr(reactor, "callLater", lambda seconds, *_: when.append(seconds))
    return when


def sent(server: Server, *parts: bytes) -> bytes:
    """Return the server's own response to these bytes, which arrive part by part."""
    factory = http_protocol.HTTPFactory(server)
    factory.timeOut = None
    channel = factory.buildProtocol(None)
    answered = BytesIO()
    channel.makeConnection(Transport(answered))
    for part in parts:
        channel.dataReceived(part)
    return answered.getvalue()


def head(path: str, *lines: str, method: str = "POST") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


FORM = "Content-Type: application/x-www-form-urlencoded"


@pytest.mark.parametrize("path", ["/", "/tavoli/apri/", "/account/accedi/", "/nowhere/", "/api/v1/tables/"])
@pytest.mark.parametrize("method", ["POST", "PUT", "GET"])
def test_a_declared_length_is_refused_before_a_byte_is_read(
    path: str, method: str, server: Server, later: list[float]
) -> None:
    answer = sent(server, head(path, FORM, f"Content-Length: {bodies.LARGEST + 1}", method=method))
    assert answer.startswith(b"HTTP/1.1 413 "), answer[:80]
    assert later, "the connection ends"
    assert not server.handed_on


def test_an_oversized_body_gets_no_continue(server: Server, later: list[float]) -> None:
    answer = sent(server, head("/", "Expect: 100-continue", "Content-Length: 20000000"))
    assert b"100 Continue" not in answer


@pytest.mark.parametrize("path", ["/", "/api/v1/referee/"])
def test_a_chunked_body_is_refused_beyond_the_limit(path: str, server: Server, later: list[float]) -> None:
    chunk = b"4000\r\n" + b"a" * 0x4000 + b"\r\n"
    most = bodies.largest_body(path.encode())
    few = most // 0x4000
    begun = head(path, FORM, "Transfer-Encoding: chunked")
    assert sent(server, begun, *[chunk] * few) == b""
    assert sent(server, begun, *[chunk] * (few + 1)).startswith(b"HTTP/1.1 413 ")
    assert sent(server, begun, *[chunk] * 400, b"0\r\n\r\n").count(b"HTTP/1.1") == 1
    assert not server.handed_on


def test_a_small_body_is_passed_on_unparsed(
    server: Server, later: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[bytes] = []

    def parse(text: bytes, _keep: int) -> dict[str, str]:
        parsed.append(text)
        return {}

    monkeypatch.setattr("twisted.web.http.parse_qs", parse)
    form = b"a=1&" * (bodies.LARGEST // 4)
    answer = sent(server, head("/", FORM, f"Content-Length: {len(form)}"), form)
    assert answer == b""
    assert len(server.handed_on) == 1
    assert parsed == [], "Django parses forms, in a thread"


def test_uploads_may_be_larger(server: Server, later: list[float]) -> None:
    assert bodies.largest_body(b"/partita/da-file/") == import_pages.LARGEST_FORM
    assert bodies.largest_body(b"/api/v1/referee/?verify=1") == imports.LARGEST
    record = b"x" * imports.LARGEST
    assert sent(server, head("/api/v1/referee/", f"Content-Length: {len(record)}"), record) == b""
    assert len(server.handed_on) == 1


def test_a_program_gets_a_problem_document(server: Server, later: list[float]) -> None:
    top, _, body = sent(server, head("/api/v1/tables/", "Content-Length: 9999999")).partition(b"\r\n\r\n")
    assert b"Content-Type: application/problem+json" in top
    assert f"Content-Length: {len(body)}".encode() in top
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (413, "too_large")


def test_a_person_gets_a_page_in_their_language(server: Server, later: list[float]) -> None:
    long = "Content-Length: 9999999"
    italian = sent(server, head("/tavoli/", long, "Accept: text/html"))
    english = sent(server, head("/tavoli/", long, "Accept: text/html", "Accept-Language: en"))
    assert b'<html lang="it"' in italian
    assert b'<html lang="en"' in english
    assert b"grande" in italian


def test_a_page_script_gets_an_error_code(server: Server, later: list[float]) -> None:
    answer = sent(server, head("/tavoli/apri/", "Content-Length: 9999999", "Accept: application/json"))
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too_large"


def test_no_test_loads_trial() -> None:
    """Pytest would then look up the version of Twisted for every test, which takes a millisecond."""
    assert "twisted.trial.unittest" not in sys.modules
