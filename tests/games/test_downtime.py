"""The pulse after downtime: quick for any number of matches, and fair to the moves that arrive before it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Event, Match, Pulse
from games.play import actions, downtime, sweeping
from games.play.signals import was_down
from ludopoli.text import times
from tests.games.playing import deadline, on_turn
from tests.live.seed import seed

GAP = timedelta(seconds=60)


def test_many_matches_take_as_many_queries_as_one(db: None) -> None:
    def queries() -> int:
        Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - GAP})
        with CaptureQueriesContext(connection) as asked:
            downtime.record_pulse()
        return len(asked)

    seed(1, move_seconds=20)
    alone = queries()
    seed(9, move_seconds=20)
    assert queries() == alone
    assert Event.objects.filter(kind="paused").count() == 11


def test_the_time_that_a_pulse_takes_is_no_downtime_for_the_next(db: None) -> None:
    finished: list[datetime] = []

    def is_slow(**_: Any) -> None:
        time.sleep(0.01)
        finished.append(timezone.now())

    Pulse.objects.create(pk=1, at=timezone.now() - GAP)
    was_down.connect(is_slow)
    try:
        downtime.record_pulse()
    finally:
        was_down.disconnect(is_slow)
    assert Pulse.objects.get().at >= finished[0]


def test_a_move_before_the_first_pulse_after_downtime_is_in_time(match: Callable[..., Match]) -> None:
    begun = match()
    now = deadline(begun) + GAP
    Pulse.objects.create(pk=1, at=now - GAP)
    seat, command = on_turn(begun)
    actions.submit_command(begun.pk, seat, command, "late", begun.version, now=now)


@pytest.mark.parametrize("ahead", [timedelta(seconds=-40), timedelta(seconds=40)])
def test_a_machine_whose_clock_is_wrong_judges_by_the_time_of_the_database(
    match: Callable[..., Match], monkeypatch: pytest.MonkeyPatch, ahead: timedelta
) -> None:
    begun = match(move_seconds=20, bank_seconds=0)
    real = timezone.now
    monkeypatch.setattr(times, "_ahead", ahead)
    monkeypatch.setattr(timezone, "now", lambda: real() + ahead)
    Pulse.objects.create(pk=1, at=real())
    sweeping.sweep_overdue()
    seat, command = on_turn(begun)
    actions.submit_command(begun.pk, seat, command, "now", begun.version)
    begun.refresh_from_db()
    assert deadline(begun) - real() < timedelta(seconds=30)
    Match.objects.filter(pk=begun.pk).update(deadline_at=real() - timedelta(seconds=2))
    sweeping.sweep_overdue()
    assert Event.objects.filter(match=begun, kind="timed_out").exists()
