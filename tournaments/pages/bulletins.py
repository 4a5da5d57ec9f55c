"""The news of an event, to be sent to a chat: a text and a picture of each."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.archive import pictures
from ludopoli.http.pictures import picture_response
from ludopoli.http.verbs import register_verbs
from tournaments import access
from tournaments.outlets import bulletins
from tournaments.outlets.bulletins import Bulletin

MOST_ROWS = 8
"""The most rows of a picture."""

register_verbs(
    "bulletin",
    {
        bulletins.INVITATION: "invito",
        bulletins.CANCELLATION: "annullato",
        bulletins.PAIRINGS: "tavoli",
        bulletins.STANDINGS: "classifica",
    },
)


@require_safe
@never_cache
def bulletins_page(request: HttpRequest, event: str) -> HttpResponse:
    """Everything that can be told of an event now, ready to send."""
    found = access.access_event(request.user, event)
    link = request.build_absolute_uri(found.get_absolute_url())
    told = [(each, each.text(link)) for each in bulletins.bulletins_of(found)]
    return render(request, "tournaments/bulletins.html", {"event": found, "link": link, "bulletins": told})


@require_safe
def bulletin_picture(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """A bulletin as a PNG of 1200 × 630; 404 if there is none of this name now."""
    found = access.access_event(request.user, event)
    told = next((each for each in bulletins.bulletins_of(found) if each.name == name), None)
    if told is None:
        raise Http404
    return picture_response(request, lambda: bulletin_svg(told), cache_control="private, no-cache")


def bulletin_svg(told: Bulletin) -> str:
    """Draw a bulletin as an SVG of 1200 × 630."""
    left = len(told.rows) - MOST_ROWS
    foot = bulletins.and_more(left) if left > 0 else ""
    return pictures.list_svg(told.title, told.headline, told.rows[:MOST_ROWS], foot)
