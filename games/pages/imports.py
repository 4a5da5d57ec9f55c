"""The import page: the referee checks a record, and the viewer shows it."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from games import texts
from games.archive import imports, sent_deals
from games.archive.imports import WrongRecord
from ludocards.engine.game import Json, Refused
from ludopoli.http.bodies import accept_bodies
from ludopoli.http.error_pages import too_many_requests
from ludopoli.http.refusals import REFUSALS

LARGEST_FORM = 256 * 1024
"""The largest form with a record in it, in bytes."""

STATUSES = REFUSALS.statuses("too_large")

MESSAGES = {
    "too_large": gettext_lazy("This is too long for a record of one match."),
    "many_records": gettext_lazy("This text holds several records, one per line. Send one at a time."),
    "no_deals": gettext_lazy("No cards are dealt in this record."),
    "malformed": gettext_lazy("The referee cannot read this as the record of a match."),
    "commitment_mismatch": gettext_lazy("The seed is not the one that was promised."),
    "deal_mismatch": gettext_lazy("The seed gives other cards, or another first dealer."),
    "not_verifiable": gettext_lazy("To check the shuffle the record needs an id, seeds and commitments."),
}


@accept_bodies(LARGEST_FORM)
@require_http_methods(["GET", "HEAD", "POST"])
def import_record(request: HttpRequest) -> HttpResponse:
    """The form for a record, as a file or as text; then the viewer, or the mistake that the referee found."""
    if request.method != "POST":
        return render(request, "games/import.html")
    if not imports.may_send_record(request):
        return too_many_requests(request)
    found = imports.read_record(_sent(request))
    if isinstance(found, WrongRecord):
        context = {"wrong": _mistake(found), "text": request.POST.get("text", "")}
        return render(request, "games/import.html", context, status=STATUSES.get(found.code, 422))
    game = found.document.game
    rules = game.rules_json(found.document.rules)
    shown: dict[str, Any] = {
        "frame": found.frame,
        "deals": sent_deals.texts_of(found.document, found.log),
        "outcome": found.outcome,
        "words": texts.page_words(game.name, rules),
        "is_finished": found.report["finished"],
        "broken": _mistake(found.shuffle_verdict) if isinstance(found.shuffle_verdict, WrongRecord) else None,
        "has_shuffle": found.shuffle_verdict is not None,
    }
    return render(request, "games/imported.html", shown)


def _sent(request: HttpRequest) -> bytes:
    """Return the file or else the text that was sent; of a record that is too long one byte too many."""
    if file := request.FILES.get("file"):
        return bytes(file.read(imports.LARGEST + 1))
    return request.POST.get("text", "").encode("utf-8", "replace")


def _where(wrong: WrongRecord) -> str:
    """Say in which line or field a malformed record is wrong, as the referee's message has it."""
    if at := re.search(r"line (\d+) column (\d+)", wrong.message):
        said = gettext("It is not JSON: look at line %(line)s, column %(column)s.")
        return said % {"line": at[1], "column": at[2]}
    place, _, reason = wrong.message.partition(": ")
    return gettext("Look at %(place)s.") % {"place": place} if reason else ""


def _mistake(wrong: WrongRecord) -> dict[str, Json]:
    """A mistake in the reader's language, with deal, action and seat counted from 1."""
    known = MESSAGES.get(wrong.code)
    refused = wrong.refused or Refused(wrong.code, wrong.message)
    return {
        "code": wrong.code,
        "message": str(known) if known else str(texts.RulesRefused(refused, wrong.game)),
        "where": _where(wrong) if wrong.code == "malformed" else "",
        "exactly": wrong.message if get_language() == "en" else "",
        "deal": None if wrong.deal is None else wrong.deal + 1,
        "action": None if wrong.action is None else wrong.action + 1,
        "seat": None if wrong.seat is None else wrong.seat + 1,
        "legal": [card for card in wrong.legal if isinstance(card, str)],
    }
