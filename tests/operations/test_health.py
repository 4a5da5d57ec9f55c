"""Running sites in both modes: `/healthz`, `/readyz` and `/metrics`, and the doctor."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db.migrations.executor import MigrationExecutor
from prometheus_client.parser import text_string_to_metric_families

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


def test_a_live_process_answers_under_any_host(mortal: Stack) -> None:
    for host in ("127.0.0.1", "a.container", "evil.example.org"):
        status, headers, body = ask(mortal, "/healthz", Host=host)
        assert (status, body) == (200, "ok\n")
        assert headers["Cache-Control"] == "no-store"
        assert headers["Set-Cookie"] is None
    assert ask(mortal, "/healthz", "HEAD")[0] == 200
    assert ask(mortal, "/healthz", "POST")[0] == 405


def test_a_site_is_ready_when_everything_is_there(mortal: Stack) -> None:
    found = eventually(mortal, 200)
    expected = {"database", "migrations", "worker"} | ({"redis"} if isinstance(mortal, Full) else set())
    assert found == {"status": "ready", "checks": dict.fromkeys(expected, "ok")}


def test_a_thousand_questions_cost_one_check(mortal: Stack) -> None:
    eventually(mortal, 200)
    began = time.monotonic()
    for _ in range(200):
        assert ask(mortal, "/readyz")[0] == 200  # no limit for the operator either
    assert time.monotonic() - began < SECONDS


def test_a_running_site_serves_its_metrics(mortal: Stack) -> None:
    eventually(mortal, 200)
    status, headers, body = ask(mortal, "/metrics")
    assert status == 200
    assert headers["Cache-Control"] == "no-store"
    found = {family.name: family for family in text_string_to_metric_families(body)}
    assert found["ludopoli_matches_playing"].samples[0].value == 0
    assert found["ludopoli_sockets"].samples[0].value == 0
    assert ("ludopoli_queue_messages" in found) != isinstance(mortal, Embedded)
    assert ask(mortal, "/metrics", **{"X-Forwarded-For": "192.0.2.7"})[0] == 404
    assert measures.SOCKETS._name == "ludopoli_sockets"


def test_an_installation_in_use_is_well(mortal: Stack) -> None:
    """Except that the full mode of the tests has no proxy, and so no HTTPS."""
    expected = {"settings"} if isinstance(mortal, Full) else set()
    until = time.monotonic() + 60
    while True:  # the first mail run comes after a quarter of a minute
        found = mortal.call("tests.operations.examined:examined")
        defects = [(part, text) for part, grade, text in found if grade == Grade.DEFECT]
        if {part for part, _ in defects} == expected:
            break
        assert time.monotonic() < until, defects
        time.sleep(1)
    assert {part for part, _grade, _text in found} == {part for part, _ in EXAMINATIONS}


@pytest.mark.parametrize("mortal", ["full"], indirect=True)
def test_a_dead_worker_is_noticed(mortal: Stack) -> None:
    eventually(mortal, 200)
    worker = mortal.processes[2]
    worker.kill()
    worker.wait()
    mortal.query("UPDATE operations_heartbeat SET at = at - interval '1 hour' RETURNING name")
    found = eventually(mortal, 503)
    assert found["status"] == "not ready"
    assert found["checks"]["worker"].startswith("silent for 36")
    assert found["checks"]["database"] == "ok"
    mortal.processes[2] = mortal.run(mortal.worker("one"))  # type: ignore[attr-defined]
    eventually(mortal, 200)


# ---- what the proxy cannot show: single checks


def broken() -> str:
    raise OSError("postgresql://user:a-password@host")


def slow() -> str:
    time.sleep(0.5)
    return ""


async def test_the_reason_of_a_failure_stays_in_the_log() -> None:
    assert await readiness.Check(broken).outcome() == "no answer"


async def test_a_process_that_ends_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draining, "_has_begun", True)
    assert await readiness.report() == {"process": "restarting"}


async def test_a_hanging_check_fails_and_runs_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted() -> str:
        asked.append(1)
        return slow()

    monkeypatch.setattr(readiness, "LIMIT", 0.05)
    check = readiness.Check(counted)
    assert [await check.outcome() for _ in range(3)] == ["no answer"] * 3
    assert len(asked) == 1
    monkeypatch.setattr(readiness, "LIMIT", 5.0)
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
