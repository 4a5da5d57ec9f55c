"""A person's level against the bots of a game, which nobody else sees: rating, goal, curve and badges."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.pages.view_helpers import asked_game, game_choices
from games.people import charts, profiles, solo
from games.people.solo import SoloLevel
from ludocards.bots.levels import DEFAULT_POLICY, LEVELS
from ludocards.bots.registry import RATINGS
from ludocards.engine.registry import GAMES
from ludocards.words.lessons import lessons_of
from ludopoli.accounts.access import account_of
from ludopoli.accounts.models import User
from practice.progress import steps_done_by

RATED = [game for game in GAMES if RATINGS.get(game)]
"""The games whose levels the exam has measured."""


@never_cache
@login_required
@require_safe
def level_page(request: HttpRequest) -> HttpResponse:
    """The reader's level at the game that they ask for (`gioco`), or else at the one they played last."""
    person = account_of(request)
    asked = (asked_game(request), profiles.last_game(person), *RATED)
    game = next(each for each in asked if each in RATED)
    own = solo.solo_levels(person).get(game) or SoloLevel(game)
    history = solo.solo_history(person, game)
    preset, players = _rules_to_play(person, game, texts.asked_rules(request.GET.get("gioco", ""))[1])
    lessons = lessons_of(game)
    done = steps_done_by(request, game)
    context = {
        "game": game,
        "game_name": texts.names_of_game(game),
        "games": game_choices(game, lambda code: f"?gioco={code}", among=RATED, rated=True),
        "preset": preset,
        "players": players,
        "rules_title": texts.title_of_rules(game, preset),
        "players_phrase": texts.players_phrase((players,)),
        "own": own,
        "goal": LEVELS.get(own.goal),
        "suggested": LEVELS[own.suggested if own.matches else DEFAULT_POLICY],
        "levels": [(LEVELS[name], rating, own.won.get(name, 0)) for name, rating in RATINGS[game].items()],
        "charts": [charts.rating_chart(history, width) for width in (charts.WIDE, charts.NARROW) if history],
        "lessons": len(lessons),
        "lessons_done": sum(
            all((game, lesson.code, number + 1) in done for number in range(len(lesson.steps)))
            for lesson in lessons
        ),
    }
    return render(request, "practice/level.html", context)


def _rules_to_play(person: User, game: str, presets: tuple[str, ...]) -> tuple[str, int]:
    """The preset and the number of players that the page deals: those of the person's last match.

    If the address names presets, only they count."""
    its = GAMES[game]
    played = profiles.last_rules(person, game, presets or [*its.presets])
    if played and played[1] in its.players_of(played[0]):
        return played
    preset = next(iter(presets or its.presets))
    return preset, its.players_of(preset)[0]
