"""Running sites in both modes: `/healthz`, `/readyz` and `/metrics`, and the doctor."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db.migrations.executor import MigrationExecutor
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families
from websockets.sync.client import connect

from ludopoli.base import measures
from ludopoli.site.operations import readiness
from ludopoli.site.operations.doctor import EXAMINATIONS, Grade
from ludopoli.sockets import draining
from tests.live.stack import Embedded, Full, Stack

SECONDS = 60


def ask(
    stack: Stack, path: str, method: str = "GET", **headers: str
) -> tuple[int, http.client.HTTPMessage, str]:
    line = http.client.HTTPConnection(urlsplit(stack.url).netloc, timeout=30)
    try:
        line.request(method, path, headers=headers)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        line.close()


def ready(stack: Stack) -> tuple[int, dict[str, Any]]:
    status, _headers, body = ask(stack, "/readyz")
    return status, json.loads(body)


def eventually(stack: Stack, status: int) -> dict[str, Any]:
    until = time.monotonic() + SECONDS
    while (found := ready(stack))[0] != status:
        assert time.monotonic() < until, found
        time.sleep(0.2)
    return found[1]


def test_a_live_process_answers_under_any_host(stack: Stack) -> None:
    for host in ("127.0.0.1", "a.container", "evil.example.org"):
        status, headers, body = ask(stack, "/healthz", Host=host)
        assert (status, body) == (200, "ok\n")
        assert headers["Cache-Control"] == "no-store"
        assert headers["Set-Cookie"] is None
    assert ask(stack, "/healthz", "HEAD")[0] == 200
    assert ask(stack, "/healthz", "POST")[0] == 405


def test_a_site_is_ready_when_everything_is_there(stack: Stack) -> None:
    found = eventually(stack, 200)
    expected = {"database", "migrations", "worker"} | ({"redis"} if isinstance(stack, Full) else set())
    assert found == {"status": "ready", "checks": dict.fromkeys(expected, "ok")}


def test_there_is_no_limit_for_the_operator(embedded: Stack) -> None:
    eventually(embedded, 200)
    assert {ask(embedded, "/readyz")[0] for _ in range(200)} == {200}


def measured(stack: Stack) -> dict[str, Metric]:
    """Return the metrics of a running site, by name."""
    status, headers, body = ask(stack, "/metrics")
    assert status == 200
    assert headers["Cache-Control"] == "no-store"
    return {family.name: family for family in text_string_to_metric_families(body)}


def test_a_running_site_serves_its_metrics(stack: Stack) -> None:
    eventually(stack, 200)
    found = measured(stack)
    assert ("ludopoli_queue_messages" in found) != isinstance(stack, Embedded)
    assert ask(stack, "/metrics", **{"X-Forwarded-For": "192.0.2.7"})[0] == 404
    assert measures.SOCKETS._name == "ludopoli_sockets"
    sockets = found["ludopoli_sockets"].samples[0].value
    with connect(f"{stack.url.replace('http', 'ws', 1)}/ws/lobby/"):
        assert measured(stack)["ludopoli_sockets"].samples[0].value == sockets + 1
    until = time.monotonic() + SECONDS
    while True:  # matches of other tests may end meanwhile
        playing = measured(stack)["ludopoli_matches_playing"].samples[0].value
        if stack.query("SELECT count(*) FROM games_match WHERE status = 'playing'") == [(playing,)]:
            break
        assert time.monotonic() < until, playing
        time.sleep(0.2)


def test_an_installation_in_use_is_well(stack: Stack) -> None:
    """Except that the full mode of the tests has no proxy, and so no HTTPS."""
    expected = {"settings"} if isinstance(stack, Full) else set()
    until = time.monotonic() + 60
    while True:  # the first mail run comes after a quarter of a minute
        found = stack.call("tests.operations.examined:examined")
        defects = [(part, text) for part, grade, text in found if grade == Grade.DEFECT]
        if {part for part, _ in defects} == expected:
            break
        assert time.monotonic() < until, defects
        time.sleep(1)
    assert {part for part, _grade, _text in found} == {part for part, _ in EXAMINATIONS}


def test_a_dead_worker_is_noticed(full: Full) -> None:
    eventually(full, 200)
    worker = full.processes[2]
    worker.kill()
    worker.wait()
    full.query("UPDATE operations_heartbeat SET at = at - interval '1 hour' RETURNING name")
    found = eventually(full, 503)
    assert found["status"] == "not ready"
    assert found["checks"]["worker"].startswith("silent for 36")
    assert found["checks"]["database"] == "ok"
    full.processes[2] = full.run(full.worker("one"))
    eventually(full, 200)


# ---- what the proxy cannot show: single checks


def broken() -> str:
    raise OSError("postgresql://user:a-password@host")


async def test_the_reason_of_a_failure_stays_in_the_log() -> None:
    assert await readiness.Check(broken).outcome() == "no answer"


async def test_many_questions_cost_one_check(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted() -> str:
        asked.append(1)
        return ""

    check = readiness.Check(counted)
    monkeypatch.setattr(readiness, "KEPT", 3600)
    assert {await check.outcome() for _ in range(200)} == {"ok"}
    assert len(asked) == 1
    monkeypatch.setattr(readiness, "KEPT", -1)
    assert await check.outcome() == "ok"
    assert len(asked) == 2


async def test_a_process_that_ends_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draining, "_has_begun", True)
    assert await readiness.readiness_report() == {"process": "restarting"}


async def test_a_hanging_check_fails_and_runs_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    answers = threading.Event()

    def counted() -> str:
        asked.append(1)
        answers.wait()
        return ""

    monkeypatch.setattr(readiness, "LIMIT", 0.05)
    check = readiness.Check(counted)
    assert [await check.outcome() for _ in range(3)] == ["no answer"] * 3
    assert len(asked) == 1
    monkeypatch.setattr(readiness, "LIMIT", 45.0)
    answers.set()
    assert await check.outcome() == "ok"
    assert len(asked) == 1


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0"])
async def test_redis_that_is_away_is_no_answer(settings: Any, url: str) -> None:
    settings.REDIS_URL = url
    assert await readiness.Check(readiness.redis).outcome() == "no answer"


def test_missing_migrations_are_counted_until_they_are_there(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[list[int]] = [[1, 2], []]
    monkeypatch.setattr(readiness, "_migrated", False)
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: plans.pop(0))
    found: list[Callable[[], str]] = [readiness.migrations] * 3
    assert [each() for each in found] == ["2 not applied", "", ""]
