"""The bulletins of an event, for sending them to a chat: the text and the picture of each."""

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

MAX_ROWS = 16
"""The most rows of a bulletin that its picture shows."""

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
    """The bulletins that there are of an event now, each with its text, ready to send."""
    found = access.access_event(request.user, event)
    link = request.build_absolute_uri(found.get_absolute_url())
    texts = [(each, each.text(link)) for each in bulletins.bulletins_of(found)]
    return render(request, "tournaments/bulletins.html", {"event": found, "link": link, "bulletins": texts})


@require_safe
def bulletin_picture(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """A bulletin as a PNG of 1200 × 630 pixels; 404 if the event has no bulletin of this name now."""
    found = access.access_event(request.user, event)
    bulletin = next((each for each in bulletins.bulletins_of(found) if each.name == name), None)
    if bulletin is None:
        raise Http404
    return picture_response(request, lambda: bulletin_svg(bulletin), cache_control="private, no-cache")


def bulletin_svg(bulletin: Bulletin) -> str:
    """Render a bulletin as an SVG of 1200 × 630 pixels."""
    omitted = len(bulletin.rows) - MAX_ROWS
    foot = bulletins.and_more(omitted) if omitted > 0 else ""
    return pictures.list_svg(bulletin.title, bulletin.headline, bulletin.rows[:MAX_ROWS], foot)
