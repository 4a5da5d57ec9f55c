"""When a mistake comes back: the scheduler of FSRS, with steps of whole days. Pure functions."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, cast

from fsrs import Card, Rating, Scheduler
from fsrs.card import CardDict

from ludocards.engine.game import Json

SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=365, enable_fuzzing=False)
"""Nothing comes back within minutes, since that would ask for memory alone; nothing stays away for more than
a year."""


def next_repetition(card: Json, is_right: bool, now: datetime) -> tuple[Json, datetime]:
    """The state after an answer, and when the position comes back; `card` is None before the first one.

    `now` must be in UTC. An answer that was wrong counts as forgotten.
    """
    before = Card.from_dict(cast(CardDict, card)) if card else Card(card_id=0, due=now)
    after, _ = SCHEDULER.review_card(before, Rating.Good if is_right else Rating.Again, now)
    return cast(dict[str, Any], after.to_dict()), after.due


def days_until(due: datetime, now: datetime) -> int:
    """The number of days from now, rounded up."""
    return max(0, -(-(due - now) // timedelta(days=1)))
