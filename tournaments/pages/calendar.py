"""The calendar of tournaments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.view_helpers import asked_public_game, game_choices, usual_game
from games.play.selectors import of_public_game
from games.texts import joined_names, names_of_game, public_games
from ludocards.engine.registry import GAMES
from ludopoli.base.lookups import number_of
from tournaments import access, selectors
from tournaments.deal_of_the_day import games_of_days
from tournaments.models import Event
from tournaments.outlets import calendar_file

A_PAGE = 20
"""The number of past events on a page."""

DAILY = "daily"
"""The format that is listed first."""

Status = Event.Status

SECTIONS: Mapping[str, str] = {
    Status.RUNNING: "running",
    Status.CHECK_IN: "open",
    Status.REGISTRATION: "open",
    Status.ANNOUNCED: "coming",
    Status.CANCELLED: "coming",
}


@require_safe
@never_cache
def calendar_page(request: HttpRequest) -> HttpResponse:
    game, page = asked_public_game(request), number_of(request.GET.get("pagina", "1"), 5)
    if not page:
        raise BadRequest("no such page")
    wanted, code = of_public_game(game), game.code if game else ""
    found: dict[str, list[Event]] = defaultdict(list)
    for event in selectors.calendar_events(request.user, wanted):
        daily = event.format == DAILY and event.status == Status.RUNNING
        found["daily" if daily else SECTIONS[event.status]].append(event)
    earlier = selectors.calendar_events(request.user, wanted, past=True)
    past = list(earlier[(page - 1) * A_PAGE : page * A_PAGE + 1])
    context: dict[str, Any] = {
        "found": dict(found),
        "past": past[:A_PAGE],
        "earlier": page + 1 if len(past) > A_PAGE else None,
        "later": page - 1 if page > 1 else None,
        "game": code,
        "games": game_choices(code, lambda code: f"?gioco={code}", "?"),
        "next": next(
            (each for each in (*found["open"], *found["coming"]) if each.status != Status.CANCELLED), None
        ),
        "quiet": page == 1 and not any(found.values()),
        "with_bots": [(its.code, its.name) for each in games_of_days() for its in public_games(each)],
        "too_long": joined_names([names_of_game(each) for each in GAMES if each not in games_of_days()]),
        "usual": game.code if game else usual_game(request),
    }
    return render(request, "tournaments/calendar.html", context)


@require_safe
@never_cache
def calendar_ics(request: HttpRequest) -> HttpResponse:
    """The calendar for calendar programs, which poll it from time to time: the events that everybody may
    know of."""
    game = asked_public_game(request)
    events = calendar_file.upcoming_events(AnonymousUser(), of_public_game(game))
    return calendar_file.calendar_response(events, f"ludopoli-{game.code}" if game else "ludopoli")


@require_safe
def event_ics(request: HttpRequest, event: str) -> HttpResponse:
    """One tournament for calendar programs."""
    found = access.access_event(request.user, event)
    return calendar_file.calendar_response(calendar_file.single_event(found), f"ludopoli-{found.code}")
