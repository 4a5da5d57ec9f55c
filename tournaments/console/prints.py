"""What a director prints for an evening at real tables."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments import score_links
from tournaments.console.view_helpers import directed
from tournaments.models import PLAYING, Event


@require_safe
@login_required
@never_cache
def place_cards(request: HttpRequest, event: str) -> HttpResponse:
    """A card for each entry, with its number and the link to its score sheets."""
    held = _real(request, event)
    entries = held.entries.filter(status__in=PLAYING).prefetch_related("members__user")
    cards = [] if held.is_over else [score_links.shown(request, held, each) for each in entries]
    return render(request, "tournaments/console/place_cards.html", {"event": held, "cards": cards})


def _real(request: HttpRequest, code: str) -> Event:
    """Return the event, if its tables are real, or refuse a person who does not direct it."""
    held = directed(request, code)
    if not held.is_real:
        raise Http404
    return held
