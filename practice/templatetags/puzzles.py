"""Tags about puzzles and lessons for other pages: home and the lobby."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import template
from django.http import HttpRequest

from games.models import Result
from games.pages.view_helpers import LEARNED
from ludocards.bots.registry import PUZZLED
from ludocards.engine.registry import GAMES
from ludocards.words.lessons import lessons_of
from ludopoli.base.sharing import Shared
from ludopoli.text import zones
from practice import actions, selectors, showing
from practice.models import Puzzle
from practice.progress import course_progress
from practice.texts import asking_words

register = template.Library()

MOST_CARDS = 5
"""The most cards of the hand in the picture of a puzzle."""


@register.simple_tag(takes_context=True)
def puzzle_of_the_day(context: template.Context, game: str) -> dict[str, Any] | None:
    """Return the puzzle of the day of a game, or of one that has puzzles, with the first cards of its hand,
    which the puzzle's page shows to everybody. One query; none for a visitor."""
    request: HttpRequest = context["request"]
    its = game if game in PUZZLED else PUZZLED[0]
    found = _puzzles_of(zones.site_day(), its)
    if not found:
        return None
    [puzzle] = found
    solved, streak = selectors.outcome_and_streak(request.user, puzzle)
    return {
        "puzzle": puzzle,
        "solved": request.session.get(actions.ANSWERED, {}).get(puzzle.code, solved),
        "streak": streak,
        "question": asking_words(its, puzzle.answers[0]["do"]).question,
        "hand": showing.puzzle_position(puzzle).view()["hand"][:MOST_CARDS],
    }


@register.simple_tag(takes_context=True)
def course_under_way(context: template.Context) -> dict[str, Any] | None:
    """Return the game whose lessons the reader has begun in this browser, with their progress; once all are
    done, until they have played a match of it. One or two queries; none for others."""
    request: HttpRequest = context["request"]
    game = request.session.get(LEARNED, "")
    if game not in GAMES or not lessons_of(game):
        return None
    progress = course_progress(request, game)
    if progress["next"] is None and Result.objects.filter(user=request.user.pk, game=game).exists():
        return None
    return {"game": game, **progress}


def _read_puzzles(day: date, game: str) -> list[Puzzle]:
    found = selectors.puzzle_of_the_day(game)
    if found is None:
        actions.choose_dailies(day)
        found = selectors.puzzle_of_the_day(game)
    return [found] if found else []


_puzzles_of = Shared(_read_puzzles, 60.0)
