"""A person's own mistakes, which nobody else sees: their kinds and course, and positions that come back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import texts
from games.templatetags.people import short_day
from games.texts.reasons import the_choice
from ludopoli.accounts.access import account_of
from ludopoli.base.lookups import or_404
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refusals import REFUSALS
from practice import mistakes as own
from practice import plotting, showing, spacing, studying
from practice.actions import Answered
from practice.models import Mistake
from practice.positions import PuzzlePosition
from practice.texts import PLAY, THEMES


@never_cache
@login_required
@require_safe
def mistakes_page(request: HttpRequest) -> HttpResponse:
    """The reader's mistakes in each game, and the number of positions that are due.

    Reviews that have not been studied yet are studied meanwhile.
    """
    person = account_of(request)
    is_reading = studying.unstudied_matches(person).exists()
    if is_reading:
        studying.wake_studying(person)
    courses = [
        {
            "course": course,
            "kinds": [(THEMES[kind.theme], kind) for kind in course.kinds],
            "plots": [
                plotting.plot_history(course.history, width) for width in plotting.WIDTHS if course.history
            ],
        }
        for course in own.mistake_summaries(person)
    ]
    context = {
        "courses": courses,
        "due": own.due_mistakes(person).count(),
        "next_due": own.next_due(person),
        "is_reading": is_reading,
        "recent": plotting.RECENT,
    }
    return render(request, "practice/mistakes.html", context)


@never_cache
@login_required
@require_safe
def next_mistake(request: HttpRequest) -> HttpResponse:
    """Go to the position that is due first."""
    found = own.due_mistakes(account_of(request)).first()
    if found is None:
        messages.info(request, str(REFUSALS["nothing_due"]))
        return redirect("mistakes")
    return redirect(found)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mistake_page(request: HttpRequest, code: str) -> HttpResponse:
    """The position of a mistake; POST answers it. Once it is due again, it is shown without its answer."""
    person = account_of(request)
    found = or_404(own.mistake_of(person, code), str(REFUSALS["no_mistake"]))
    show_refusals_on(request, reverse("mistakes"))
    position = studying.mistake_position(found, person)
    if request.method == "POST":
        show_refusals_on(request, found.get_absolute_url())
        studying.answer_mistake(found, showing.chosen_command(found, request.POST.get("answer", "")))
        return redirect(found)
    context: dict[str, Any] = {
        **showing.position_context(found, position, is_open=found.is_answered),
        "mistake": found,
        "about": _about(found),
        "asking": PLAY,
    }
    if found.is_answered:
        context |= _solution(found, position) | {"more": own.due_mistakes(person).exists()}
    return render(request, "practice/puzzle.html", context)


def _about(mistake: Mistake) -> str:
    """The game and the day of the match; the card that was played is shown with the answer."""
    day = short_day(mistake.studied.at)
    return _("%(game)s, a position of your match of %(day)s.") % {
        "game": texts.game_name(mistake.game, mistake.studied.match.rules["preset"]),
        "day": day,
    }


def _solution(mistake: Mistake, position: PuzzlePosition) -> dict[str, Any]:
    answered = Answered(mistake.command, mistake.command in mistake.answers)
    assert mistake.due is not None, mistake
    return {
        "solution": showing.solution_of(mistake, position, answered),
        "at_the_table": the_choice(mistake.game, mistake.tempting),
        "days": spacing.days_until(mistake.due, timezone.now()),
    }
