"""Tags about puzzles for other pages: home and the lobby."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import template
from django.http import HttpRequest

from ludocards.bots.registry import PUZZLED
from ludopoli.base.sharing import Shared
from ludopoli.text import zones
from practice import actions, selectors, showing
from practice.models import Puzzle
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


def _read_puzzles(day: date, game: str) -> list[Puzzle]:
    found = selectors.puzzle_of_the_day(game)
    if found is None:
        actions.choose_dailies(day)
        found = selectors.puzzle_of_the_day(game)
    return [found] if found else []


_puzzles_of = Shared(_read_puzzles, 60.0)
