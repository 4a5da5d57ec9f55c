"""Celery tasks, queued by name, since their code is in a higher layer."""

from __future__ import annotations

import uuid

from celery import current_app

from games.models import Match
from games.play import clock, live
from ludopoli.text import times

PLAY_BOT, SCORE_MATCH = "games.tasks.play_bot", "games.tasks.score_match"

THINKS_BEFORE = 0.6
"""The seconds that a bot begins to think before its answer is due."""


def wake_bots(row: Match) -> None:
    """Wake every bot that is on turn, early enough to have thought by the time its answer is due."""
    if row.bot_due_at is None:
        return
    known = live.cached_match(row.pk)
    if known is None or known.version < row.version:
        known = live.load_match(row.pk)
    for seat in known.to_act():
        if row.is_played_by_bot(seat):
            wait = (clock.bot_due(row, seat) - times.now()).total_seconds() - THINKS_BEFORE
            task = current_app.tasks[PLAY_BOT]
            task.apply_async((str(row.pk), seat, row.version), countdown=max(0.0, wait))


def queue_scoring(match: uuid.UUID) -> None:
    """Ask for the results of a finished match to be written."""
    current_app.tasks[SCORE_MATCH].delay(str(match))
