"""A reader's progress in the lessons: kept with the account, or in the session."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from games.pages.view_helpers import LEARNED
from ludopoli.accounts.models import User
from practice import actions, lessons, selectors
from practice.lessons import StepPlace

KEPT = "steps_done"
"""The key of a session for the steps that somebody without an account has done."""


def remember_step(request: HttpRequest, place: StepPlace) -> None:
    """Keep a step as done: with the account, or in the session, which keeps the game in any case."""
    request.session[LEARNED] = place.game
    if isinstance(request.user, User):
        actions.step_done(request.user, place)
        return
    kept = request.session.get(KEPT, [])
    named = [place.game, place.lesson.code, place.number]
    if named not in kept:
        request.session[KEPT] = [*kept, named]


def steps_done_by(request: HttpRequest, game: str = "") -> set[tuple[str, str, int]]:
    """The reader's steps; those of the session count after signing in, too."""
    kept = {(each[0], each[1], each[2]) for each in request.session.get(KEPT, [])}
    return selectors.steps_done(request.user, game) | kept


def course_progress(request: HttpRequest, game: str) -> dict[str, Any]:
    """The reader's progress in the lessons of a game."""
    return progress_in(game, steps_done_by(request, game))


def progress_in(game: str, done: set[tuple[str, str, int]]) -> dict[str, Any]:
    """The number of a game's steps, of those that are done, and the first that is not."""
    places = lessons.step_places(game)
    left = [each for each in places if (game, each.lesson.code, each.number) not in done]
    return {"steps": len(places), "done": len(places) - len(left), "next": left[0] if left else None}
