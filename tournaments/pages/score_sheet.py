"""The score sheet of a real table on a player's phone: by the link of an entry, or by an account in it.

The secret of the link is removed from the address before the page is shown: addresses are kept in histories,
and sent as Referer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of, or_404
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refusals import ActionRefused
from tournaments import access, actions, selectors, tie_parts
from tournaments.action_forms import ScoreForm
from tournaments.models import Entry, Event, Round, TournamentTable
from tournaments.pages.display import EventShown
from tournaments.pages.parts import parts_of_tie
from tournaments.pages.view_helpers import redirect_to_event
from tournaments.scores import score_links, score_sheets
from tournaments.scores.amounts import table_score
from tournaments.scores.score_forms import read_scores, says_broken_off
from tournaments.scores.score_links import ScoreWriter

LINK = "_score_link"
"""The session's key for the latest link opened: the code of its event, and the token."""

LINK_ENDED = gettext_lazy("This link no longer opens a score sheet. Ask the director for a new one.")
NO_SHEET = gettext_lazy("You have no score sheet here. Scan the code on your card.")

TableStatus = TournamentTable.Status


@require_safe
@never_cache
def score_sheet_link(request: HttpRequest, event: str, token: str) -> HttpResponse:
    entry = or_404(_by_link(event, token), str(LINK_ENDED)).entry
    if entry.event.is_over and access.may_know(request.user, entry.event):
        return redirect("event-scorecard", entry.event.code, entry.number)
    request.session[LINK] = [entry.event.code, token]
    return redirect("event-scores", entry.event.code)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
def score_sheet_page(request: HttpRequest, event: str) -> HttpResponse:
    writer = _writer(request, event)
    if request.method == "POST":
        return _write(request, writer)
    return render(request, "tournaments/score_sheet.html", _context(request, writer))


@require_safe
def offline_score_sheet(request: HttpRequest) -> HttpResponse:
    """The page of any sheet while there is no network: impersonal, since the service worker caches it."""
    return render(request, "tournaments/score_sheet_offline.html")


@require_safe
@never_cache
def score_sheet_parts(request: HttpRequest, event: str) -> HttpResponse:
    """Render the parts of the page that change, for an open page."""
    return render(request, "tournaments/_score_sheet.html", _context(request, _writer(request, event)))


@dataclass(frozen=True, slots=True)
class Writer:
    """The reader who writes in an event."""

    event: Event
    whose: ScoreWriter
    by: User | None
    """None if a link has opened the page."""

    @property
    def entry(self) -> Entry:
        return self.whose.entry


def _writer(request: HttpRequest, code: str) -> Writer:
    """Return for whom the reader writes: by the link opened last, or else by their account."""
    of_event, token = request.session.get(LINK, ("", ""))
    by_link = _by_link(code, token) if of_event == code else None
    if by_link is not None:
        return Writer(by_link.entry.event, by_link, None)
    event = access.access_event(request.user, code)
    own = selectors.writing_member(request.user, event)
    member = or_404(own, str(LINK_ENDED if of_event == code else NO_SHEET))
    by = request.user if isinstance(request.user, User) else None
    return Writer(event, score_links.writer_of(event, member), by)


def _by_link(code: str, token: str) -> ScoreWriter | None:
    event = access.find_event(code)
    return score_links.open_score_link(event, token) if event else None


def _write(request: HttpRequest, writer: Writer) -> HttpResponse:
    """Write down the rows of a `table`, named by its round and number: "2-1"."""
    round_, _dash, number = request.POST.get("table", "").partition("-")
    table = access.table_of_round(writer.event, number_of(round_, 5) or 0, number_of(number, 5) or 0)
    back = reverse("event-scores", args=[writer.event.code]) + f"?tavolo={table.number}"
    show_refusals_on(request, back)
    if request.POST.get("entry") not in (None, "", str(writer.entry.number)):
        raise ActionRefused("scores_of_another")
    if not writer.whose.sits_at(table):
        raise ActionRefused("not_your_table")
    actions.write_scores(
        writer.by,
        writer.entry,
        table,
        read_scores(table, request.POST),
        sent_as=request.POST.get("sent_as", ""),
        broken_off=says_broken_off(request.POST),
    )
    return redirect_to_event(request, writer.event, _("Your scores are saved."), back)


def _context(request: HttpRequest, writer: Writer) -> dict[str, Any]:
    event, entry = writer.event, writer.entry
    latest = event.rounds.order_by("number").last()
    under_way = latest is not None and latest.status != Round.Status.OVER
    context = {
        "event": event,
        "entry": entry,
        "name": selectors.entry_name(entry),
        "latest": latest,
        "rests": under_way and latest is not None and entry.number in latest.byes,
        "has_scorecard": event.is_over and access.may_know(request.user, event),
    }
    tables = TournamentTable.objects.filter(round__event=event).select_related("round")
    its = [each for each in tables.order_by("-round__number", "number") if entry.number in each.places]
    rooms = [each for each in its if each.round_id == its[0].round_id and writer.whose.sits_at(each)]
    if not rooms:
        return {**context, "substitutes": bool(its and its[0].seated)}
    asked = number_of(request.GET.get("tavolo", ""), 5)
    waiting = next((each for each in rooms if each.status != TableStatus.OVER), rooms[0])
    table = next((each for each in rooms if each.number == asked), waiting)
    return {**context, "rooms": rooms, "table": table, **_rows(request, event, entry, table)}


def _rows(request: HttpRequest, event: Event, entry: Entry, table: TournamentTable) -> dict[str, Any]:
    """Return a sheet as the side of an entry sees it: what it has written, and what the others have."""
    shown = EventShown(selectors.event_sheet(event))
    row = shown.sheet.state.table(table.pk)
    names = [each.names for each in shown.table(row.round, row).sides]
    side = shown.sheet.state.shape.sides_at(len(table.places))[table.places.index(entry.number)]
    writes = table.status == TableStatus.PLAYING and event.status == Event.Status.RUNNING
    rows: list[dict[str, Any]] = []
    cells: dict[str, tuple[str, Any]] = {}
    theirs = []
    sheet = score_sheets.read_score_sheets([table])[table.pk]
    for at, each in enumerate(sheet):
        title = tie_parts.row_title(table, at)
        own = each.written.get(side)
        others = [its for who, its in sorted(each.written.items()) if who != side and its != own]
        if each.ruled is None and others:
            is_broken_off = score_sheets.is_broken_off(event, table, each.label, others[0])
            of_side = list(enumerate(others[0]))
            theirs.append((each.number, title, of_side, table_score(others[0]), is_broken_off))
        values = each.counts or own or [""] * len(names)
        of_row = {
            f"score-{each.number}-{place}": (f"{title}, {name}", value)
            for place, (name, value) in enumerate(zip(names, values, strict=True))
        }
        if writes and each.ruled is None:
            cells |= of_row
        rows.append(
            {
                "row": each,
                "title": title,
                "cells": of_row,
                "waits": own is not None and each.counts is None,
                "is_broken_off": each.counts is not None
                and score_sheets.is_broken_off(event, table, each.label, each.counts),
            }
        )
    form = ScoreForm(
        cells,
        by_match=event.scores == Event.Scores.MATCH,
        table=f"{table.round.number}-{table.number}",
        entry=entry.number,
    ).at(request, reverse("event-scores", args=[event.code]))
    for shown_row in rows:
        shown_row["cells"] = [
            (form[name] if name in cells else None, said[1]) for name, said in shown_row["cells"].items()
        ]
    return {
        "form": form,
        "sides": [(name, at == side) for at, name in enumerate(names)],
        "parts": parts_of_tie(row, names, score_sheets.counted_scores(sheet)),
        "rows": rows,
        "theirs": theirs,
        "writes": writes,
        "waits": writes and any(each["waits"] for each in rows),
        "is_over": table.status == TableStatus.OVER,
    }
