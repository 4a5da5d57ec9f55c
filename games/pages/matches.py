"""A match that is over: the replay, and its record as a file."""

from __future__ import annotations

import hashlib
import uuid
from typing import Any

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
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games import texts
from games.archive import finished_matches, pictures, replay, rereading, sharing
from games.models import Match, Share
from games.play import selectors
from games.refusals import status_of
from ludocards.engine.game import Refused
from ludopoli.base import errors, throttle

PER_SECOND, AT_ONCE = 0.5, 20
"""Pictures for one address: the hands of a deal take half a second to draw."""


Found = tuple[Match, replay.Eyes] | Refused

KEPT_SECONDS = 24 * 3600
"""Not longer: a name in a picture may be forgotten."""


@require_safe
def match_replay(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """A match that is over, card by card; `?posto=2` as it looked from the seat of that number, from 1.

    `?dove=s3-p4-c2` opens at a position, and the head of the page describes it for previews. The page has the
    deals around it; the viewer asks for others at the same address, as JSON.
    """
    return _replay(request, finished_matches.access_replay(request.user, match))


@require_safe
def shared_replay(request: HttpRequest, token: str) -> HttpResponse:
    """The same by the link that a player has made, for everybody who has it."""
    return _replay(request, sharing.opened(token), token)


def _replay(request: HttpRequest, found: Found, token: str = "") -> HttpResponse:
    if isinstance(found, Refused):
        return _shut(request, found)
    row, eyes = found
    if not rereading.may_watch(request, row):
        return errors.too_many_requests(request)
    if (asked := request.GET.get("posto")) is not None:
        eyes = [seat for seat in eyes if str(seat + 1) == asked]
        if not eyes:
            return _shut(request, Refused("no_seat", "there is no such seat"))
    if errors.wants_json(request):
        return _portion(request, row, eyes, request.user)
    is_public = not isinstance(finished_matches.eyes_of(AnonymousUser(), row), Refused)
    shown = {
        **_viewer(request, row, eyes, request.user),
        **(_preview(request, row) if is_public or token else {}),
        "links": _links(row, token),
        "is_public": is_public,
        "is_unlisted": bool(token) or row.table.private,
        "has_review": not isinstance(finished_matches.eyes_of(request.user, row), Refused),
        **({} if is_public else _sharing(request, row)),
    }
    return _either(render(request, "games/replay.html", shown))


def _sharing(request: HttpRequest, row: Match) -> dict[str, Any]:
    """For a player of a match that is not for everybody: its link, if there is one or they may make it."""
    if not sharing.is_players(request.user, row) or row.status != Match.Status.FINISHED:
        return {}
    known = Share.objects.select_related("by").filter(match=row).first()
    may_share = known is not None or sharing.may_make(request.user, row)
    return {"shares": True, "shared": known} if may_share else {}


def _links(row: Match, token: str) -> dict[str, str]:
    """The addresses of a match for its reader: the secret ones for whoever came by the link."""
    if token:
        return {name: reverse(f"shared-{name}", args=[token]) for name in ("replay", "picture", "record")}
    return {name: reverse(f"match-{name}", args=[row.pk]) for name in ("replay", "picture", "record")}


@require_safe
def match_embedded(request: HttpRequest, match: uuid.UUID) -> HttpResponseBase:
    """The viewer alone, for the pages of others: what anybody may see, whoever is signed in here."""
    found = finished_matches.access_replay(AnonymousUser(), match)
    if isinstance(found, Refused):
        return _shut(request, found)
    if not rereading.may_watch(request, found[0]):
        return errors.too_many_requests(request)
    if errors.wants_json(request):
        return _portion(request, *found, AnonymousUser())

    def page(request: HttpRequest) -> HttpResponse:
        return _either(render(request, "games/embedded.html", _viewer(request, *found, AnonymousUser())))

    framed = xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(page))  # a refusal is not
    return framed(request)


@require_safe
def match_picture(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """A PNG of 1200 by 630 for previews: `?lingua=en` the result, `?dove=s3-p4-c2&lingua=en` a position."""
    found = finished_matches.access_replay(AnonymousUser(), match)
    return _picture(request, found, kept=f"public, max-age={KEPT_SECONDS}")


@require_safe
def shared_picture(request: HttpRequest, token: str) -> HttpResponse:
    """The same by the link that a player has made; it may be withdrawn, so it is asked for each time."""
    return _picture(request, sharing.opened(token), kept="private, no-cache")


def _picture(request: HttpRequest, found: Found, *, kept: str) -> HttpResponse:
    if isinstance(found, Refused):
        return _shut(request, found)
    who = ("pictures", throttle.address_block(throttle.client_address(request)))
    if not throttle.shared_bucket(who, PER_SECOND, AT_ONCE).take():
        return errors.too_many_requests(request)
    language = request.GET.get("lingua", "")
    with translation.override(language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        scene = _scene(request, *found)
        if isinstance(scene, Refused):
            return _shut(request, scene)
        drawing = pictures.svg(scene)
    etag = f'"{hashlib.sha256(drawing.encode()).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": kept}
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(pictures.png(drawing), content_type="image/png", headers=headers)


@require_safe
def match_record(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The record of a match that is over, as a file; it has all cards and the seeds."""
    return _record(request, finished_matches.access_replay(request.user, match))


@require_safe
def shared_record(request: HttpRequest, token: str) -> HttpResponse:
    """The same by the link that a player has made."""
    return _record(request, sharing.opened(token))


def _record(request: HttpRequest, found: Found) -> HttpResponse:
    if isinstance(found, Refused):
        return _shut(request, found)
    row, eyes = found
    if not replay.sees_all(eyes, len(row.players)):
        return _shut(request, Refused("not_watchable", "not all cards of this match are open"))
    if not rereading.may_read(request, row):
        return errors.too_many_requests(request)
    response = JsonResponse(finished_matches.record_of(row.pk), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="ludopoli-{row.game}-{row.pk}.json"'
    return response


def _portion(request: HttpRequest, row: Match, eyes: replay.Eyes, reader: selectors.Reader) -> HttpResponse:
    """Other deals for a viewer that is open."""
    return _either(JsonResponse(_frame(request, row, eyes, reader)))


def _either(answer: HttpResponse) -> HttpResponse:
    """One address gives the page and, as JSON, its deals: a cache must not mix them up."""
    patch_vary_headers(answer, ["Accept"])
    return answer


def _frame(request: HttpRequest, row: Match, eyes: replay.Eyes, reader: selectors.Reader) -> dict[str, Any]:
    return finished_matches.replay_frame(reader, row, eyes, request.GET.get("dove", ""))


def _viewer(request: HttpRequest, row: Match, eyes: replay.Eyes, reader: selectors.Reader) -> dict[str, Any]:
    return {
        "match": row,
        "preset": row.rules["preset"],
        "outcome": finished_matches.outcome(row),
        "frame": _frame(request, row, eyes, reader),
        "words": texts.page_words(row.game, row.rules),
    }


def _preview(request: HttpRequest, row: Match) -> dict[str, Any]:
    """The scene of a preview and its sentence, for a match that everybody may see, if only by its link."""
    scene = _scene(request, row, range(len(row.players)))
    if isinstance(scene, Refused):  # a place that is not there
        scene = pictures.result(row)
    return {"scene": scene, "sentence": pictures.sentence(scene)}


def _scene(request: HttpRequest, row: Match, eyes: replay.Eyes) -> pictures.Scene | Refused:
    """The position that is asked for, or the end of the match."""
    at = request.GET.get("dove")
    return pictures.result(row) if at is None else pictures.scene(row, at, eyes)


def _shut(request: HttpRequest, refused: Refused) -> HttpResponse:
    """A match that is not, or not yet, to be seen again."""
    status, message = status_of(refused.code), texts.refusal(refused)
    if refused.code == "no_match":
        message = _("There is no such match.")
    if errors.wants_json(request):
        return JsonResponse({"code": refused.code, "message": message}, status=status)
    titles = {
        "no_match": _("No match here"),
        "no_seat": _("No seat here"),
        "no_position": _("Nothing here"),
        "match_running": _("Not yet"),
        "boards_closed": _("Not yet"),
        "not_watchable": _("Not at this table"),
        "not_shared": _("Nothing here"),
    }
    context = {"status": status, "title": titles[refused.code], "message": message}
    return render(request, "error.html", context, status=status)
