"""The pages of finished matches: replay, record, and preview picture."""

from __future__ import annotations

import hashlib
import uuid
from typing import Any
from urllib.parse import urlencode

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games import texts
from games.archive import finished_matches, pictures, reading_limit, replay, sharing
from games.models import Match, Share
from games.play import selectors
from ludopoli.http import error_pages, throttle
from ludopoli.http.refusals import ActionRefused

PER_SECOND, AT_ONCE = 0.5, 20
"""The rate limit for pictures, by address: the hands of a deal take half a second to draw."""


Found = tuple[Match, replay.Eyes]

KEPT_SECONDS = 24 * 3600
"""The time pictures are cached: not longer, since a person named in one may delete their account."""


@require_safe
def match_replay(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The replay of a match, card by card; with `?posto=2` as seen from that seat, counted from 1.

    `?dove=s3-p4-c2` opens it at a position, which the page's head describes for previews. The page has the
    deals around the position; the viewer fetches others from the same address, as JSON.
    """
    return _replay(request, finished_matches.access_replay(request.user, match))


@require_safe
def shared_replay(request: HttpRequest, token: str) -> HttpResponse:
    """The replay of a match that players share, for everybody who has its link."""
    return _replay(request, sharing.open_share(token), token)


def _replay(request: HttpRequest, found: Found, token: str = "") -> HttpResponse:
    row, eyes = found
    if not reading_limit.may_read_replay(request, row):
        return error_pages.too_many_requests(request)
    if (asked := request.GET.get("posto")) is not None:
        eyes = [seat for seat in eyes if str(seat + 1) == asked]
        if not eyes:
            raise ActionRefused("no_seat")
    if error_pages.wants_json(request):
        return _portion(request, row, eyes, request.user)
    is_public = finished_matches.is_open_to(AnonymousUser(), row)
    shown = {
        **_viewer(request, row, eyes, request.user),
        **(_preview(request, row) if is_public or token else {}),
        "links": _links(row, token),
        "token": token,
        "is_public": is_public,
        "is_unlisted": bool(token) or row.table.private,
        "has_review": finished_matches.is_open_to(request.user, row),
        **({} if is_public else _sharing(request, row)),
    }
    return _either(render(request, "games/replay.html", shown))


def _sharing(request: HttpRequest, row: Match) -> dict[str, Any]:
    """The sharing controls for a player of a match that is not public: its link, and whether they may make
    one."""
    if not sharing.is_players(request.user, row) or row.status != Match.Status.FINISHED:
        return {}
    known = Share.objects.select_related("by").filter(match=row).first()
    may_share = known is not None or sharing.may_make(request.user, row)
    return {"shares": True, "shared": known} if may_share else {}


def _links(row: Match, token: str) -> dict[str, str]:
    """The addresses of a match for its reader; those with the token if the reader came by a shared link."""
    if token:
        return {name: reverse(f"shared-{name}", args=[token]) for name in ("replay", "picture", "record")}
    return {name: reverse(f"match-{name}", args=[row.pk]) for name in ("replay", "picture", "record")}


@require_safe
def match_embedded(request: HttpRequest, match: uuid.UUID) -> HttpResponseBase:
    """The viewer alone, for embedding: it shows what anonymous readers may see, even to those who are signed
    in."""
    found = finished_matches.access_replay(AnonymousUser(), match)
    if not reading_limit.may_read_replay(request, found[0]):
        return error_pages.too_many_requests(request)
    if error_pages.wants_json(request):
        return _portion(request, *found, AnonymousUser())

    def page(request: HttpRequest) -> HttpResponse:
        return _either(render(request, "games/embedded.html", _viewer(request, *found, AnonymousUser())))

    framed = xframe_options_exempt(
        csp_replace({"frame-ancestors": ["*"]})(page)
    )  # but not the page of a refusal
    return framed(request)


@require_safe
def match_picture(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """A PNG of 1200 × 630 for previews: of the position `dove` or, without one, of the result; in
    `lingua`."""
    found = finished_matches.access_replay(AnonymousUser(), match)
    return _picture(request, found, kept=f"public, max-age={KEPT_SECONDS}")


@require_safe
def shared_picture(request: HttpRequest, token: str) -> HttpResponse:
    """The picture of a shared match. It is not cached, since the link may be withdrawn."""
    return _picture(request, sharing.open_share(token), kept="private, no-cache")


def _picture(request: HttpRequest, found: Found, *, kept: str) -> HttpResponse:
    who = ("pictures", throttle.address_block(throttle.client_address(request)))
    if not throttle.shared_bucket(who, PER_SECOND, AT_ONCE).take():
        return error_pages.too_many_requests(request)
    language = request.GET.get("lingua", "")
    with translation.override(language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        drawing = pictures.picture_svg(_scene(request, *found))
    etag = f'"{hashlib.sha256(drawing.encode()).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": kept}
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(pictures.picture_png(drawing), content_type="image/png", headers=headers)


@require_safe
def match_record(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The record of a finished match as a file, with all cards and seeds."""
    return _record(request, finished_matches.access_replay(request.user, match))


@require_safe
def shared_record(request: HttpRequest, token: str) -> HttpResponse:
    """The record of a shared match."""
    return _record(request, sharing.open_share(token))


def _record(request: HttpRequest, found: Found) -> HttpResponse:
    row, eyes = found
    if not replay.sees_all(eyes, len(row.players)):
        raise ActionRefused("not_watchable")
    if not reading_limit.may_read_record(request, row):
        return error_pages.too_many_requests(request)
    response = JsonResponse(finished_matches.record_of(row.pk), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="ludopoli-{row.game}-{row.pk}.json"'
    return response


def _portion(request: HttpRequest, row: Match, eyes: replay.Eyes, reader: selectors.Reader) -> HttpResponse:
    """More deals for an open viewer, as JSON."""
    return _either(JsonResponse(_frame(request, row, eyes, reader)))


def _either(answer: HttpResponse) -> HttpResponse:
    """Mark a response as varying with `Accept`: the page and its deals as JSON have the same address."""
    patch_vary_headers(answer, ["Accept"])
    return answer


def _frame(request: HttpRequest, row: Match, eyes: replay.Eyes, reader: selectors.Reader) -> dict[str, Any]:
    return finished_matches.replay_frame(reader, row, eyes, request.GET.get("dove", ""))


def _viewer(request: HttpRequest, row: Match, eyes: replay.Eyes, reader: selectors.Reader) -> dict[str, Any]:
    return {
        "match": row,
        "preset": row.rules["preset"],
        "outcome": finished_matches.final_totals(row),
        "frame": _frame(request, row, eyes, reader),
        "words": texts.page_words(row.game, row.rules),
    }


def _preview(request: HttpRequest, row: Match) -> dict[str, Any]:
    """The scene of a preview and its sentence, for a match that everybody may see, if only by its link."""
    try:
        scene = _scene(request, row, range(len(row.players)))
    except ActionRefused:  # a place that is not there
        scene = pictures.result_scene(row)
    position = {"dove": request.GET.get("dove", "")} if scene.names else {}
    query = urlencode({**position, "lingua": translation.get_language()})
    return {"scene": scene, "sentence": pictures.picture_text(scene), "picture_query": query}


def _scene(request: HttpRequest, row: Match, eyes: replay.Eyes) -> pictures.PicturedTable:
    """The position that is asked for, or the end of the match."""
    at = request.GET.get("dove")
    return pictures.result_scene(row) if at is None else pictures.position_scene(row, at, eyes)
