"""The matches that a process keeps in memory: those of which it has learnt something lately."""

from __future__ import annotations

import uuid
from dataclasses import replace

from games.models import Match
from games.play import live

START = 1000.0


def learn(after: float, match: uuid.UUID | None = None, version: int = 1) -> uuid.UUID:
    """Cache a version of a match (of a new one by default) some seconds after the start; return its id."""
    row = Match(pk=match or uuid.uuid4(), version=version)
    live.cache_version(replace(live.Live(row, None, ()), since_when=START + after))
    return row.pk


def test_a_match_that_has_ended_elsewhere_does_not_stay_in_memory() -> None:
    ended, going_on = learn(0), learn(1)
    learn(live.KEPT_SECONDS, going_on, version=2)
    assert live.cached_match(ended) is not None
    learn(live.KEPT_SECONDS + 5)
    assert live.cached_match(ended) is None
    assert live.cached_match(going_on) is not None


def test_an_evening_of_short_matches_keeps_those_of_the_last_minutes() -> None:
    matches = [learn(60.0 * minute) for minute in range(100)]
    kept = [match for match in matches if live.cached_match(match) is not None]
    assert kept == matches[-11:]
