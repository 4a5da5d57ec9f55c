"""Failed work is retried with growing pauses, up to a limit; staff can see it and trigger a retry."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import psycopg
import pytest
from allauth.account.models import EmailAddress
from celery import shared_task
from django.core import mail
from django.db import OperationalError as DatabaseAway
from django.utils import timezone
from kombu.exceptions import OperationalError

from games import tasks
from games.models import Match
from games.people import results
from games.play import actions, queueing, sweeping
from ludopoli.accounts.models import User
from ludopoli.failures import retrying
from ludopoli.failures.models import Failure
from ludopoli.failures.tasks import Sweep
from ludopoli.notices import mails, notifying
from tests.games.playing import play_on
from tests.proofs import proven
from tournaments import tasks as tournament_tasks
from tournaments.running import sequencer

pytestmark = pytest.mark.django_db

NewMatch = Callable[..., Match]
SECOND = timedelta(seconds=1)
ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}


def broken(*_args: object, **_named: object) -> None:
    raise KeyError("7B is in somebody's hand")


# ---- pauses and limits


def test_pauses_grow_and_attempts_are_limited() -> None:
    now, pauses = timezone.now(), []
    for _ in range(retrying.MOST - 1):
        due = retrying.note_work_failure("work", 1, "why", now=now).due_at
        assert due is not None
        pauses.append(due - now)
    assert pauses == sorted(set(pauses))
    assert sum(pauses, timedelta()) < timedelta(hours=6)
    assert retrying.note_work_failure("work", 1, "why", now=now).due_at is None
    assert retrying.is_resting("work", 1, now=now + timedelta(days=365))
    retrying.work_done("work", 1)
    assert not Failure.objects.exists()


def test_periodic_work_is_never_given_up_but_rests_longer() -> None:
    now = timezone.now()
    dues = [
        retrying.note_work_failure("work", "", "why", now=now, longest=SECOND * 20).due_at for _ in range(40)
    ]
    assert [due - now for due in dues if due] == [SECOND * 5, SECOND * 10, *[SECOND * 20] * 38]


def test_waiting_for_redis_is_no_failure() -> None:
    def away() -> None:
        raise OperationalError("no broker")

    assert not retrying.attempt_work("work", 1, away)
    assert not Failure.objects.exists()


def test_an_error_is_stored_without_its_message() -> None:
    """The message may contain cards, and staff members play too, so it appears only in the log."""
    retrying.attempt_work("work", 1, broken)
    stored = Failure.objects.get().error
    assert stored.startswith("builtins.KeyError\n")
    assert "in broken" in stored
    assert "somebody's hand" not in stored.replace('raise KeyError("7B is in somebody\'s hand")', "")


# ---- tasks and sweeps


@pytest.fixture
def unscored(match: NewMatch, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A finished match whose scoring fails."""
    row = match(seated=1, rules=ONE_DEAL)
    play_on(row)
    Match.objects.update(finished_at=timezone.now() - sweeping.SCORING * 2)
    monkeypatch.setattr(tasks.score_match, "delay", tasks.score_match)
    return row


def test_an_unscorable_match_is_given_up(unscored: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[datetime] = []
    monkeypatch.setattr(results, "score_match", broken)
    now = timezone.now()
    monkeypatch.setattr(tasks.score_match, "delay", lambda _id: asked.append(now))
    for _ in range(retrying.MOST):
        sweeping.sweep_overdue(now)
        sweeping.sweep_overdue(now + SECOND)
        now = Failure.objects.get().due_at or now
    pauses = [later - sooner for sooner, later in pairwise(asked)]
    assert len(pauses) == retrying.MOST - 1
    assert pauses == sorted(pauses)
    assert pauses[-1] > timedelta(hours=2)
    sweeping.sweep_overdue(now + timedelta(days=7))
    assert len(asked) == retrying.MOST, "given up"


def test_the_staff_can_retry_after_a_repair(unscored: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(results, "score_match", broken)
        Failure.objects.create(work=sweeping.SCORE, subject=str(unscored.pk), attempts=retrying.MOST)
        tasks.score_match(str(unscored.pk))
    [failure] = Failure.objects.all()
    assert failure.due_at is None
    staff = proven(User.objects.create_superuser("Capo"))
    listed = staff.get("/admin/failures/failure/").content.decode()
    assert str(unscored.pk) in listed
    assert "builtins.KeyError" in listed
    assert staff.get(f"/admin/failures/failure/{failure.pk}/change/").status_code == 200
    chosen = {"action": "have_tried_again", "_selected_action": [failure.pk]}
    assert staff.post("/admin/failures/failure/", chosen).status_code == 302
    sweeping.sweep_overdue(timezone.now() + SECOND)
    unscored.refresh_from_db()
    assert unscored.scored
    sweeping.sweep_overdue(timezone.now() + SECOND * 2)
    assert not Failure.objects.exists()


def test_a_bot_that_never_answers_is_woken_with_growing_pauses(
    match: NewMatch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = match(seated=1)
    seat = next(seat for seat in range(4) if row.is_played_by_bot(seat))
    Match.objects.update(bot_due_at=timezone.now() - sweeping.BOT_LATE * 2)
    woken: list[datetime] = []
    now = timezone.now()
    monkeypatch.setattr(queueing, "wake_bots", lambda _row: woken.append(now))
    for _ in range(60):
        now += SECOND
        sweeping.sweep_overdue(now)
    assert 3 <= len(woken) <= 5, seat
    Match.objects.update(bot_due_at=now + timedelta(hours=1))  # as if it had played
    sweeping.sweep_overdue(now)
    assert not Failure.objects.exists()


def test_a_bot_that_is_late_again_is_woken_as_soon_as_the_first_time(
    match: NewMatch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the queue has been long for a while, every turn is late: pauses grow during one turn only."""
    match(seated=1)
    now = timezone.now()
    woken: list[datetime] = []
    monkeypatch.setattr(queueing, "wake_bots", lambda _row: woken.append(now))
    for _turn in range(5):
        Match.objects.update(bot_due_at=now)
        woken.clear()
        due = now
        while now < due + sweeping.BOT_LATE + retrying.FIRST_PAUSE + 2 * SECOND:
            now += SECOND
            sweeping.sweep_overdue(now)
        assert [int((at - due).total_seconds()) for at in woken] == [4, 9]
    assert Failure.objects.get().attempts == 2


def test_many_broken_rows_do_not_delay_a_sound_one(
    match: NewMatch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sweep takes at most two hundred rows, which must not include resting ones."""
    row = match(move_seconds=20)
    others = [
        Match(table=row.table, game=row.game, rules=row.rules, players=[], missed=[], snapshot={}, bank_ms=[])
        for _ in range(200)
    ]
    now = timezone.now()
    past = now - timedelta(hours=1)
    Match.objects.bulk_create(others)
    Match.objects.exclude(pk=row.pk).update(deadline_at=past)
    Match.objects.filter(pk=row.pk).update(deadline_at=past + SECOND)
    tried: list[object] = []

    def time_out(match_id: object, _now: object) -> None:
        tried.append(match_id)
        if match_id != row.pk:
            broken()

    monkeypatch.setattr(actions, "time_out", time_out)
    sweeping.sweep_overdue(now)
    sweeping.sweep_overdue(now + SECOND)
    assert row.pk in tried


def test_an_event_that_cannot_advance_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def advance(event_id: int, _now: object = None) -> None:
        tried.append(event_id)
        broken()

    monkeypatch.setattr(sequencer, "advance_event", advance)
    monkeypatch.setattr(sequencer, "due_events", lambda _now: [7])
    for _ in range(5):
        tournament_tasks.sweep()
    assert tried == [7]
    assert Failure.objects.get().work == tournament_tasks.ADVANCE
    monkeypatch.setattr(sequencer, "due_events", lambda _now: [])
    tournament_tasks.sweep()
    assert not Failure.objects.exists(), "nothing of it is to be done any more"


def test_a_broken_mail_delays_no_other_and_is_given_up(
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for person in people[:2]:
        EmailAddress.objects.create(user=person, email=f"{person.username}@example.org", verified=True)
        notifying.notify_people("asked", [person], url="/amici/", actor=people[2])
        notifying.choose_delivery(person.pk, "asked", page=True, mail=True)
    mails.Notice.objects.update(mail_at=timezone.now())
    made = mails.message_for

    def message_for(notice: Any) -> Any:
        if notice.user == people[0]:
            broken()
        return made(notice)

    monkeypatch.setattr(mails, "message_for", message_for)
    now, dues = timezone.now(), []
    mail.outbox.clear()
    mails.send_due_mails(now)
    assert [message.to for message in mail.outbox] == [[f"{people[1].username}@example.org"]]
    while due := mails.Notice.objects.get(user=people[0]).mail_at:
        dues.append(due)
        mails.Notice.objects.update(at=due)  # so that no mail is dropped for its age
        mails.send_due_mails(due)
    assert len(dues) == retrying.MOST - 1
    failure = Failure.objects.get()
    assert (failure.work, failure.due_at) == (mails.MAIL, None)
    monkeypatch.setattr(mails, "message_for", made)
    retrying.try_again(failure)
    mails.send_due_mails(timezone.now() + SECOND)
    assert len(mail.outbox) == 2
    assert not Failure.objects.exists()


def test_an_unreachable_mail_server_is_tried_once_a_run_and_ever_less(
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []

    def send(_notice: object) -> Any:
        asked.append(None)
        raise ConnectionRefusedError

    monkeypatch.setattr(mails, "message_for", send)
    notifying.notify_people("asked", people, url="/amici/")
    mails.Notice.objects.update(mail_at=timezone.now())
    now = timezone.now()
    mails.send_due_mails(now)
    assert len(asked) == 1
    for second in range(60):
        mails.send_due_mails(now + SECOND * second)
    assert len(asked) == 4, "after 5, 10 and 20 seconds"


def test_failing_housekeeping_rests_and_is_listed() -> None:
    runs: list[None] = []

    @shared_task(name="tests.housekeeping", base=Sweep)
    def housekeeping() -> None:
        runs.append(None)
        if len(runs) == 1:
            broken()

    for _ in range(3):
        housekeeping.apply()
    assert len(runs) == 1
    failure = Failure.objects.get()
    assert (failure.work, failure.error.splitlines()[0]) == ("tests.housekeeping", "builtins.KeyError")
    retrying.try_again(failure)
    housekeeping.apply()
    assert len(runs) == 2
    assert not Failure.objects.exists()


def test_housekeeping_does_not_rest_after_a_trouble_of_the_database() -> None:
    """It would rest, and clocks with it, when the database is back."""
    runs: list[None] = []

    @shared_task(name="tests.troubled", base=Sweep)
    def troubled() -> None:
        runs.append(None)
        raise DatabaseAway from psycopg.OperationalError("the connection is lost")

    for _ in range(3):
        troubled.apply()
    assert len(runs) == 3
    assert not Failure.objects.exists()


def test_every_task_of_the_project_notes_its_failures() -> None:
    from ludopoli.failures.tasks import Noted
    from ludopoli.site.celery import app

    ours = [task for name, task in app.tasks.items() if not name.startswith("celery.")]
    assert len(ours) > 10
    assert all(isinstance(task, Noted) for task in ours)
