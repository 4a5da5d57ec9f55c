"""Reports to Sentry: each failure is reported once, with its place and its trace, and without any data."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.test import Client
from sentry_sdk.transport import Transport

from games.pages import lobby_socket
from games.play import consumers
from games.tasks import sweep
from ludopoli.base import logs, sentry
from ludopoli.site.asgi import traced
from ludopoli.site.checks import errors_that_reach_sentry
from tests.communicator import PatientCommunicator
from tests.live.stack import ROOT
from tests.test_messages import PACKAGES

DSN = "https://0123456789abcdef0123456789abcdef@errors.example.org/7"
SECRETS = ("anna@example.org", "s3cretT0kenOfASharedMatch", "Napoletana", "Re di Coppe", "a-password", "Anna")


class Kept(Transport):
    """Keeps the reports instead of sending them."""

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.reports: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Any) -> None:
        for item in envelope.items:
            assert item.headers["type"] == "event"
            self.reports.append(json.loads(item.payload.get_bytes()))


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """The reports made while a test runs."""
    transport = Kept()
    handler = sentry.Handler(DSN, "ludopoli@1", transport=transport)
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [handler, *root.handlers])
    yield transport.reports
    handler.close()


def fails(*_arguments: object, **_others: object) -> Any:
    """Fail as code would that has cards, names and secrets in its variables and messages."""
    hand = SECRETS
    try:
        raise KeyError(f"no card {hand}")
    except KeyError as cause:
        cause.add_note(str(hand))
        raise ValueError(f"cannot play {hand}") from cause


def only(reports: list[dict[str, Any]]) -> dict[str, Any]:
    """The one report, which names both exceptions and their place, and has no secret."""
    [report] = reports
    text = json.dumps(report, ensure_ascii=False)
    assert not [secret for secret in SECRETS if secret in text]
    exceptions = report["exception"]["values"]
    assert [each["type"] for each in exceptions] == ["KeyError", "ValueError"]
    for each in exceptions:
        assert set(each) == {"type", "module", "stacktrace"}
        assert each["stacktrace"]["frames"][-1]["function"] == "fails"
    assert report["release"] == "ludopoli@1"
    return report


def test_a_page_that_fails(
    reports: list[dict[str, Any]], client: Client, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    monkeypatch.setattr("ludopoli.sockets.sessions.SessionMiddleware.process_request", fails)
    client.raise_request_exception = False
    logs.resume_trace("0123456789abcdef")
    address = f"/condivisa/{SECRETS[1]}/?chi={SECRETS[0]}"
    answer = client.post(address, {"password": SECRETS[4]}, headers={"cookie": f"a={SECRETS[1]}"})
    assert answer.status_code == 500
    report = only(reports)
    assert report["tags"] == {"trace": "0123456789abcdef"}
    assert report["logger"] == "django.request"
    assert "request" not in report
    assert "user" not in report


async def test_a_socket_that_fails(
    reports: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> None:
    monkeypatch.setattr(lobby_socket.LobbyConsumer, "handle", fails)
    monkeypatch.setattr(lobby_socket.LobbyConsumer, "decoder", consumers.TableConsumer.decoder)
    socket = PatientCommunicator(traced(lobby_socket.LobbyConsumer.as_asgi()), "/ws/lobby/")
    socket.scope |= {"user": AnonymousUser(), "cookies": {"seen": SECRETS[1]}}
    assert (await socket.connect())[0]
    await socket.send_json_to({"t": "do", "id": "move-7", "version": 1, "command": {"card": SECRETS[3]}})
    while (await socket.receive_json_from()).get("code") != "server_error":
        pass
    await socket.disconnect()
    report = only(reports)
    assert report["tags"]["trace"].endswith("/move-7")
    assert report["logentry"] == {"message": "a socket could not handle %s"}


def test_a_task_that_fails(reports: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    monkeypatch.setattr("games.tasks.sweeping.sweep_overdue", fails)
    done = sweep.apply(task_id="a-task-of-the-beat")
    assert done.failed()
    assert only(reports)["tags"] == {"trace": "a-task-of-the-beat"}


def test_a_line_without_an_exception(reports: list[dict[str, Any]]) -> None:
    logging.getLogger("games").error("match %s of %s is lost", 7, SECRETS[0])
    logging.getLogger("another.package").error("no card " + SECRETS[3])  # noqa: G003
    assert [(report["logentry"]["message"], report.get("exception")) for report in reports] == [
        ("match %s of %s is lost", None),
        ("another.package", None),
    ]


FAILING = """
import logging
from django.conf import settings
from django.db import OperationalError
from django.utils.log import configure_logging
configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
log = logging.getLogger("games")
log.error("the database is away", exc_info=OperationalError("the connection is lost"))
log.error("match %s is lost", "Napoletana")
"""


def test_a_process_of_the_site_sends_what_it_has_logged_before_it_ends(tmp_path: Path) -> None:
    received: list[dict[str, Any]] = []

    class Sentry(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            envelope = brotli.decompress(self.rfile.read(int(self.headers["content-length"])))
            received.append(json.loads(envelope.splitlines()[2]))
            self.send_response(200)
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Sentry) as server:
        threading.Thread(target=server.serve_forever).start()
        site = {"DJANGO_SETTINGS_MODULE": "ludopoli.site.settings", "LUDOPOLI_VAR": str(tmp_path)}
        dsn = f"http://key@127.0.0.1:{server.server_port}/7"
        command = [sys.executable, "-c", FAILING]
        subprocess.run(command, env={**site, "SENTRY_DSN": dsn}, cwd=ROOT, check=True, timeout=60)
        server.shutdown()
    [report] = received
    assert report["logentry"] == {"message": "match %s is lost"}


def test_what_is_no_failure_of_the_site_is_not_reported(reports: list[dict[str, Any]]) -> None:
    log = logging.getLogger("games")
    log.warning("slow")
    log.error("the database is away", exc_info=OperationalError("the connection is lost"))
    log.error("a bad request", extra={"status_code": 400})
    logging.getLogger("django.security.SuspiciousOperation").error("a bad cookie")
    assert reports == []


@pytest.mark.parametrize("dsn", ["errors.example.org", "https://errors.example.org/7", "https://key@/7"])
def test_an_address_that_sentry_refuses_is_found_before_the_site_starts(dsn: str, settings: Any) -> None:
    settings.SENTRY_DSN = dsn
    [problem] = errors_that_reach_sentry(None)
    assert problem.id == "ludopoli.E004"
    assert dsn not in problem.msg
    sentry.Handler(dsn, "ludopoli@1").close()


def test_without_an_address_or_with_a_good_one_there_is_nothing_to_find(settings: Any) -> None:
    for dsn in ("", DSN):
        settings.SENTRY_DSN = dsn
        assert errors_that_reach_sentry(None) == []


def test_the_lines_of_all_our_packages_are_templates() -> None:
    assert {*sentry.OURS} == {*PACKAGES}
