"""The sweep: it does what is overdue at the tables, and what a dead process or worker has left undone."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from django.db import transaction
from django.db.models import Min, Model, Q, QuerySet

from games.models import Match, Seat, Word
from games.play import abandoned, actions, clock, queueing, spectators
from ludopoli.base import measures
from ludopoli.failures import retrying
from ludopoli.failures.models import Failure
from ludopoli.text import times

log = logging.getLogger(__name__)

M = TypeVar("M", bound=Model)

PLAY_BOT, SCORE = "games.play_bot", "games.score_match"
"""The work that belongs to workers, which record their failures under the same names."""

SOCKET_LOST = timedelta(seconds=40)
"""The silence of a socket after which its seat counts as disconnected."""

WORD_LATE = timedelta(seconds=1)
"""The age at which the sweep applies a waiting word: the process that should have done so must have died."""

BOT_LATE = timedelta(seconds=3)
"""The delay of a bot after which its turn is enqueued again, with growing pauses (its worker has died)."""

BOT_STUCK = timedelta(seconds=30)
"""The delay of a bot after which an error is logged."""

SCORING = timedelta(seconds=30)
"""The time after which a finished match without results is scored again (its worker has died)."""

NO_WORKER = "No worker has done it in time: it was asked for again."

MAX_ROWS = 200
"""The most rows of one kind in a sweep; the next sweep goes on with the rest."""


@measures.SWEEPS.time()
def sweep_overdue(now: datetime | None = None) -> None:
    """Carry out what is overdue: timeouts, lost bot turns and results, silent sockets, deserted matches, idle
    tables."""
    now = now or times.measure_clock()
    if clock.is_down(now):
        return
    sweep = partial(_sweep_rows, retrying.known_failures(), now)
    playing = Match.objects.filter(status=Match.Status.PLAYING)
    earliest = playing.aggregate(
        deadline=Min("deadline_at"),
        bot=Min("bot_due_at"),
        turn=Min("turn_at", filter=abandoned.WITHOUT_CLOCK),
        stopped=Min("stopped_at"),
    )

    def is_due(kind: str, before: datetime) -> bool:
        """Return whether any time of a kind is before `before`; if not, its rows need no query."""
        return earliest[kind] is not None and earliest[kind] < before

    late, overdue = now - BOT_LATE, now - clock.GRACE

    def expired_matches() -> QuerySet[Match]:
        return playing.filter(deadline_at__lt=overdue)

    def matches_with_late_words() -> QuerySet[Match]:
        return playing.filter(pk__in=Word.objects.filter(at__lt=now - WORD_LATE).values("match"))

    def matches_waiting_for_bots() -> QuerySet[Match]:
        return playing.filter(bot_due_at__lt=late).order_by("-bot_due_at")  # the least late come first

    def unscored_matches() -> QuerySet[Match]:
        ended = Match.objects.filter(spectators.OPEN, status=Match.Status.FINISHED, scored=False)
        return ended.filter(finished_at__lt=now - SCORING)

    def silent_seats() -> QuerySet[Seat]:
        unseen = Q(seen_at=None) | Q(seen_at__lt=now - SOCKET_LOST)
        return Seat.objects.filter(Seat.HAS_SOCKET).filter(unseen).select_related("table")

    vanished, deserted = partial(abandoned.vanished_matches, now), partial(abandoned.deserted_matches, now)
    sweep(
        "games.time_out",
        expired_matches,
        lambda row: actions.time_out(row.pk, now),
        may_have_rows=is_due("deadline", overdue),
    )
    sweep("games.hear_words", matches_with_late_words, lambda row: actions.time_out(row.pk, now))
    sweep(
        PLAY_BOT,
        matches_waiting_for_bots,
        lambda row: _wake_bots(row, now),
        due_field="bot_due_at",
        may_have_rows=is_due("bot", late),
    )
    sweep(SCORE, unscored_matches, lambda row: queueing.queue_scoring(row.pk), due_field="finished_at")
    sweep("games.lose_socket", silent_seats, lambda seat: actions.note_socket_closed(seat.table, seat.socket))
    may_have_vanished = is_due("turn", now - abandoned.VANISHED)
    sweep(
        "games.stand_still",
        vanished,
        lambda row: actions.suspend_deserted_match(row.pk, now),
        may_have_rows=may_have_vanished,
    )
    may_have_deserted = is_due("stopped", now - abandoned.DESERTED)
    sweep(
        "games.break_off",
        deserted,
        lambda row: actions.end_deserted(row.pk, now),
        may_have_rows=may_have_deserted,
    )
    sweep(
        "games.close_table",
        partial(abandoned.idle_tables, now),
        lambda table: actions.close_idle_table(table, now),
    )


def _wake_bots(row: Match, now: datetime) -> None:
    if row.bot_due_at is not None and row.bot_due_at < now - BOT_STUCK and not row.is_left_to_bots:
        log.error("match %s waits for a bot since %s, at version %s", row.pk, row.bot_due_at, row.version)
    queueing.wake_bots(row)


def _sweep_rows(
    known_failures: Mapping[str, Mapping[str, Failure]],
    now: datetime,
    work: str,
    find_rows: Callable[[], QuerySet[M]],
    do: Callable[[M], object],
    *,
    due_field: str | None = None,
    may_have_rows: bool = True,
) -> None:
    """Do some work for each row found, except those that are still resting after a failure.

    A row that fails does not hold up the others. A row that another transaction has locked is left for the
    next sweep.

    `due_field` is given for work that belongs to a worker: `do` then only requests it again, which counts as
    an attempt. It names the field with the time at which the work was due. Failures before that time were of
    other work, such as an earlier turn, and are forgotten.

    If `may_have_rows` is False there are no rows, and nothing is queried, unless failures of this work are
    recorded: these are then over.
    """
    failed = dict(known_failures.get(work, {}))
    if not may_have_rows and not failed:
        return
    rows = find_rows()
    if failed:
        found = rows.filter(pk__in=failed).values_list("pk", due_field or "pk")
        due_times = {str(pk): due_at for pk, due_at in found}
        for subject, failure in [*failed.items()]:
            if subject not in due_times or (due_field and due_times[subject] > failure.last_at):
                retrying.work_done(work, subject)
                del failed[subject]
        rows = rows.exclude(pk__in=retrying.resting_subjects(failed, now))
    due = list(rows[:MAX_ROWS])
    unlocked = _unlocked_keys(rows.model, due) if due else set()
    for row in due:
        if row.pk not in unlocked:
            continue
        pending = NO_WORKER if due_field else ""
        retrying.attempt_work(work, row.pk, partial(do, row), now=now, pending=pending)


def _unlocked_keys(model: type[M], rows: Sequence[M]) -> set[object]:
    """Return the keys of the rows that no other transaction has locked."""
    with transaction.atomic():
        unlocked = model._default_manager.select_for_update(skip_locked=True)
        return set(unlocked.filter(pk__in=[row.pk for row in rows]).values_list("pk", flat=True))
