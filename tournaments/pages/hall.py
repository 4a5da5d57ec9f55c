"""The page of an event for a screen in the hall: big letters, always up to date."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ludocards.engine.registry import GAMES
from tournaments import access, selectors
from tournaments.pages import highlight
from tournaments.pages.display import EventShown


@require_safe
@never_cache
def hall(request: HttpRequest, event: str) -> HttpResponse:
    return render(request, "tournaments/hall.html", _context(request, event))


@require_safe
@never_cache
def parts(request: HttpRequest, event: str) -> HttpResponse:
    """Render the parts of the screen that change."""
    return render(request, "tournaments/_hall.html", _context(request, event))


def _context(request: HttpRequest, code: str) -> dict[str, Any]:
    event = access.access_event(request.user, code)
    shown = EventShown(selectors.sheet(event))
    latest = shown.rounds[0] if shown.rounds else None
    link = request.build_absolute_uri(event.get_absolute_url())
    context = {"event": event, "shown": shown, "latest": latest, "link": link}
    return {
        **context,
        "barometer": shown.barometer,
        "hand": highlight.of_evening(shown.sheet),
        "deck": GAMES[event.game].deck.name,
    }
