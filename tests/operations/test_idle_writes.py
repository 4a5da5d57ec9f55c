"""The writes of an idle site: a row that is as good as it was is not written again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Pulse
from games.play import downtime
from ludopoli.site.operations import heartbeats
from ludopoli.site.operations.models import Heartbeat
from tests.live.stack import Stack

MINUTE = 60
PROCESSES = 3


class Writes:
    """The statements that wrote something."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        done = execute(sql, params, many, context)
        if sql.split()[0] in ("INSERT", "UPDATE", "DELETE") and context["cursor"].rowcount:
            self.count += 1
        return done


@pytest.fixture
def writes(db: None) -> Any:
    counted = Writes()
    with connection.execute_wrapper(counted):
        yield counted


def pulses(start: datetime, seconds: int) -> None:
    """Let web processes pulse once a second each, one shortly after the other."""
    for second in range(seconds):
        for process in range(PROCESSES):
            downtime.record_pulse(start + timedelta(seconds=second + process / PROCESSES))


def test_several_web_processes_write_one_pulse_a_second(writes: Writes) -> None:
    start = timezone.now()
    pulses(start, MINUTE)
    assert MINUTE <= writes.count <= MINUTE + 2  # the first one makes the row
    assert Pulse.objects.get().at >= start + timedelta(seconds=MINUTE - 1)


def test_a_pulse_follows_a_clock_that_is_set_back(db: None) -> None:
    start = timezone.now()
    downtime.record_pulse(start)
    downtime.record_pulse(start - timedelta(hours=1))
    assert Pulse.objects.get().at == start - timedelta(hours=1)


def test_a_gap_is_noticed_by_the_first_process_alone(db: None) -> None:
    start = timezone.now()
    pulses(start, 5)
    last, after = Pulse.objects.get().at, start + timedelta(seconds=60)
    assert downtime.record_pulse(after) == after - last
    assert downtime.record_pulse(after) == timedelta(0)


@pytest.mark.parametrize("name", [heartbeats.BEAT, "errands", "webhooks"])
def test_workers_do_not_repeat_each_others_heartbeats(
    name: str, writes: Writes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _worker in range(PROCESSES):
        monkeypatch.setattr(heartbeats, "_noted", {})
        heartbeats.note_heartbeat(name)
    assert writes.count == 1
    age = timedelta(seconds=heartbeats.FRESH * heartbeats.LONGEST_SILENCE[name] + 1)
    Heartbeat.objects.update(at=timezone.now() - age)
    before = writes.count
    monkeypatch.setattr(heartbeats, "_noted", {})
    heartbeats.note_heartbeat(name)
    assert writes.count == before + 1


def test_postgresql_seldom_vacuums_the_rows_that_change_every_second(full: Stack) -> None:
    found = dict(full.query("SELECT relname, reloptions FROM pg_class WHERE reloptions IS NOT NULL"))
    assert found["games_pulse"] == found["operations_heartbeat"]
    assert "autovacuum_vacuum_threshold=5000" in found["games_pulse"]
