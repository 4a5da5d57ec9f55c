"""A match that is over: the replay, and its record as a file."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import replay, selectors, texts
from games.engine.game import Refused
from games.statuses import STATUSES
from ludopoli import errors


@require_safe
def match_replay(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """A match that is over, card by card; `?posto=2` as it looked from the seat of that number, from 1."""
    found = selectors.access_replay(request.user, match)
    if isinstance(found, Refused):
        return _shut(request, found)
    row, eyes = found
    if (asked := request.GET.get("posto")) is not None:
        eyes = [seat for seat in eyes if str(seat + 1) == asked]
        if not eyes:
            return _shut(request, Refused("no_seat", "there is no such seat"))
    context = {
        "match": row,
        "preset": row.rules.get("preset", ""),
        "outcome": selectors.outcome(row),
        "frame": selectors.replay_frame(request.user, row, eyes),
        "words": texts.page_words(row.game, row.rules),
    }
    return render(request, "games/replay.html", context)


@require_safe
def match_record(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The record of a match that is over, as a file; it has all cards and the seeds."""
    found = selectors.access_replay(request.user, match)
    if isinstance(found, Refused):
        return _shut(request, found)
    row, eyes = found
    if not replay.sees_all(eyes, len(row.players)):
        return _shut(request, Refused("not_watchable", "not all cards of this match are open"))
    response = JsonResponse(selectors.record_of(row.pk), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="ludopoli-{row.game}-{row.pk}.json"'
    return response


def _shut(request: HttpRequest, refused: Refused) -> HttpResponse:
    """A match that is not, or not yet, to be seen again."""
    status, message = STATUSES.get(refused.code, 400), texts.refusal(refused)
    if refused.code == "no_match":
        message = _("There is no such match.")
    if errors.wants_json(request):
        return JsonResponse({"code": refused.code, "message": message}, status=status)
    titles = {
        "no_match": _("No match here"),
        "no_seat": _("No seat here"),
        "match_running": _("Not yet"),
        "boards_closed": _("Not yet"),
        "not_watchable": _("Not at this table"),
    }
    context = {"status": status, "title": titles[refused.code], "message": message}
    return render(request, "error.html", context, status=status)
