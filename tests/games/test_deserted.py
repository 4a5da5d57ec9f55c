"""Deserted matches: their bots stop, and they are aborted if nobody comes back in time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from games import tasks
from games.models import Event, Match, Seat, Table
from games.play import abandoned, actions, clock, live, queueing, spare_time, sweeping
from ludocards.engine.game import Command, Json
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tests.refusals import refused

NewMatch = Callable[..., Match]
RULES = {"preset": "classico"}


def left_to_the_clock(match: Match) -> Match:
    """Let the clock play until bots have taken over the seats of people."""
    now = live.load_match(match.pk)
    while not now.row.is_left_to_bots:
        seat = now.to_act()[0]
        if now.row.is_played_by_bot(seat):
            command = now.game.legal(now.state, seat)[0]
            actions.submit_command(match.pk, seat, command, f"{now.version}", now.version, by_bot=True)
        else:
            assert now.row.deadline_at is not None
            late = now.row.deadline_at + timedelta(seconds=2)
            assert actions.time_out(match.pk, late) is not None
        now = live.load_match(match.pk)
    return now.row


def their_turn(match: Match) -> live.Live:
    """Play a match against bots on until its person is on turn."""
    while (now := live.load_match(match.pk)).row.is_played_by_bot(seat := now.to_act()[0]):
        command = now.game.legal(now.state, seat)[0]
        actions.submit_command(match.pk, seat, command, f"{now.version}", now.version, by_bot=True)
    return now


def left_alone(match: Match) -> Match:
    """Let the only person vanish before their turn, and run the sweep an hour later."""
    now = their_turn(match)
    assert now.row.turn_at is not None
    sweeping.sweep_overdue(now.row.turn_at + abandoned.VANISHED - timedelta(seconds=5))
    assert live.load_match(match.pk).row.away == []
    sweeping.sweep_overdue(now.row.turn_at + abandoned.VANISHED + timedelta(seconds=5))
    return live.load_match(match.pk).row


def kinds(match: Match) -> list[str]:
    return list(Event.objects.filter(match=match).values_list("kind", flat=True))


# ---- pausing


def test_a_casual_match_stops_while_its_only_person_is_away(match: NewMatch) -> None:
    row = left_alone(match(seated=1))
    assert row.stopped_at is not None
    assert kinds(row)[-2:] == ["away", "stopped"]
    assert row.bot_due_at is None, "no bot thinks for nobody"
    assert row.deadline_at is None
    now = live.load_match(row.pk)
    for seat in range(4):
        tasks.play_bot(str(row.pk), seat, now.version, room_at=1.0)
    assert live.load_match(row.pk).version == now.version
    assert kinds(row)[-1] == "stopped"
    assert Event.objects.filter(match=row).last().public == {"because": "nobody"}  # type: ignore[union-attr]


def test_a_stopped_match_resumes_without_loss_of_time(match: NewMatch) -> None:
    row = left_to_the_clock(match(seated=2))
    bank, seat = row.bank_ms, row.away[0]
    assert row.stopped_at is not None
    Match.objects.filter(pk=row.pk).update(stopped_at=row.stopped_at - timedelta(minutes=5))
    live.empty_cache()
    actions.reclaim_seat(row.pk, seat)
    back = live.load_match(row.pk).row
    assert kinds(row)[-2:] == ["returned", "resumed"]
    assert back.stopped_at is None
    assert back.bank_ms == bank
    assert back.bot_due_at is not None or back.deadline_at is not None
    assert back.deadline_at is None or back.deadline_at > timezone.now() + timedelta(seconds=10)


def test_a_match_waits_while_its_persons_page_is_open(match: NewMatch, people: list[User]) -> None:
    row = match(seated=1)
    actions.note_socket_open(row.table, people[0], "a", is_new=True)
    Match.objects.filter(pk=row.pk).update(turn_at=timezone.now() - timedelta(hours=3), bot_due_at=None)
    live.empty_cache()
    sweeping.sweep_overdue()
    assert live.load_match(row.pk).row.stopped_at is None


def test_a_player_who_returns_after_the_sweep_looked_plays_on(match: NewMatch, people: list[User]) -> None:
    """The sweep reads a list of matches first, so each may have changed when its turn comes."""
    row = their_turn(match(seated=1)).row
    now = timezone.now()

    def waits_since(turn_at: datetime) -> None:
        Match.objects.filter(pk=row.pk).update(turn_at=turn_at, bot_due_at=None)
        live.empty_cache()

    waits_since(now - timedelta(hours=3))
    actions.note_socket_open(row.table, people[0], "a", is_new=True)
    assert actions.suspend_deserted_match(row.pk, now) is None
    actions.note_socket_closed(row.table, "a")
    waits_since(now)
    assert actions.suspend_deserted_match(row.pk, now) is None, "they have played"
    assert live.load_match(row.pk).row.away == []
    waits_since(now - timedelta(hours=3))
    assert actions.suspend_deserted_match(row.pk, now) is not None
    assert live.load_match(row.pk).row.away == [0]


def test_a_player_who_returns_as_the_sweep_ends_the_match_plays_on(match: NewMatch) -> None:
    row = left_alone(match(seated=1))
    assert row.stopped_at is not None
    late = row.stopped_at + abandoned.DESERTED + timedelta(seconds=5)
    actions.reclaim_seat(row.pk, row.away[0])
    assert actions.end_deserted(row.pk, late) is None
    row.refresh_from_db()
    assert row.status == Match.Status.PLAYING


def test_a_table_used_as_the_sweep_closes_it_stays(people: list[User]) -> None:
    table = actions.open_table(people[0], game="tressette", rules={"preset": "classico"}, players=4)
    late = timezone.now() + Seat.WAITING_FOR + timedelta(seconds=5)
    actions.note_socket_open(table, people[0], "a", is_new=True)
    table.seats.filter(user=people[0]).update(touched_at=late - Seat.PRESENT_FOR)
    actions.close_idle_table(table, late)
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN
    actions.note_socket_closed(table, "a")
    actions.close_idle_table(table, late)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED


def test_without_a_clock_several_people_wait_for_each_other(match: NewMatch) -> None:
    row = match(seated=2, move_seconds=None, private=True)
    Match.objects.filter(pk=row.pk).update(turn_at=timezone.now() - timedelta(days=40), bot_due_at=None)
    live.empty_cache()
    sweeping.sweep_overdue()
    assert live.load_match(row.pk).row.away == []


def test_a_program_returns_with_its_command(match: NewMatch) -> None:
    row = left_alone(match(seated=1))
    seat, now = row.away[0], live.load_match(row.pk)
    command = (now.game.legal(now.state, seat) or now.game.legal(now.state, now.to_act()[0]))[0]
    actions.submit_command(row.pk, seat, command, "a", now.version)
    back = live.load_match(row.pk).row
    assert back.away == []
    assert back.stopped_at is None


def test_only_its_own_people_wake_a_stopped_match(match: NewMatch) -> None:
    row = left_alone(match(seated=1))
    now = live.load_match(row.pk)
    other = next(seat for seat in range(4) if seat not in row.away)
    command = now.game.legal(now.state, now.to_act()[0])[0]
    with refused("match_stopped"):
        actions.submit_command(row.pk, other, command, "a", now.version)
    with refused("match_stopped"):
        actions.submit_command(row.pk, other, command, "a", now.version, by_bot=True)


def test_bots_play_on_while_one_person_plays(match: NewMatch, people: list[User]) -> None:
    begun = match(seated=2)
    actions.leave_table(people[0], begun.table)
    row = live.load_match(begun.pk).row
    assert row.stopped_at is None
    assert row.status == Match.Status.PLAYING


# ---- aborting


def test_a_deserted_match_ends_with_a_reason(match: NewMatch) -> None:
    row = left_to_the_clock(match(seated=2))
    assert row.stopped_at is not None
    sweeping.sweep_overdue(row.stopped_at + abandoned.DESERTED - timedelta(seconds=5))
    row.refresh_from_db()
    assert row.status == Match.Status.PLAYING
    sweeping.sweep_overdue(row.stopped_at + abandoned.DESERTED + timedelta(seconds=5))
    row.refresh_from_db()
    assert row.status == Match.Status.ABANDONED
    assert Event.objects.get(match=row, kind="broken_off").public == {"because": "nobody"}
    row.table.refresh_from_db()
    assert row.table.status == Table.Status.OVER


def test_a_match_that_everybody_has_left_ends_at_once(match: NewMatch, people: list[User]) -> None:
    begun = match(seated=2, pace=0.0)
    actions.leave_table(people[0], begun.table)
    actions.leave_table(people[1], begun.table)
    begun.refresh_from_db()
    assert begun.status == Match.Status.ABANDONED
    assert begun.bot_due_at is None
    assert kinds(begun)[-3:] == ["left", "broken_off", "revealed"]
    begun.table.refresh_from_db()
    assert begun.table.status == Table.Status.CLOSED


def test_an_absent_player_who_gets_up_ends_the_match(match: NewMatch, people: list[User]) -> None:
    row = left_alone(match(seated=1))
    actions.leave_table(people[0], row.table)
    row.refresh_from_db()
    assert (row.status, row.stopped_at) == (Match.Status.ABANDONED, None)


def test_an_older_match_without_people_stops_with_its_next_card(match: NewMatch, people: list[User]) -> None:
    begun = match(seated=1)
    Match.objects.filter(pk=begun.pk).update(away=[0], gone=[0])
    live.empty_cache()
    now = live.load_match(begun.pk)
    seat = now.to_act()[0]
    command = now.game.legal(now.state, seat)[0]
    actions.submit_command(begun.pk, seat, command, "a", now.version, by_bot=True)
    begun.refresh_from_db()
    assert begun.status == Match.Status.ABANDONED


def test_rated_matches_are_played_to_the_end(match: NewMatch, people: list[User]) -> None:
    begun = match()
    for person in people[:4]:
        actions.leave_table(person, begun.table)
    begun.refresh_from_db()
    assert begun.rated
    assert (begun.status, begun.stopped_at) == (Match.Status.PLAYING, None)
    assert begun.bot_due_at is not None


# ---- limits on open tables


def opened(user: User) -> Table:
    return actions.open_table(user, game="tressette", rules=RULES, players=4, private=True, pace=0.0)


def test_abandoned_tables_count_while_their_match_is_played(people: list[User]) -> None:
    anna, bruno = people[:2]
    for _ in range(actions.tables.MAX_OPEN_TABLES):
        table = opened(anna)
        actions.take_seat(bruno, table, 1)
        actions.fill_with_bots(anna, table)
        actions.leave_table(anna, table)
    with refused("too_many_tables"):
        opened(anna)
    actions.leave_table(bruno, Table.objects.latest("pk"))
    opened(anna)  # that match has ended


def test_guests_may_abandon_fewer_tables(db: None) -> None:
    guest = User.objects.create_user("Ospite", password=None, is_guest=True)
    most = actions.tables.MAX_TABLES_OF_GUESTS
    assert most < actions.tables.MAX_OPEN_TABLES
    for _ in range(most):
        opened(guest)
    with refused("too_many_tables", most=most):
        opened(guest)


# ---- the share of spare time


def test_spare_time_is_shared_at_any_length_of_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For a minute, a hundred tables request turns of 40 ms as fast as they are allowed to."""
    now = 0.0
    monkeypatch.setattr(spare_time.time, "monotonic", lambda: now)
    room, spent, line = spare_time.SpareTime(), 0.0, [(0.0, table) for table in range(100)]
    waiting = [(room.reserve(), table) for _, table in line]
    while now < 60:
        waiting.sort()
        at, table = waiting.pop(0)
        now = max(now, at) + 0.04
        spent += 0.04
        room.spend(0.04)
        waiting.append((now + room.reserve(), table))
    assert spent <= spare_time.SHARE * 60 + 100 * 0.04


def woken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[Any, ...], float]]:
    sent: list[tuple[tuple[Any, ...], float]] = []
    monkeypatch.setattr(tasks.play_bot, "apply_async", lambda args, countdown: sent.append((args, countdown)))
    return sent


def test_turns_among_bots_wait_for_spare_time_and_queue_once(
    match: NewMatch, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = woken(monkeypatch)
    room = spare_time.SpareTime()
    monkeypatch.setattr(tasks, "spare_time", room)
    room.reserve()
    room.spend(5.0)
    begun = match()
    for person in people[:4]:
        actions.leave_table(person, begun.table)
    now = live.load_match(begun.pk)
    turn = str(begun.pk), now.to_act()[0], now.version
    tasks.play_bot(*turn)
    tasks.play_bot(*turn)
    [(args, countdown)] = [each for each in sent if each[0][0] == turn[0]]
    assert args[:3] == turn
    assert args[3] - time.time() == pytest.approx(countdown, abs=1)
    assert 5 < countdown <= 10
    assert live.load_match(begun.pk).version == now.version
    tasks.play_bot(*turn, True)
    assert live.load_match(begun.pk).version > now.version


def test_no_countdown_outlasts_the_patience_of_redis(
    match: NewMatch, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = woken(monkeypatch)
    room = spare_time.SpareTime()
    monkeypatch.setattr(tasks, "spare_time", room)
    room.charge(500.0)
    begun = match()
    for person in people[:4]:
        actions.leave_table(person, begun.table)
    now = live.load_match(begun.pk)
    sent.clear()
    tasks.play_bot(str(begun.pk), now.to_act()[0], now.version)
    tasks.play_bot(*sent[0][0])
    assert [countdown for _, countdown in sent] == [spare_time.LONGEST_COUNTDOWN] * 2
    assert settings.VISIBILITY_TIMEOUT > spare_time.LONGEST_COUNTDOWN


def test_a_pause_of_the_machine_is_charged_to_nobody(
    match: NewMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def paused(_view: Json, legal: Sequence[Command], _policy: str) -> Command:
        time.sleep(0.5)
        return legal[0]

    room = spare_time.SpareTime()
    monkeypatch.setattr(tasks, "spare_time", room)
    monkeypatch.setattr(tasks, "choose", paused)
    begun, seat = bots_turn(match)
    tasks.play_bot(str(begun.pk), seat, begun.version)
    assert live.load_match(begun.pk).version > begun.version
    assert room.reserve() == 0.0


# ---- the time a bot takes reveals nothing of its hand


def bots_turn(match: NewMatch, **options: object) -> tuple[Match, int]:
    """A match in which a bot is on turn."""
    while True:
        begun = match(seated=1, **options)
        seat = live.load_match(begun.pk).to_act()[0]
        if begun.is_played_by_bot(seat):
            return begun, seat
        Match.objects.filter(pk=begun.pk).update(status=Match.Status.ABANDONED)
        Table.objects.filter(pk=begun.table_id).update(status=Table.Status.CLOSED)


def test_a_bot_thinks_early_and_answers_when_due(match: NewMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = woken(monkeypatch)
    given: list[tuple[tuple[object, ...], float]] = []
    monkeypatch.setattr(
        tasks.answer_for_bot, "apply_async", lambda args, countdown: given.append((args, countdown))
    )
    begun, seat = bots_turn(match, pace=2.0)
    assert begun.bot_due_at is not None
    due = begun.bot_due_at

    def seconds_left() -> float:
        return (due - timezone.now()).total_seconds()

    before = seconds_left()
    queueing.wake_bots(begun)
    latest, earliest = (max(0.0, each - queueing.THINKING_SECONDS) for each in (before, seconds_left()))
    assert earliest <= sent[-1][1] <= latest
    before = seconds_left()
    tasks.play_bot(str(begun.pk), seat, begun.version)
    [(args, wait)] = given
    assert seconds_left() <= wait <= before
    begun.refresh_from_db()
    version = begun.version
    tasks.answer_for_bot(*args)  # type: ignore[arg-type]
    begun.refresh_from_db()
    assert begun.version > version


def test_at_pace_0_a_level_that_thinks_gets_its_time(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Match(
        game=next(iter(GAMES)),
        players=[{"name": "", "user": None, "bot": "maestro"}] * 3 + [{"name": "Anna", "user": 1, "bot": ""}],
        missed=[0] * 4, bank_ms=[0] * 4, snapshot={},
    )  # fmt: skip
    now = timezone.now()
    clock.start_turn(row, Table(pace=0.0, move_seconds=20), (1,), [], now)
    assert row.bot_due_at == now + timedelta(seconds=0.3)


@pytest.mark.parametrize("late", [0.001, 0.1, 0.249])
def test_overlong_thoughts_are_indistinguishable(late: float, match: NewMatch) -> None:
    begun, seat = bots_turn(match)
    begun.players = [{**player, "bot": player["bot"] and "maestro"} for player in begun.players]
    assert begun.bot_due_at is not None
    after: datetime = begun.bot_due_at + timedelta(seconds=late)
    assert late + tasks._until_answered(begun, seat, after) == pytest.approx(tasks.LATE_BY)


def test_a_rated_match_left_to_bots_gets_only_spare_time(
    match: Callable[..., Match],
) -> None:
    row = match(move_seconds=10, bank_seconds=0)
    for _ in range(12):
        now = live.load_match(row.pk)
        if now.row.is_left_to_bots:
            break
        assert now.row.deadline_at is not None
        actions.time_out(row.pk, now.row.deadline_at + timedelta(seconds=2))
    left = live.load_match(row.pk).row
    assert left.is_left_to_bots
    assert not left.only_bots
