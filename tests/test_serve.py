"""The process of the embedded mode before it starts to serve."""

from __future__ import annotations

import fcntl
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection

from ludopoli.site.management.commands import serve
from tests.live.stack import ROOT

BOTH = """
import json, django
django.setup()
from ludopoli.site.management.commands.serve import workers
made = workers()
tasks = {name: sorted(worker.app.tasks) for name, worker in made.items()}
print(json.dumps([tasks, {name: worker.concurrency for name, worker in made.items()}]))
"""


def test_workers_know_all_tasks_before_they_start() -> None:
    """When several threads discovered tasks at once, some tasks were lost and bots stopped playing."""
    done = subprocess.run([sys.executable, "-c", BOTH], cwd=ROOT, capture_output=True, text=True, check=True)
    known, threads = json.loads(done.stdout)
    assert threads["reviewer"] > 1, "no review waits for the search for puzzles"
    assert known["worker"] == known["reviewer"] == known["courier"]
    for task in ("games.tasks.play_bot", "games.tasks.review", "ludopoli.webhooks.tasks.sweep"):
        assert task in known["worker"]


@pytest.fixture(autouse=True)
def embedded(settings: LazySettings, tmp_path: Path) -> None:
    """The settings of the embedded mode, with an installation of its own."""
    settings.EMBEDDED, settings.VAR_DIR = True, tmp_path


@pytest.fixture
def untouched(db: None, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The database, of which nothing is asked."""
    monkeypatch.setattr(serve, "call_command", lambda *_, **__: pytest.fail("it migrates"))
    with django_assert_num_queries(0):
        yield


@pytest.fixture
def running(settings: LazySettings) -> Iterator[None]:
    """Another process that serves the same installation."""
    with (settings.VAR_DIR / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("4711")
        lock.flush()
        yield


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which another program listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_second_site_is_refused_before_it_touches_anything(untouched: None, running: None) -> None:
    with pytest.raises(CommandError, match=r"process 4711 works on .*: stop it first"):
        call_command("serve")


def test_a_used_port_is_refused_before_anything_is_touched(untouched: None, taken: int) -> None:
    with pytest.raises(CommandError, match=f"127.0.0.1:{taken}.*in use.*--port"):
        call_command("serve", port=taken)


@pytest.mark.parametrize(
    "command",
    [["restore", "copy.sqlite3"], ["move_to", "postgresql://nowhere/site"], ["reseal"]],
    ids=lambda command: command[0],
)
def test_what_needs_the_site_stopped_is_refused_while_it_runs(
    untouched: None, running: None, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "vendor", "sqlite")
    with pytest.raises(CommandError, match=r"process 4711 works on .*: stop it first"):
        call_command(*command)


@pytest.mark.parametrize(
    ("host", "leads_to"),
    [
        ("127.0.0.1", "http://127.0.0.1:9401"),
        ("0.0.0.0", "http://localhost:9401"),
        ("::1", "http://[::1]:9401"),
    ],
)
def test_links_in_mails_lead_to_where_the_site_is_served(
    host: str, leads_to: str, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SITE_URL", raising=False)
    settings.SITE_URL = "http://localhost:8000"  # as it was, after the test
    monkeypatch.setattr(serve, "_try_to_bind", lambda _host, _port: None)
    monkeypatch.setattr(serve.Command, "_serve", lambda _command, _host, _port: None)
    call_command("serve", host=host, port=9401)
    assert leads_to == settings.SITE_URL


LISTENS = """
import sys
from ludopoli.site.server import Draining
Draining(None, endpoints=[f"tcp:port={sys.argv[1]}:interface=127.0.0.1"], verbosity=0).run()
"""


def test_a_server_that_cannot_listen_fails(taken: int) -> None:
    """Daphne ends with 0, which systemd and Kubernetes take for success."""
    command = [sys.executable, "-c", LISTENS, str(taken)]
    tried = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert tried.returncode == 1
    assert "in use" in tried.stderr
