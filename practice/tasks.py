"""The Celery tasks of practice."""

from __future__ import annotations

import time
from datetime import timedelta
from itertools import chain

from celery import shared_task
from django.utils import timezone

from ludocards.bots.registry import PUZZLED
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.text import zones
from practice import archive, finding, notices, storing, studying
from practice.models import Puzzle

A_NIGHT = timedelta(days=1)
SECONDS, WANTED = 240.0, 20
"""The time that a night spends on each game, and the number of puzzles with which it is content."""


@shared_task
def study_reviews(person_id: int) -> None:
    """Collect a person's mistakes in a reviewed match, and enqueue the next one."""
    person = User.objects.filter(pk=person_id).first()
    if person and any(studying.study_match(person, row) for row in studying.unstudied_matches(person)):
        study_reviews.delay(person_id)


@shared_task
def announce_puzzles() -> None:
    """Notify the people who want it of the puzzles of the day."""
    notices.notify_of_puzzles()


@shared_task
def find_puzzles() -> None:
    """Find puzzles in the public matches of the last day, and where these are few in matches between bots."""
    for game in PUZZLED:
        finder, until = finding.Finder(GAMES[game]), time.monotonic() + SECONDS
        played = chain.from_iterable(
            map(archive.deals_of, archive.open_matches(game, timezone.now() - A_NIGHT))
        )
        _store(finding.find_among(finder, played), until, Puzzle.Source.ARCHIVE)
        tonight = zones.site_day().toordinal() * 1000
        _store(finding.from_bots(finder, tonight), until, Puzzle.Source.BOTS)


def _store(finds: finding.Finds, until: float, source: Puzzle.Source) -> None:
    """Store at most `WANTED` puzzles, and stop once the monotonic clock is beyond `until`."""
    left = WANTED
    for found in finds:
        if found is not None:
            left -= storing.store_puzzles(Puzzle, [found.as_json()], source)
        if time.monotonic() > until or left <= 0:
            return
