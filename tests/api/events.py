"""Tournaments for the tests of the API and of the director's console."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts.models import User
from tournaments import actions
from tournaments.models import Event

USUAL: dict[str, Any] = {
    "name": "Il giovedì",
    "game": "tressette",
    "rules": {"preset": "classico"},
    "players": 4,
    "format": "swiss",
    "settings": {"rounds": 2, "deals": 1},
    "pace": 0.0,
}


def announced(organiser: User, **fields: Any) -> Event:
    """Create an event that starts in an hour and accepts entries."""
    made = actions.create_event(
        organiser, **{**USUAL, "starts_at": timezone.now() + timedelta(hours=1), **fields}
    )
    return made


def running(organiser: User, *people: User | actions.Named, **fields: Any) -> Event:
    """Create an event of a series and start it with four pairs: these people with a bot each, then bots."""
    series = actions.create_series(organiser, name="Campionato")
    event = announced(organiser, series=series, check_in_minutes=0, **fields)
    first: list[User | actions.Named | str] = [*people, *[DEFAULT_POLICY] * (4 - len(people))]
    for person in first:
        actions.enter_members(organiser, event, [person, DEFAULT_POLICY])
    begun = actions.start_event(organiser, event)
    return begun
