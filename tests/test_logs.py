"""The lines of the log: one word leads from a request to all that follows, and no secret is in them."""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker

from ludopoli.base import logs
from ludopoli.site import celery as site
from ludopoli.site import settings
from ludopoli.site.asgi import traced
from ludopoli.work.threads import in_thread

LOGGING: Any = settings.LOGGING
LINE = LOGGING["formatters"]["line"]["format"]
SIGNED = "/tornei/coppa/posto/MTI:1tXyZa:" + "s" * 43 + "/"


def record(message: str, *arguments: object, failed: bool = False) -> logging.LogRecord:
    error = sys.exc_info() if failed else None
    return logging.LogRecord("games", logging.WARNING, "", 1, message, arguments, error)


def written(each: logging.LogRecord) -> list[str]:
    """Return the line for people and the line for programs."""
    return [logs.Formatter(LINE, style="{").format(each), logs.JsonFormatter().format(each)]


async def asked(*headers: tuple[bytes, bytes], kind: str = "http") -> tuple[str, list[dict[str, Any]]]:
    """Return the trace of a request with these headers, and what was sent to the client."""
    seen, sent = [], []

    async def site(scope: Any, receive: Any, send: Any) -> None:
        seen.append(logs.current_trace())
        await send({"type": f"{kind}.response.start", "status": 200, "headers": []})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await traced(site)({"type": kind, "headers": headers}, None, send)
    return seen[0], sent


async def test_a_request_keeps_the_id_that_the_proxy_has_given_it() -> None:
    trace, [start] = await asked((b"x-request-id", b"0123456789abcdef"))
    assert trace == "0123456789abcdef"
    assert start["headers"] == [(b"x-request-id", b"0123456789abcdef")]


@pytest.mark.parametrize(
    "sent", [b"", b"short", b"a" * 65, b"two words here", b"a@example.org.x", b"line\nfeed.."]
)
async def test_another_id_is_replaced(sent: bytes) -> None:
    trace, [start] = await asked((b"x-request-id", sent))
    assert trace != sent.decode()
    assert logs.SENT.fullmatch(trace)
    assert start["headers"] == [(b"x-request-id", trace.encode())]


async def test_a_socket_has_an_id_of_its_own() -> None:
    first, _ = await asked(kind="websocket")
    second, _ = await asked(kind="websocket")
    assert first != second


async def test_a_thread_inherits_the_command_of_its_socket() -> None:
    socket = logs.begin_trace()
    logs.name_command("move-7")
    assert await in_thread(logs.current_trace) == f"{socket}/move-7"
    logs.name_command("")
    assert await in_thread(logs.current_trace) == socket


@pytest.fixture
def another_app() -> Iterator[Celery]:
    """A Celery application without the site's settings. A worker of the tests makes it the default of the
    whole process, where it would replace the site's in every later test."""
    app = Celery("another", broker="memory://", set_as_current=False)
    app.conf.update(task_ignore_result=True)
    yield app
    site.app.set_current()
    site.app.set_default()


def test_a_task_goes_on_with_the_trace_of_its_sender(another_app: Celery) -> None:
    app, found, ran = another_app, [], threading.Semaphore(0)

    @app.task(name="followed")
    def followed() -> None:
        found.append(logs.current_trace())
        ran.release()

    with start_worker(app, pool="threads", perform_ping_check=False, shutdown_timeout=30):
        logs.resume_trace("0123456789abcdef/move-7")
        followed.delay()
        logs.resume_trace("")
        alone = followed.delay()
        assert all(ran.acquire(timeout=30) for _ in range(2))
    assert sorted(found) == sorted(["0123456789abcdef/move-7", alone.id])


def test_each_line_names_its_trace() -> None:
    logs.resume_trace("0123456789abcdef")
    line, entry = written(record("match %s", 7))
    assert line.endswith("WARNING games [0123456789abcdef]: match 7")
    assert json.loads(entry) | {"time": "", "process": 0} == {
        "time": "",
        "level": "WARNING",
        "logger": "games",
        "message": "match 7",
        "process": 0,
        "trace": "0123456789abcdef",
    }


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("anna@example.org", "SMTPRecipientsRefused({'anna@example.org': (550, b'no')})"),
        ("a-password", "postgresql://user:a-password@db.example.org/ludopoli"),
        ("s" * 43, f"GET {SIGNED}"),
        ("(7, coppe)", "DETAIL:  Failing row contains (7, coppe)."),
    ],
)
def test_no_line_has_a_secret(secret: str, text: str) -> None:
    try:
        raise ValueError(f"refused\n{text}" if text.startswith("DETAIL") else text)
    except ValueError:
        failed = record("it failed", failed=True)
    lines = written(failed)
    if not text.startswith("DETAIL"):
        lines += written(record("%s", text))
    for line in lines:
        assert secret not in line
        assert "\n" not in line or not line.startswith("{")
