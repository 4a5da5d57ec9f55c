"""oEmbed (oembed.com): how another site shows a match, an event or the calendar of a club."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs, urlencode, urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import access as clubs
from games import texts
from games.archive import finished_matches
from tournaments import access

WIDTH, HEIGHT = 800, 600
"""The size of a frame in CSS pixels, unless the other site wants a smaller one."""

Framed = tuple[str, str]
"""A page that may be framed: its title and its path."""


@require_safe
def describe_frame(request: HttpRequest) -> HttpResponse:
    """Describe the frame for `?url=`; 404 if other sites may show nothing of it, as the standard says."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse("Only JSON.", status=501, content_type="text/plain")
    asked = urlsplit(request.GET.get("url", ""))
    if asked.netloc != request.get_host():
        raise Http404
    title, path = _framed(asked.path, parse_qs(asked.query))
    width, height = _size(request, "maxwidth", WIDTH), _size(request, "maxheight", HEIGHT)
    frame = format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy"></iframe>',
        request.build_absolute_uri(path),
        title,
        width,
        height,
    )
    about = {"version": "1.0", "type": "rich", "provider_name": "Ludopoli", "title": title}
    where = {"provider_url": request.build_absolute_uri("/"), "html": frame, "width": width, "height": height}
    return JsonResponse(about | where)


def _framed(path: str, query: Mapping[str, Sequence[str]]) -> Framed:
    """Return the page that shows what is at a path, to readers without an account. Raises `Http404`.

    A match is framed at the place of the `query`, without its result in the heading.
    """
    try:
        found = resolve(path)
    except Resolver404:
        raise Http404 from None
    match found.url_name, found.kwargs:
        case "match-replay" | "match-embedded", {"match": uuid.UUID() as match}:
            row, *_rest = finished_matches.access_replay(AnonymousUser(), match)
            place = f"?{urlencode({'dove': query['dove'][0]})}" if "dove" in query else ""
            return texts.game_name(row.game), reverse("match-embedded", args=[match]) + place
        case "event" | "event-hall", {"event": str(code)}:
            event = access.access_event(AnonymousUser(), code)
            if event.club is not None and event.club.sites:
                return event.name, reverse("event-hall", args=[code]) + "?riquadro"
        case "live-table", {"event": str(code), "round": int(number), "number": int(table)}:
            event = access.access_event(AnonymousUser(), code)
            if event.club is not None and event.club.sites:
                return event.name, reverse("live-table", args=[code, number, table]) + "?riquadro"
        case "club" | "club-calendar", {"club": str(code)}:
            club, _own = clubs.access_club(AnonymousUser(), code)
            if club.sites:
                title = _("Calendar of %(name)s") % {"name": club.name}
                return title, reverse("club-calendar", args=[code]) + "?riquadro"
    raise Http404


def _size(request: HttpRequest, name: str, usual: int) -> int:
    asked = request.GET.get(name, "")
    return min(usual, int(asked)) if asked.isdecimal() and len(asked) < 5 and int(asked) else usual
