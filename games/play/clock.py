"""Time at the table: deadlines in the row, a sweeper that finds what is overdue, a pulse for downtime.

Presence (is a socket alive), absence (a bot plays for a person) and the game clock are three
things; only the last one is computed here.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from django.db import transaction
from django.db.models import Count, Model, Q, QuerySet
from django.utils import timezone

from games.bots.levels import seconds_of
from games.engine import game as engine
from games.models import Match, Pulse, Seat, Table, Word
from games.play import watching, windows
from games.play.signals import was_down
from ludopoli.failures import retrying

log = logging.getLogger(__name__)

M = TypeVar("M", bound=Model)

GRACE = timedelta(seconds=1)
"""How long after the deadline a move that was on its way still counts."""

MISSED_TURNS = 2
"""After so many turns played by the clock the seat is handed to a bot."""

DOWNTIME = timedelta(seconds=3)
"""A longer gap between two pulses is downtime: nobody could have played."""

LOST = timedelta(seconds=40)
"""A seat whose socket was not heard of for so long is shown as lost."""

WORD_LATE = timedelta(seconds=1)
"""A word that waits for so long has lost its process: it is heard if its moment is over."""

BOT_LATE = timedelta(seconds=3)
"""A bot that is so late has lost its worker: its turn is enqueued again, with growing pauses."""

BOT_STUCK = timedelta(seconds=30)
"""A bot that is so late is an error of ours."""

SCORING = timedelta(seconds=30)
"""A finished match without results for so long has lost its worker: it is scored again."""

LOST_WORK = "No worker has done it in time: it was asked for again."

IDLE_TABLE = timedelta(minutes=30)

VANISHED = timedelta(hours=1)
"""The time for which a match against bots alone waits for its person, who has no clock and no page open; then
it stands still."""

DESERTED = timedelta(minutes=10)
"""How long a match that nobody is at stands still for its people; then it ends."""

HANDS_CHANGE = {"away", "left", "returned", "substituted", "stopped", "resumed"}
"""A turn goes on over these events, on the same clock: nobody gains time by getting up and coming back."""

PAUSES = {"taken": 1.2, "closed": 1.5, "scored": 4.0, "dealt": 1.5}
"""Seconds that everybody needs to see what happened, before the next clock starts."""

THINKING = (0.5, 1.4)
"""Seconds that a bot takes for a move at pace 1, as a person would."""


FIRST_DEAL = 120
"""Seconds for a move in somebody's first deal, at least."""


def is_unhurried(row: Match, table: Table, seat: int) -> bool:
    """True in somebody's first deal, unless a director keeps the time: nobody learns against a countdown."""
    return row.is_first_deal(seat) and not table.hosted


def move_seconds(row: Match, table: Table, seat: int) -> int | None:
    """Seconds for a move of a seat; None if no clock runs: the table has none, or one person plays with bots.

    In their first deal people have the whole reserve for every move, and at least two minutes.
    """
    if table.move_seconds is None or (row.people == 1 and not table.hosted):
        return None
    if is_unhurried(row, table, seat):
        return max(FIRST_DEAL, table.move_seconds + row.bank_ms[seat] // 1000)
    return table.move_seconds


def reserve_ms(row: Match, table: Table, seat: int) -> int:
    """The reserve of a seat beyond the time of a move, in ms."""
    return 0 if is_unhurried(row, table, seat) else int(row.bank_ms[seat])


def start_turn(
    row: Match,
    table: Table,
    to_act: tuple[int, ...],
    events: Sequence[engine.Event],
    now: datetime,
    window: engine.Window | None = None,
) -> None:
    """Set when the seats on turn may act, their deadline, and when a bot is due."""
    paused = timedelta(milliseconds=sum(event.public["ms"] for event in events if event.kind == "paused"))
    if paused and row.turn_at is not None and row.deadline_at is not None:
        row.turn_at, row.deadline_at = row.turn_at + paused, row.deadline_at + paused
        row.bot_due_at = None if row.bot_due_at is None else row.bot_due_at + paused
        return
    stood = timedelta(milliseconds=sum(event.public["ms"] for event in events if event.kind == "resumed"))
    if row.turn_at is not None:
        row.turn_at += stood
    same_window = window is not None and row.snapshot["window"]["since"] < row.version
    hands_change = bool(events) and all(event.kind in HANDS_CHANGE for event in events)
    if row.turn_at is None or not (hands_change or same_window):
        pause = 0.0 if row.only_bots else sum(PAUSES.get(event.kind, 0.0) for event in events)
        row.turn_at = now + timedelta(seconds=pause * min(table.pace, 1.0)) if to_act else None
    row.deadline_at = row.bot_due_at = None
    if row.turn_at is None or row.stopped_at is not None:
        return
    bots = [seat for seat in to_act if row.is_played_by_bot(seat)]
    if window is not None:
        row.deadline_at = windows.closes_at(row, window)
        row.bot_due_at = min((windows.bot_due(row, seat) for seat in bots), default=None)
        return
    if bots:
        thinking = 0.0 if row.only_bots else _thinking(row, table, bots)
        row.bot_due_at = max(row.turn_at, now) + timedelta(seconds=thinking)
    row.deadline_at = max(
        (
            row.turn_at + timedelta(seconds=seconds, milliseconds=reserve_ms(row, table, seat))
            for seat in to_act
            if not row.is_played_by_bot(seat) and (seconds := move_seconds(row, table, seat)) is not None
        ),
        default=None,
    )


def _thinking(row: Match, table: Table, bots: Sequence[int]) -> float:
    """Seconds until bots answer: whatever they hold, so never less than their levels may need."""
    return max(random.uniform(*THINKING) * table.pace, *(seconds_of(row.policy(seat)) for seat in bots))


def spend(row: Match, table: Table, seat: int, now: datetime) -> int:
    """Take what a move needed beyond its time from the seat's bank; returns the thinking time in ms."""
    spent = 0 if row.turn_at is None else max(0, int((now - row.turn_at).total_seconds() * 1000))
    if (seconds := move_seconds(row, table, seat)) is not None:
        beyond = min(reserve_ms(row, table, seat), max(0, spent - seconds * 1000))
        row.bank_ms = [left - beyond if other == seat else left for other, left in enumerate(row.bank_ms)]
    return spent


def is_overdue(row: Match, now: datetime) -> bool:
    return row.deadline_at is not None and now > row.deadline_at + GRACE


def beat(now: datetime | None = None) -> timedelta:
    """A web process is alive. After a gap every running clock moves on by it; returns the gap."""
    from games.play import actions

    now = now or timezone.now()
    with transaction.atomic():
        pulse, _ = Pulse.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
        gap = now - pulse.at
        if gap > DOWNTIME:
            was_down.send(sender=Pulse, gap=gap)
            running = Match.objects.filter(status=Match.Status.PLAYING).exclude(deadline_at=None)
            for match_id in running.values_list("pk", flat=True):
                try:
                    actions.add_downtime(match_id, gap)
                except Exception:  # otherwise the pulse would stand, and with it every other clock
                    log.exception("the clock of match %s could not be moved on", match_id)
            log.info("down for %.1f s: running clocks moved on", gap.total_seconds())
        Pulse.objects.filter(pk=1).update(at=now)
    return gap


def is_down(now: datetime) -> bool:
    """Whether nobody can reach us, so that no clock runs."""
    pulse = Pulse.objects.filter(pk=1).first()
    return pulse is not None and now - pulse.at > DOWNTIME


def sweep(now: datetime | None = None) -> None:
    """Do what is overdue: timeouts, turns whose bot was lost, seats whose socket is gone, idle tables."""
    from games import tasks
    from games.play import actions

    now = now or timezone.now()
    if is_down(now):
        return
    each = partial(_each, retrying.known(), now)
    playing = Match.objects.filter(status=Match.Status.PLAYING)
    overdue = playing.filter(deadline_at__lt=now - GRACE)
    each("games.time_out", overdue, lambda row: actions.time_out(row.pk, now))
    unheard = playing.filter(pk__in=Word.objects.filter(at__lt=now - WORD_LATE).values("match"))
    each("games.hear_words", unheard, lambda row: actions.time_out(row.pk, now))
    late = playing.filter(bot_due_at__lt=now - BOT_LATE).order_by("-bot_due_at")  # those behind come last
    each(tasks.PLAY_BOT, late, lambda row: _wake_bots(row, now), is_lost=True)
    unscored = Match.objects.filter(watching.OPEN, status=Match.Status.FINISHED, scored=False)
    lost_scores = unscored.filter(finished_at__lt=now - SCORING)
    each(tasks.SCORE, lost_scores, lambda row: tasks.score_match.delay(str(row.pk)), is_lost=True)
    silent = Seat.objects.exclude(socket="").filter(Q(seen_at=None) | Q(seen_at__lt=now - LOST))
    silent = silent.select_related("table")
    each("games.lose_socket", silent, lambda seat: actions.lose_socket(seat.table, seat.socket))
    each("games.stand_still", vanished(now), lambda row: actions.stand_still(row.pk, now))
    each("games.break_off", deserted(now), lambda row: actions.end_deserted(row.pk, now))
    each("games.close_table", idle(now), lambda table: actions.close(table, now))


def vanished(now: datetime) -> QuerySet[Match]:
    """The matches against bots that have waited too long for their person, who has no page open."""
    waiting = Match.objects.filter(status=Match.Status.PLAYING, turn_at__lt=now - VANISHED)
    waiting = waiting.filter(stopped_at=None, deadline_at=None, bot_due_at=None, table__hosted=False)
    seen = Seat.objects.exclude(user=None).exclude(socket="")
    alone = waiting.exclude(table__seats__in=seen).alias(sitting=Count("table__seats__user"))
    return alone.filter(sitting=1)


def deserted(now: datetime) -> QuerySet[Match]:
    """The matches that have stood still long enough for their people to come back."""
    standing = Match.objects.filter(status=Match.Status.PLAYING, table__hosted=False)
    return standing.filter(stopped_at__lt=now - DESERTED)


def idle(now: datetime) -> QuerySet[Table]:
    """The tables between two matches that nobody has used for long."""
    unused = Table.objects.filter(changed_at__lt=now - IDLE_TABLE).exclude(status__in=["closed", "playing"])
    unused = unused.exclude(hosted=True, status=Table.Status.OPEN)  # it begins when its host says so
    return unused.exclude(seats__in=Seat.objects.exclude(socket=""))


def _wake_bots(row: Match, now: datetime) -> None:
    from games import tasks

    if row.bot_due_at is not None and row.bot_due_at < now - BOT_STUCK and not row.is_left_to_bots:
        log.error("match %s waits for a bot since %s, at version %s", row.pk, row.bot_due_at, row.version)
    tasks.enqueue_bots(row)


def _each(
    known: Mapping[str, Mapping[str, datetime | None]],
    now: datetime,
    work: str,
    rows: QuerySet[M],
    do: Callable[[M], object],
    *,
    is_lost: bool = False,
) -> None:
    """Do something for each row that does not rest; one that fails does not keep the others waiting.

    Work that is for a worker is lost if it is found here: to ask for it again is an attempt, however it ends.
    """
    failed = known.get(work, {})
    if failed:
        still = {str(pk) for pk in rows.filter(pk__in=failed.keys()).values_list("pk", flat=True)}
        for subject in failed.keys() - still:
            retrying.over(work, subject)
    for row in rows.exclude(pk__in=retrying.resting(failed, now))[:200]:
        pending = LOST_WORK if is_lost else ""
        retrying.attempt(work, row.pk, partial(do, row), now=now, pending=pending)
