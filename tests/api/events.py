"""A tournament for the tests of the API and of the console."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts.models import User
from tournaments import actions
from tournaments.models import Entry, Event, Series

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
    """An event that starts in an hour, and takes entries."""
    made = actions.create_event(
        organiser, **{**USUAL, "starts_at": timezone.now() + timedelta(hours=1), **fields}
    )
    assert isinstance(made, Event), made
    return made


def running(organiser: User, *people: User | actions.Named, **fields: Any) -> Event:
    """An event of a series with four pairs whose first round is drawn: these people with bots, and bots."""
    series = actions.create_series(organiser, name="Campionato")
    assert isinstance(series, Series), series
    event = announced(organiser, series=series, check_in_minutes=0, **fields)
    first: list[User | actions.Named | str] = [*people, *[DEFAULT_POLICY] * (4 - len(people))]
    for person in first:
        entered = actions.enter(organiser, event, [person, DEFAULT_POLICY])
        assert isinstance(entered, Entry), entered
    begun = actions.start(organiser, event)
    assert isinstance(begun, Event), begun
    return begun
