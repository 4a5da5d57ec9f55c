"""Enqueueing of Celery tasks by name: their code is in a higher layer, which this one cannot import."""

from __future__ import annotations

import uuid

from celery import current_app

from games.models import Match
from games.play import clock, live
from ludopoli.text import times

PLAY_BOT, SCORE_MATCH = "games.tasks.play_bot", "games.tasks.score_match"

THINKING_SECONDS = 0.6
"""The time before its answer is due at which a bot begins to think."""


def wake_bots(row: Match) -> None:
    """Enqueue the task of every bot that is on turn, so early that it can think before its answer is due."""
    if row.bot_due_at is None:
        return
    match = live.cached_match(row.pk)
    if match is None or match.version < row.version:
        match = live.load_match(row.pk)
    for seat in match.to_act():
        if row.is_played_by_bot(seat):
            delay = (clock.bot_due(row, seat) - times.now()).total_seconds() - THINKING_SECONDS
            task = current_app.tasks[PLAY_BOT]
            task.apply_async((str(row.pk), seat, row.version), countdown=max(0.0, delay))


def queue_scoring(match_id: uuid.UUID) -> None:
    """Enqueue the task that writes the results of a finished match."""
    current_app.tasks[SCORE_MATCH].delay(str(match_id))
