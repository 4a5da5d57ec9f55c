"""The pages of finished matches: replay, record, and preview picture."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games import texts
from games.archive import finished_matches, pictures, reading_limit, replay, sharing
from games.models import Match, Share
from games.play import selectors
from ludopoli.http import error_pages, framing
from ludopoli.http.pictures import picture_response
from ludopoli.http.refusals import ActionRefused

Found = tuple[Match, replay.Eyes]
"""A match that the reader may see, and the seats whose cards they may see in it."""

KEPT_SECONDS = 24 * 3600
"""The longest time that pictures are cached, since a person named in one may delete their account."""


@require_safe
def match_replay(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The replay of a match, card by card; with `?posto=2` as seen from that seat, counted from 1.

    `?dove=s3-p4-c2` opens it at a position, which link previews describe, too. The page contains the deals
    around the position; the viewer fetches others from the same address, as JSON. The result is not written
    above a position.
    """
    return _replay_response(request, finished_matches.access_replay(request.user, match))


@require_safe
def shared_replay(request: HttpRequest, token: str) -> HttpResponse:
    """The replay of a match that players share, for everybody who has its link."""
    return _replay_response(request, sharing.open_share(token), token)


def _replay_response(request: HttpRequest, found: Found, token: str = "") -> HttpResponse:
    row, eyes = found
    if not reading_limit.may_read_replay(request, row):
        return error_pages.too_many_requests(request)
    if (wanted_seat := request.GET.get("posto")) is not None:
        eyes = [seat for seat in eyes if str(seat + 1) == wanted_seat]
        if not eyes:
            raise ActionRefused("no_seat")
    if error_pages.wants_json(request):
        return _deals_as_json(request, row, eyes, request.user)
    is_public = finished_matches.is_open_to(AnonymousUser(), row)
    context = {
        **_viewer_context(request, row, eyes, request.user),
        **(_preview_context(request, row) if is_public or token else {}),
        "links": _links(row, token),
        "token": token,
        "is_public": is_public,
        "is_unlisted": bool(token) or row.table.private,
        "has_review": finished_matches.is_open_to(request.user, row),
        **({} if is_public else _sharing_context(request, row)),
    }
    return _vary_on_accept(render(request, "games/replay.html", context))


def _sharing_context(request: HttpRequest, row: Match) -> dict[str, Any]:
    """The template's context for sharing a match that is not public; empty if the reader cannot share it.

    `shared` is the link that exists, if any: every player sees it, even one who could not make it.
    """
    if not sharing.is_players(request.user, row) or row.status != Match.Status.FINISHED:
        return {}
    share = Share.objects.select_related("by").filter(match=row).first()
    has_controls = share is not None or sharing.may_make(request.user, row)
    return {"shares": True, "shared": share} if has_controls else {}


def _links(row: Match, token: str) -> dict[str, str]:
    """The addresses of a match's pages; those of the shared link if the reader came by one."""
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
        return _deals_as_json(request, *found, AnonymousUser())

    page = render(request, "games/embedded.html", _viewer_context(request, *found, AnonymousUser()))
    return framing.let_frame(request, _vary_on_accept(page), framing.ANYBODY)


@require_safe
def match_picture(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """A PNG of 1200 × 630 for link previews, with its texts in the language `?lingua=`.

    It shows the position `?dove=`, or the result of the match without one.
    """
    found = finished_matches.access_replay(AnonymousUser(), match)
    return _picture_response(request, found, cache_control=f"public, max-age={KEPT_SECONDS}")


@require_safe
def shared_picture(request: HttpRequest, token: str) -> HttpResponse:
    """The picture of a shared match. It is not cached, since the link may be withdrawn."""
    return _picture_response(request, sharing.open_share(token), cache_control="private, no-cache")


def _picture_response(request: HttpRequest, found: Found, *, cache_control: str) -> HttpResponse:
    return picture_response(
        request, lambda: pictures.picture_svg(_requested_scene(request, *found)), cache_control=cache_control
    )


@require_safe
def match_record(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The record of a finished match as a JSON file, with all cards and seeds."""
    return _record_response(request, finished_matches.access_replay(request.user, match))


@require_safe
def shared_record(request: HttpRequest, token: str) -> HttpResponse:
    """The record of a shared match."""
    return _record_response(request, sharing.open_share(token))


def _record_response(request: HttpRequest, found: Found) -> HttpResponse:
    row, eyes = found
    if not replay.sees_all(eyes, len(row.players)):
        raise ActionRefused("not_watchable")
    if not reading_limit.may_read_record(request, row):
        return error_pages.too_many_requests(request)
    response = JsonResponse(finished_matches.record_of(row.pk), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="ludopoli-{row.game}-{row.pk}.json"'
    return response


def _deals_as_json(
    request: HttpRequest, row: Match, eyes: replay.Eyes, reader: selectors.Reader
) -> HttpResponse:
    """The deals around the position `?dove=`, for a viewer that is open already."""
    return _vary_on_accept(JsonResponse(_viewer_data(request, row, eyes, reader)))


def _vary_on_accept(response: HttpResponse) -> HttpResponse:
    """Mark a response as varying with `Accept`: the page and its deals as JSON have the same address."""
    patch_vary_headers(response, ["Accept"])
    return response


def _viewer_data(
    request: HttpRequest, row: Match, eyes: replay.Eyes, reader: selectors.Reader
) -> dict[str, Any]:
    """The viewer's data for the deals around the position `?dove=`, by default the first ones."""
    return finished_matches.replay_frame(reader, row, eyes, request.GET.get("dove", ""))


def _viewer_context(
    request: HttpRequest, row: Match, eyes: replay.Eyes, reader: selectors.Reader
) -> dict[str, Any]:
    """The template's context for the viewer."""
    return {
        "match": row,
        "outcome": finished_matches.final_totals(row),
        "hides_result": "dove" in request.GET,
        "frame": _viewer_data(request, row, eyes, reader),
        "words": texts.page_words(row.game, row.rules),
    }


def _preview_context(request: HttpRequest, row: Match) -> dict[str, Any]:
    """The template's context for link previews: the scene that its picture shows, and a sentence about it.

    All cards are shown: this is only for matches that are public, or that the reader opened by a shared link.
    """
    try:
        scene = _requested_scene(request, row, range(len(row.players)))
    except ActionRefused:  # the match has no such position
        scene = pictures.result_scene(row)
    has_position = bool(scene.names)  # the scene of the result names no players
    position = {"dove": request.GET.get("dove", "")} if has_position else {}
    query = urlencode({**position, "lingua": translation.get_language()})
    return {"scene": scene, "sentence": pictures.picture_text(scene), "picture_query": query}


def _requested_scene(request: HttpRequest, row: Match, eyes: replay.Eyes) -> pictures.PicturedTable:
    """The position `?dove=`, or the result of the match without one."""
    place = request.GET.get("dove")
    return pictures.result_scene(row) if place is None else pictures.position_scene(row, place, eyes)
