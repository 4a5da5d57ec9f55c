"""A table of an event as it is played, for a frame of the club's own site: without hands or a session."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.archive import followed_matches, reading_limit
from games.play import selectors
from ludopoli.http import error_pages
from ludopoli.http.framing import let_frame
from ludopoli.http.refusals import ActionRefused
from tournaments import access


@require_safe
@never_cache
def live_table_page(request: HttpRequest, event: str, round: int, number: int) -> HttpResponseBase:
    """A table that visitors may watch, card by card. It is the same for everybody, also for those who are
    signed in. `?riquadro` may be framed by the club's sites.

    The viewer fetches it again from the same address as JSON: `?da=` is the version that it has, `?dove=` a
    place in another deal.
    """
    held = access.access_event(AnonymousUser(), event)
    table = access.table_of_round(held, round, number)
    if table.table is None:
        raise ActionRefused("not_watchable")
    selectors.check_spectating(AnonymousUser(), table.table)
    match, shown = table.table.match, None
    if match is not None:
        if request.GET.get("da") == str(match.version):
            return HttpResponse(status=204)
        if not reading_limit.may_read_deal(request, match):
            return error_pages.too_many_requests(request)
        shown = followed_matches.followed_frame(match, request.GET.get("dove", ""))
    if error_pages.wants_json(request):
        return JsonResponse(shown or {})
    words = texts.page_words(match.game, match.rules) if match is not None else None
    context = {"event": held, "table": table, "frame": shown, "words": words}
    page = render(request, "tournaments/live_table.html", context)
    patch_vary_headers(page, ["Accept"])
    sites = held.club.sites if held.club is not None and "riquadro" in request.GET else ()
    return let_frame(request, page, sites)
