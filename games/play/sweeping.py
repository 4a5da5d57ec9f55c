"""The sweep: does what is overdue at the tables, and what a dead process or worker has left undone."""

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
"""The names under which failures of these tasks are noted."""

LOST = timedelta(seconds=40)
"""The silence of a socket after which its seat is shown as lost."""

WORD_LATE = timedelta(seconds=1)
"""The age at which the sweep applies a waiting word, since the process that should do so must have died."""

BOT_LATE = timedelta(seconds=3)
"""The delay of a bot after which its turn is enqueued again, with growing pauses (its worker has died)."""

BOT_STUCK = timedelta(seconds=30)
"""The delay of a bot after which an error is logged."""

SCORING = timedelta(seconds=30)
"""The time after which a finished match without results is scored again (its worker has died)."""

LOST_WORK = "No worker has done it in time: it was asked for again."


@measures.SWEEPS.time()
def sweep_overdue(now: datetime | None = None) -> None:
    """Do what is overdue: timeouts, lost bot turns and results, silent sockets, deserted matches, idle
    tables."""
    now = now or times.measure_clock()
    if clock.is_down(now):
        return
    each = partial(_each, retrying.known_failures(), now)
    playing = Match.objects.filter(status=Match.Status.PLAYING)
    earliest = playing.aggregate(
        deadline=Min("deadline_at"),
        bot=Min("bot_due_at"),
        turn=Min("turn_at", filter=abandoned.WITHOUT_CLOCK),
        stopped=Min("stopped_at"),
    )

    def is_any(kind: str, before: datetime) -> bool:
        """Return whether the earliest time of this kind is before another, so that rows are worth a query."""
        return earliest[kind] is not None and earliest[kind] < before

    late, overdue = now - BOT_LATE, now - clock.GRACE

    def expired() -> QuerySet[Match]:
        return playing.filter(deadline_at__lt=overdue)

    def unheard() -> QuerySet[Match]:
        return playing.filter(pk__in=Word.objects.filter(at__lt=now - WORD_LATE).values("match"))

    def asleep() -> QuerySet[Match]:
        return playing.filter(bot_due_at__lt=late).order_by("-bot_due_at")  # the least late come first

    def unscored() -> QuerySet[Match]:
        ended = Match.objects.filter(spectators.OPEN, status=Match.Status.FINISHED, scored=False)
        return ended.filter(finished_at__lt=now - SCORING)

    def silent() -> QuerySet[Seat]:
        unseen = Q(seen_at=None) | Q(seen_at__lt=now - LOST)
        return Seat.objects.filter(Seat.HAS_SOCKET).filter(unseen).select_related("table")

    vanished, deserted = partial(abandoned.vanished_matches, now), partial(abandoned.deserted_matches, now)
    each(
        "games.time_out", expired, lambda row: actions.time_out(row.pk, now), any_=is_any("deadline", overdue)
    )
    each("games.hear_words", unheard, lambda row: actions.time_out(row.pk, now))
    each(PLAY_BOT, asleep, lambda row: _wake_bots(row, now), since="bot_due_at", any_=is_any("bot", late))
    each(SCORE, unscored, lambda row: queueing.queue_scoring(row.pk), since="finished_at")
    each("games.lose_socket", silent, lambda seat: actions.note_socket_closed(seat.table, seat.socket))
    any_vanished = is_any("turn", now - abandoned.VANISHED)
    each(
        "games.stand_still",
        vanished,
        lambda row: actions.suspend_deserted_match(row.pk, now),
        any_=any_vanished,
    )
    any_deserted = is_any("stopped", now - abandoned.DESERTED)
    each("games.break_off", deserted, lambda row: actions.end_deserted(row.pk, now), any_=any_deserted)
    each(
        "games.close_table",
        partial(abandoned.idle_tables, now),
        lambda table: actions.close_idle_table(table, now),
    )


def _wake_bots(row: Match, now: datetime) -> None:
    if row.bot_due_at is not None and row.bot_due_at < now - BOT_STUCK and not row.is_left_to_bots:
        log.error("match %s waits for a bot since %s, at version %s", row.pk, row.bot_due_at, row.version)
    queueing.wake_bots(row)


def _each(
    known: Mapping[str, Mapping[str, Failure]],
    now: datetime,
    work: str,
    found: Callable[[], QuerySet[M]],
    do: Callable[[M], object],
    *,
    since: str | None = None,
    any_: bool = True,
) -> None:
    """Do some work for each row that is not resting after a failure; a row that fails does not hold up the
    rest, and one that another transaction holds is left for the next sweep.

    `since` is for work that a worker should have done, and names the field with the time when it was due:
    asking for it again counts as an attempt, and attempts before that time were for other work, such as an
    earlier turn. `any_` is False if it is known that there are no such rows: then not even their query is
    made, which takes longer than an empty answer.
    """
    failed = dict(known.get(work, {}))
    if not any_ and not failed:
        return
    rows = found()
    if failed:
        still = {
            str(pk): due_at for pk, due_at in rows.filter(pk__in=failed).values_list("pk", since or "pk")
        }
        for subject, failure in [*failed.items()]:
            if subject not in still or (since and still[subject] > failure.last_at):
                retrying.work_done(work, subject)
                del failed[subject]
        rows = rows.exclude(pk__in=retrying.resting_subjects(failed, now))
    due = list(rows[:200])
    free = _free(rows.model, due) if due else set()
    for row in due:
        if row.pk not in free:
            continue
        pending = LOST_WORK if since else ""
        retrying.attempt_work(work, row.pk, partial(do, row), now=now, pending=pending)


def _free(model: type[M], rows: Sequence[M]) -> set[object]:
    """Return the keys of the rows that no other transaction holds."""
    with transaction.atomic():
        free = model._default_manager.select_for_update(skip_locked=True)
        return set(free.filter(pk__in=[row.pk for row in rows]).values_list("pk", flat=True))
