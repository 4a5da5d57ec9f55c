"""What Celery workers do: bot turns, scoring, and the sweep."""

from __future__ import annotations

import logging
import os
import threading
import uuid

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from games import clock, feed, live, results, windows
from games.bots.catalog import DEFAULT_POLICY, warm_up
from games.bots.slips import choose
from games.engine.game import Refused
from games.models import Match
from games.review import reviews

log = logging.getLogger(__name__)

WARM_UP_AFTER = 20.0
"""Seconds from when a worker is ready until it loads what nobody has needed yet: after a restart the matches
that wait come first."""

THOUGHT = 3.0
"""Seconds for which a worker that has taken a turn is believed to be at it; then another may take it."""

LOOK_AGAIN = 0.1
"""Seconds until a turn that somebody else has taken is looked at again, at the end of the line."""


@worker_ready.connect
def get_ready(**_: object) -> None:
    """A worker loads what thinks a while after it is ready; the embedded mode, at the first thought."""
    if not settings.EMBEDDED:
        later = threading.Timer(WARM_UP_AFTER, warm_up)
        later.name, later.daemon = "warm-up", True
        later.start()


def enqueue_bots(row: Match) -> None:
    """Wake every bot that is on turn, when its thinking time is over."""
    if row.bot_due_at is None:
        return
    known = live.kept(row.pk)
    if known is None or known.version < row.version:
        known = live.load(row.pk)
    for seat in known.to_act():
        if row.is_played_by_bot(seat):
            due = windows.bot_due(row, seat) if "window" in row.snapshot else row.bot_due_at
            wait = max(0.0, (due - timezone.now()).total_seconds())
            play_bot.apply_async((str(row.pk), seat, row.version), countdown=wait)


def thinker(match_id: object, version: int) -> str:
    """Where the cache has the process that thinks about a version of a match."""
    return f"thinker:{match_id}:{version}"


@shared_task
def play_bot(match_id: str, seat: int, version: int) -> None:
    """Think for one seat and submit with the version that was seen; what has grown stale is dropped.

    One choice of a match at a version is thought about at a time, so that no table takes more than its share.
    """
    from games import actions

    now = live.kept(uuid.UUID(match_id))
    if now is None or now.version < version:
        now = live.load(uuid.UUID(match_id))
    if now.version != version or not now.row.is_played_by_bot(seat):
        return
    legal = now.game.legal(now.state, seat)
    if not legal:
        return
    if not cache.add(thinker(match_id, version), os.getpid(), timeout=THOUGHT):
        play_bot.apply_async((match_id, seat, version), countdown=LOOK_AGAIN)
        return
    policy = now.row.players[seat]["bot"] or DEFAULT_POLICY
    view = now.game.view(now.state, seat)
    try:
        command = choose(view, legal, policy)
    except Exception:
        log.exception("%s cannot think: match %s seat %s", policy, match_id, seat)
        command = choose(view, legal, DEFAULT_POLICY)
    answer = actions.attempt(now.row.pk, seat, command, f"{version}", version, by_bot=True)
    if isinstance(answer, actions.Waiting):
        hear_words.apply_async((match_id,), countdown=answer.seconds)
    elif isinstance(answer, Refused) and answer.code not in ("stale", "match_over", "too_late"):
        log.error("bot refused: match %s seat %s %s: %s", match_id, seat, command, answer.code)


@shared_task
def hear_words(match_id: str) -> None:
    """The moment of a word is over."""
    from games import actions

    actions.time_out(uuid.UUID(match_id))


@shared_task
def score_match(match_id: str) -> None:
    """Write what a finished match means for its people; done again, it changes nothing."""
    results.score(uuid.UUID(match_id))


@shared_task
def review() -> None:
    """Judge a deal of a finished match; workers of their own do it, so that no bot waits for it."""
    if reviews.go_on():
        review.delay()


@shared_task
def sweep_reviews() -> None:
    """Go on with what a worker has left."""
    reviews.sweep()


@shared_task
def sweep() -> None:
    """What the clocks and the lost workers left to do."""
    clock.sweep()


@shared_task
def forget_happenings() -> None:
    """Programs are told for a while what they missed, not for ever."""
    feed.tidy()
