"""The cost of the sweep, twice a second, in a club that has played for years."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Match, Pulse, Seat
from games.play import abandoned, clock, pulse, sweeping
from ludopoli.failures import retrying
from ludopoli.failures.models import Failure
from ludopoli.text import times


def test_the_sweep_skips_scored_matches(db: None) -> None:
    """They are in no part of the index: the condition of the search is that of the index."""
    plans: list[str] = []

    def explained(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if '"games_match"."scored"' in sql.partition("WHERE")[2]:
            execute(f"{connection.ops.explain_query_prefix()} {sql}", params, many, context)
            plans.append(str(context["cursor"].fetchall()))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explained):
        sweeping.sweep_overdue()
    [plan] = plans
    assert "match_unscored (status=? AND finished_at<?)" in plan


def test_matches_in_play_are_read_once_if_nothing_is_overdue(match: Callable[..., Match]) -> None:
    match()
    Pulse.objects.create(pk=1, at=timezone.now())
    with CaptureQueriesContext(connection) as captured:
        sweeping.sweep_overdue()
    reading = [query["sql"] for query in captured if 'FROM "games_match"' in query["sql"]]
    [_earliest, _calls, _unscored] = reading
    assert "MIN(" in _earliest
    assert "games_word" in _calls
    assert "finished_at" in _unscored


def test_matches_are_found_by_what_is_overdue(match: Callable[..., Match], monkeypatch: Any) -> None:
    done: list[tuple[str, Any]] = []
    for name in ("time_out", "suspend_deserted_match", "end_deserted"):
        monkeypatch.setattr(sweeping.actions, name, lambda pk, now, name=name: done.append((name, pk)))
    monkeypatch.setattr(sweeping.queueing, "wake_bots", lambda row: done.append(("wake_bots", row.pk)))
    begun, now = match(1, 4), timezone.now()
    never = {"deadline_at": None, "bot_due_at": None, "stopped_at": None, "turn_at": now}
    for expected, changed in {
        "time_out": {"deadline_at": now - 2 * clock.GRACE},
        "wake_bots": {"bot_due_at": now - 2 * sweeping.BOT_LATE},
        "suspend_deserted_match": {"turn_at": now - 2 * abandoned.VANISHED},
        "end_deserted": {"stopped_at": now - 2 * abandoned.DESERTED},
    }.items():
        Match.objects.filter(pk=begun.pk).update(**never)
        sweeping.sweep_overdue(now)
        assert done == []
        Match.objects.filter(pk=begun.pk).update(**never | changed)
        sweeping.sweep_overdue(now)
        assert done == [(expected, begun.pk)]
        done.clear()


def test_work_that_failed_is_over_when_it_is_overdue_no_more(match: Callable[..., Match]) -> None:
    begun, now = match(), timezone.now()
    retrying.note_work_failure("games.time_out", begun.pk, "a bug")
    sweeping.sweep_overdue(now)
    assert not Failure.objects.exists()


def test_a_seat_is_noted_again_only_when_its_note_is_old(match: Callable[..., Match]) -> None:
    seats = match().table.seats.order_by("number")
    now = times.now()
    ages = (None, now, now - pulse.NOTED_EVERY / 2, now - 2 * pulse.NOTED_EVERY)
    for number, seen_at in enumerate(ages):
        seats.filter(number=number).update(socket=f"channel {number}", seen_at=seen_at)
        pulse.record_socket(f"channel {number}")
    pulse.note_seats()
    noted = [seat.seen_at for seat in seats.all()]
    assert noted[1:3] == list(ages[1:3])
    assert all(at is not None and at >= now for at in (noted[0], noted[3]))


def test_seats_with_a_socket_are_found_without_the_others(db: None) -> None:
    if connection.vendor == "postgresql":  # it would rather read all of a table as small as this
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    for seats in (Seat.objects.filter(Seat.HAS_SOCKET), Seat.objects.filter(socket__in=["a", "b"])):
        assert "seat_socket" in seats.explain()
