"""The tasks of Celery workers: bot turns, scoring, reviews, and the sweeps."""

from __future__ import annotations

import logging
import os
import threading
import time
import uuid
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from games.archive import packing
from games.models import Match
from games.people import results
from games.play import actions, clock, correspondence, live, sweeping
from games.play.spare_time import LONGEST_COUNTDOWN, spare_time
from games.review import reviews
from ludocards.bots.levels import DEFAULT_POLICY, seconds_of
from ludocards.bots.registry import warm_up
from ludocards.bots.slips import choose
from ludocards.engine.game import Command, Json
from ludopoli.base import measures
from ludopoli.failures import retrying
from ludopoli.failures.tasks import Sweep
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import times

log = logging.getLogger(__name__)

WARM_UP_AFTER = 20.0
"""Seconds after its start in which a worker loads kernels only as needed, since waiting matches come
first."""

THOUGHT = 3.0
"""Seconds for which a turn belongs to the worker that took it; then another may take it."""

LOOK_AGAIN = 0.1
"""Seconds until a turn that another worker has taken is enqueued again."""

LATE_BY = 0.25
"""The delay of an answer that comes late is rounded up to a multiple of this, in seconds."""

HURRIED = 0.5
"""Tables with a lower pace are played by programs; their bots only get spare time."""

PACKING = 60.0
"""Seconds for which old logs are packed at a time; Redis hands a task out again after twice as long."""

DROPPED = ("stale", "match_over", "match_stopped", "too_late")
"""The refusals of a bot's answer that mean that the match has moved on."""


@worker_ready.connect
def get_ready(sender: Any, **_: object) -> None:
    """Load the kernels some time after the start of a worker of bots; others, and the embedded mode, load
    what they need when they need it."""
    plays = sender.app.conf.task_default_queue in sender.app.amqp.queues.consume_from
    if plays and not settings.EMBEDDED:
        later = threading.Timer(WARM_UP_AFTER, warm_up)
        later.name, later.daemon = "warm-up", True
        later.start()


def thinker(match_id: object, version: int) -> str:
    """The cache key of the worker that is thinking about a version of a match."""
    return f"thinker:{match_id}:{version}"


@shared_task
def play_bot(match_id: str, seat: int, version: int, room_at: float = 0.0) -> None:
    """Choose a command for one seat, and submit it when it is due; a stale turn is dropped.

    Only one choice of a match is thought about at a time, so that no table takes more than its share. If no
    person waits for the bots they only get `spare_time`: `room_at` is when this choice gets some, as a Unix
    time, once it has asked.
    """
    if (wait := room_at - time.time()) > 0:
        play_bot.apply_async((match_id, seat, version, room_at), countdown=min(wait, LONGEST_COUNTDOWN))
        return
    now = live.cached_match(uuid.UUID(match_id))
    if now is None or now.version < version:
        now = live.load_match(uuid.UUID(match_id))
    row = now.row
    is_mine = now.version == version and row.bot_due_at is not None and row.is_played_by_bot(seat)
    legal = now.game.legal(now.state, seat) if is_mine else ()
    if not legal:
        if room_at:
            spare_time.spend(0.0)
        return
    is_behind = row.is_left_to_bots or row.table.pace < HURRIED
    if is_behind and not room_at and _waits_for_room(match_id, seat, version):
        return
    if not cache.add(thinker(match_id, version), os.getpid(), timeout=THOUGHT):
        if is_behind:
            spare_time.spend(0.0)
        play_bot.apply_async((match_id, seat, version), countdown=LOOK_AGAIN)
        return
    began = time.thread_time()
    with measures.THINKING.time():
        command = _choice(now, seat, legal)
    thought = time.thread_time() - began
    wait = _until_answered(row, seat, times.now())
    if wait:
        answer_for_bot.apply_async((match_id, seat, version, command.as_json()), countdown=wait)
    else:
        _answer(row.pk, seat, version, command)
    if is_behind:
        spare_time.spend(time.thread_time() - began if row.is_left_to_bots else thought)


def _waits_for_room(match_id: str, seat: int, version: int) -> bool:
    """Return whether a turn has to wait for spare time; it is then enqueued again."""
    place = f"line:{match_id}:{seat}:{version}"
    if cache.get(place):
        return True
    wait = spare_time.reserve()
    if not wait:
        return False
    cache.set(place, True, timeout=wait + THOUGHT)
    room_at = time.time() + wait
    play_bot.apply_async((match_id, seat, version, room_at), countdown=min(wait, LONGEST_COUNTDOWN))
    return True


def _choice(now: live.Live, seat: int, legal: Sequence[Command]) -> Command:
    policy = now.row.policy(seat)
    view = now.game.view(now.state, seat)
    try:
        return choose(view, legal, policy)
    except Exception:
        log.exception("%s cannot think: match %s seat %s", policy, now.row.pk, seat)
        return choose(view, legal, DEFAULT_POLICY)


def _until_answered(row: Match, seat: int, now: datetime) -> float:
    """The seconds to wait before the choice of a bot is submitted; they must not betray anything about its
    hand.

    A bot that is late waits for the next multiple of `LATE_BY`, which betrays little.
    """
    if row.only_bots:
        return 0.0
    late = (now - clock.bot_due(row, seat)).total_seconds()
    if late < 0:
        return -late
    return LATE_BY - late % LATE_BY if seconds_of(row.policy(seat)) else 0.0


@shared_task
def answer_for_bot(match_id: str, seat: int, version: int, command: Json) -> None:
    """Submit the command that a bot has chosen."""
    chosen = Command.from_json(command)
    assert isinstance(chosen, Command), command
    _answer(uuid.UUID(match_id), seat, version, chosen)


def _answer(match_id: uuid.UUID, seat: int, version: int, command: Command) -> None:
    try:
        answer = actions.try_command(match_id, seat, command, f"{version}", version, by_bot=True)
    except ActionRefused as why:
        if why.code not in DROPPED:
            log.error("bot refused: match %s seat %s %s: %s", match_id, seat, command, why.code)
    else:
        if isinstance(answer, actions.Waiting):
            hear_words.apply_async((str(match_id),), countdown=answer.seconds)


@shared_task
def hear_words(match_id: str) -> None:
    """Apply the words of a batch that is over."""
    actions.time_out(uuid.UUID(match_id))


@shared_task
def score_match(match_id: str) -> None:
    """Score a finished match; repeated, it changes nothing."""
    retrying.attempt_work(sweeping.SCORE, match_id, partial(results.score_match, uuid.UUID(match_id)))


@shared_task
def review() -> None:
    """Judge a deal of a review; separate workers do this, so that no bot waits for it."""
    if reviews.judge_next_deal():
        review.delay()


@shared_task
def notify_turns() -> None:
    """Notify the people for whom a table waits where a card may take a day."""
    correspondence.notify_turns()


@shared_task
def sweep_reviews() -> None:
    """Go on with reviews whose worker has died."""
    reviews.sweep_reviews()


@shared_task(base=Sweep)
def sweep() -> None:
    """Do what is overdue at the tables, and what dead workers have left undone."""
    sweeping.sweep_overdue()


@shared_task
def pack_logs() -> None:
    """Pack some of the logs that are old enough."""
    old = packing.unpacked_logs(timezone.now() - settings.PACK_LOGS_AFTER)
    for _progress in packing.run_packing(old, packing.pack_log, PACKING):
        pass
