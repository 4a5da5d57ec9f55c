"""Tables of an event with all hands and without results: for commentators while it is played, and for
everybody who may see its matches again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.archive import finished_matches, followed_matches, reading_limit
from ludopoli.base.lookups import number_of
from ludopoli.http import error_pages
from tournaments import access, selectors
from tournaments.models import Event, Round, TournamentTable
from tournaments.running import commentary
from tournaments.running.commentary import VisibleTable
from tournaments.selectors import EventSheet


@dataclass(frozen=True, slots=True)
class TableToWatch:
    row: TournamentTable
    names: tuple[str, ...]
    """By place."""


@require_safe
@never_cache
def commentary_page(request: HttpRequest, event: str) -> HttpResponse:
    """The tables of a round that the reader may watch; `?turno=` is its number, by default the latest."""
    found = access.access_event(request.user, event)
    sheet = selectors.event_sheet(found)
    comments = commentary.may_comment(request.user, found)
    rounds = [each for each in sheet.rounds if comments or _is_shown(each)] if not found.is_real else []
    asked = number_of(request.GET.get("turno", ""), 5)
    shown = next((each for each in rounds if each.number == asked), rounds[-1] if rounds else None)
    context = {
        "event": found,
        "comments": comments,
        "rounds": rounds,
        "shown": shown,
        "tables": [] if shown is None else _tables(sheet, shown),
    }
    return render(request, "tournaments/commentary.html", context)


def _is_shown(round_: Round) -> bool:
    return round_.status == Round.Status.OVER and selectors.is_open(round_)


def _tables(sheet: EventSheet, round_: Round) -> list[TableToWatch]:
    tables = (each for each in sheet.tables(round_.number) if each.table_id is not None)
    return [TableToWatch(each, tuple(map(sheet.name, each.places))) for each in tables]


@require_safe
@never_cache
def commented_table_page(request: HttpRequest, event: str, round: int, number: int) -> HttpResponse:
    """A table, deal by deal with all hands; its result is shown once the reader has come to the end.

    `?incontro=2` is the second match at the table. Without it the page goes on as deals are opened, and the
    viewer fetches it again as JSON: `?da=` is the number of deals that it knows of, `?dove=` a place in
    another deal.
    """
    found = access.access_event(request.user, event)
    table = access.table_of_round(found, round, number)
    opened = commentary.visible_table(request.user, table)
    if request.GET.get("da") == str(opened.deals):
        return HttpResponse(status=204)
    asked = number_of(request.GET.get("incontro", ""), 3)
    at = _match_to_show(opened, asked)
    frame: dict[str, Any] | None = None
    if at is not None:
        if not reading_limit.may_read_deal(request, opened.matches[at].row):
            return error_pages.too_many_requests(request)
        frame = _frame(request, opened, at, follows=asked is None)
    if error_pages.wants_json(request):
        return JsonResponse(frame or {})
    page = render(request, "tournaments/commented_table.html", _context(found, table, opened, at, frame))
    patch_vary_headers(page, ["Accept"])
    return page


def _match_to_show(opened: VisibleTable, asked: int | None) -> int | None:
    """Return the match that is asked for, else the latest with an open deal or, once the table is over, the
    first; None if there is none."""
    shown = [at for at, each in enumerate(opened.matches) if each.deals]
    if asked is not None and asked - 1 in shown:
        return asked - 1
    return None if not shown else shown[0 if opened.is_whole else -1]


def _frame(request: HttpRequest, opened: VisibleTable, at: int, *, follows: bool) -> dict[str, Any]:
    """Return the data of the viewer: from the first deal once the table is over, else from the latest one."""
    each = opened.matches[at]
    place = request.GET.get("dove") or ("s1" if opened.is_whole else f"s{each.deals}")
    shown = followed_matches.opened_frame(each.row, each.deals, place)
    return {**shown, "version": opened.deals, "over": opened.is_whole or not follows}


def _context(
    event: Event, table: TournamentTable, opened: VisibleTable, at: int | None, frame: dict[str, Any] | None
) -> dict[str, Any]:
    row = None if at is None else opened.matches[at].row
    return {
        "event": event,
        "table": table,
        "frame": frame,
        "words": row and texts.page_words(row.game, row.rules),
        "is_whole": opened.is_whole,
        "outcome": finished_matches.final_totals(row) if row is not None and opened.is_whole else (),
        "at": at,
        "matches": range(len(opened.matches)) if len(opened.matches) > 1 else (),
    }
