"""The puzzles of the day, the endless series, and the page of one puzzle."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import texts
from games.pages.view_helpers import usual_game
from ludocards.bots.registry import PUZZLED
from ludopoli.accounts.models import User
from ludopoli.base.lookups import or_404
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refusals import REFUSALS, ActionRefused
from ludopoli.text import zones
from practice import actions, selectors, showing
from practice import mistakes as own_mistakes
from practice.models import Puzzle
from practice.texts import THEMES, asking_words, difficulty_words


@never_cache
@require_safe
def puzzles_page(request: HttpRequest) -> HttpResponse:
    """Today's puzzle of each game, the reader's usual one first, with their streaks and ratings, and the
    themes."""
    actions.choose_dailies(zones.site_day())
    usual = usual_game(request)
    todays = [
        (
            each,
            texts.public_games(each.game)[1:],
            [(code, name, each.themes[code]) for code, name in THEMES.items() if each.themes[code]],
        )
        for each in sorted(selectors.todays_puzzles(request.user), key=lambda each: each.game != usual)
    ]
    due = own_mistakes.due_mistakes(request.user).count() if isinstance(request.user, User) else 0
    return render(request, "practice/puzzles.html", {"todays": todays, "due": due})


@never_cache
@require_safe
def another_puzzle(request: HttpRequest, game: str) -> HttpResponse:
    """Go to a puzzle of a game that the reader has not tried, with `?tema=` one of a theme; without an
    account to another one than `?dopo=`."""
    if game not in texts.public_codes(PUZZLED):
        raise Http404(str(REFUSALS["no_puzzle"]))
    theme, after = request.GET.get("tema", ""), request.GET.get("dopo", "")
    found = selectors.next_puzzle(
        request.user, game, theme if theme in THEMES else "", after.replace("\0", "")
    )
    if found is None:
        messages.info(request, str(REFUSALS["no_puzzle_left"]))
        return redirect("puzzles")
    return redirect(found)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle_page(request: HttpRequest, code: str) -> HttpResponse:
    """A puzzle; POST answers it. `?risposta=` shows an answer that is not stored, of a reader who is not
    signed in."""
    found = or_404(selectors.puzzle_of_code(code), str(REFUSALS["no_puzzle"]))
    if request.method == "POST":
        return _answer(request, found)
    answered = _answered(request, found)
    position = showing.puzzle_position(found)
    context: dict[str, Any] = {
        **showing.position_context(found, position, is_open=answered is not None),
        "about": _about(found, answered is not None),
        "asking": asking_words(found.game, found.answers[0]["do"]),
    }
    if answered is not None:
        own = selectors.puzzle_rating(request.user, found.game)
        context |= {"solution": showing.solution_of(found, position, answered), "own": own}
    return render(request, "practice/puzzle.html", context)


def _about(puzzle: Puzzle, is_answered: bool) -> str:
    """The game of a puzzle with its difficulty or, once it is answered, with its themes, which give something
    away: the answer has changed the rating."""
    name = texts.game_name(puzzle.game, puzzle.preset)
    if is_answered:
        return f"{', '.join([name, *(str(THEMES[theme]) for theme in puzzle.theme_list)])}."
    return f"{name}, {difficulty_words(showing.shown_rating(puzzle))}."


def _answer(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    show_refusals_on(request, puzzle.get_absolute_url())
    command = showing.chosen_command(puzzle, *request.POST.getlist("answer"))
    if isinstance(request.user, User):
        answered = actions.answer_puzzle(request.user, puzzle, command)
    else:
        answered = actions.judge_answer(puzzle, command)
        _remember(request, puzzle, answered)
    if answered.attempt is None:
        return redirect(
            f"{puzzle.get_absolute_url()}?{urlencode({'risposta': showing.notation_of(answered.command)})}"
        )
    return redirect(puzzle)


def _remember(request: HttpRequest, puzzle: Puzzle, answered: actions.Answered) -> None:
    """Keep the first answer to a puzzle of the day in the session."""
    if puzzle.dailies.filter(day=zones.site_day()).exists():
        kept = request.session.get(actions.ANSWERED, {})
        request.session[actions.ANSWERED] = {puzzle.code: answered.solved, **kept}


def _answered(request: HttpRequest, puzzle: Puzzle) -> actions.Answered | None:
    """The answer that the reader has given to a puzzle, if any."""
    attempt = selectors.attempt_of(request.user, puzzle)
    if attempt is not None:
        return actions.Answered(attempt.command, attempt.solved, attempt)
    if isinstance(request.user, User):
        return None
    with suppress(ActionRefused):
        return actions.judge_answer(puzzle, showing.chosen_command(puzzle, *request.GET.getlist("risposta")))
    return None
