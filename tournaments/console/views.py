"""The director's console: the desk, a table, an entry, seat links, the log, exports, and the buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games.pages.view_helpers import Fields, action_view
from ludopoli.accounts.access import account_of
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http import error_pages
from ludopoli.http.error_pages import show_refusals_on, too_many_requests
from ludopoli.text.table_files import FileKind
from tournaments import access, actions, roles, selectors, tie_parts
from tournaments.action_forms import ScoreForm
from tournaments.console.act_fields import read_places, text_of_field
from tournaments.console.acts import OF_CLAIM, OF_ENTRY, OF_EVENT, OF_TABLE, ConsoleAct
from tournaments.console.cash import AT_CASH, cash_address
from tournaments.console.desk import Desk, people_at, seats_of
from tournaments.console.desk_rows import DeskRow
from tournaments.console.kept_desk import kept_desk
from tournaments.console.view_helpers import directed_event_or_refuse
from tournaments.entering import seat_links
from tournaments.entering.seat_links import SeatLink
from tournaments.entry_forms import NEXT_ENTRY
from tournaments.models import Claim, Entry, Event, Member, ScoreEntry, TournamentTable
from tournaments.outlets import files, journal
from tournaments.pages.parts import PartShown, parts_of_tie
from tournaments.pages.view_helpers import redirect_to_event
from tournaments.roles import EventCapability
from tournaments.scores import score_links, score_sheets
from tournaments.scores.amounts import format_amount, table_score

LATEST_SCORES = 50
"""The entries of scores below a sheet."""

ON_DESK = ("average", "resting")
"""The acts on a table that are chosen on the desk, beside an alarm."""

LATEST = 12
"""The lines of the log beside the tables."""


@require_safe
@login_required
@never_cache
@ensure_csrf_cookie
def desk_page(request: HttpRequest, event: str) -> HttpResponse:
    return render(
        request, "tournaments/console/desk.html", _desk(request, directed_event_or_refuse(request, event))
    )


@require_safe
@login_required
@never_cache
def desk_parts(request: HttpRequest, event: str) -> HttpResponse:
    """Render the parts of the desk that change, for an open page."""
    return render(
        request, "tournaments/console/_parts.html", _desk(request, directed_event_or_refuse(request, event))
    )


def _desk(request: HttpRequest, event: Event) -> dict[str, Any]:
    me, asked = account_of(request), request.GET.get("turno", "")
    found = Desk(event, me, number_of(asked, 5))
    return {
        "event": event,
        "desk": found,
        "log": journal.read_log(event, me, LATEST),
        "announcements": selectors.announcements_of(event),
        "officers": event.eventofficer_set.select_related("user").order_by("user__username"),
        "roles": roles.role_choices(),
        "onlookers": event.onlookers.order_by("username"),
        "invitees": event.invitees.select_related("user").order_by("user__username"),
        "administers": access.has_event_capability(request.user, event, EventCapability.ADMINISTER),
        "plays": event.members.filter(user=me, left=None).exists(),
        "has_named": event.members.filter(user__is_named=True).exists(),
        "link": request.build_absolute_uri(event.get_absolute_url()),
        "kept": kept_desk(found) if event.is_real and not event.is_over else None,
    }


@require_safe
def offline_console(request: HttpRequest) -> HttpResponse:
    """The page of any console while there is no network: impersonal, since the service worker caches it."""
    return render(request, "tournaments/console_offline.html")


@require_safe
@login_required
@never_cache
@ensure_csrf_cookie
def desk_table_page(request: HttpRequest, event: str, round: int, number: int) -> HttpResponse:
    """One table, with the rulings that a director can make."""
    held = directed_event_or_refuse(request, event)
    found = Desk(held, account_of(request), round)
    row = found.sheet.row(access.table_of_round(held, round, number))
    shown = next(each for each in found.rows if each.row.pk == row.pk)
    others = [each.row for each in found.rows if each.row.pk != row.pk]
    points = list(_points(found, row))
    context = {
        "event": held,
        "desk": found,
        "row": shown,
        "seats": seats_of(found, row),
        "people": people_at(found, row),
        "others": [(each.number, seats_of(found, each)) for each in others],
        "deals": [] if found.hides(row.round) else _deals(row),
        "parts": [] if found.hides(row.round) else _parts(found, shown),
        **_sheet(request, found, shown),
        "part_choices": [
            (at + 1, tie_parts.part_title(held, at)) for at in range(len(tie_parts.parts_of_event(held)))
        ],
        "points": points,
        "given": [(place, name, given) for place, name, _made, given, _taken in points],
        "taken": [(place, name, taken) for place, name, _made, _given, taken in points],
        "bounds": actions.points_bounds(found.sheet.state, row),
        "stands_on": found.drawn_since(round),
        "others_win": actions.walkover_points_at(row) is not None,
    }
    return render(request, "tournaments/console/table.html", context)


def _deals(row: TournamentTable) -> list[tuple[str, str, str]]:
    """Return the label, the name and the score of each deal; no score if it was annulled or not played."""
    event, titles = row.round.event, row.labels
    if event.is_mixed:
        titles = [tie_parts.row_title(row, at) for at in range(len(row.labels))]
    scores = [table_score(row.deals.get(label) or ()) for label in row.labels]
    return [*zip(row.labels, titles, scores, strict=True)]


def _parts(found: Desk, shown: DeskRow) -> Sequence[PartShown]:
    """Return the parts of a meeting, by the scores that count now."""
    row, names = shown.row, [each.names for each in shown.shown.sides]
    if row.status == TournamentTable.Status.OVER or not found.event.is_real:
        return parts_of_tie(row, names)
    [rows] = score_sheets.read_score_sheets([row]).values()
    return parts_of_tie(row, names, score_sheets.counted_scores(rows))


def _sheet(request: HttpRequest, found: Desk, row: DeskRow) -> dict[str, Any]:
    """Return the score sheet of a real table, once it is being played, and the next table without scores."""
    table, event = row.row, found.event
    if not event.is_real or table.status == TournamentTable.Status.WAITING or not _may_score(event):
        return {}
    sides = [each.names for each in row.shown.sides]
    hidden = found.hides(table.round)
    rows: list[dict[str, Any]] = []
    cells: dict[str, tuple[str, Any]] = {}
    for at, each in enumerate(score_sheets.read_score_sheets([table])[table.pk]):
        title = tie_parts.row_title(table, at)
        counts = () if hidden else table.deals.get(each.label) or each.counts or ()
        values = counts or [""] * len(sides)
        of_row = {
            f"score-{each.number}-{side}": (f"{title}, {names}", value)
            for side, (names, value) in enumerate(zip(sides, values, strict=True))
        }
        cells |= of_row
        seen = [] if hidden else [(f"was-{name[6:]}", value) for name, (_label, value) in of_row.items()]
        said = [] if hidden else sorted(each.written.items())
        rows.append(
            {
                "number": title if event.is_mixed else each.number,
                "cells": [*of_row],
                "seen": seen,
                "written": [(sides[side], table_score(scores)) for side, scores in said],
                "is_disputed": each.is_disputed,
                "is_broken_off": bool(counts)
                and score_sheets.is_broken_off(event, table, each.label, counts),
            }
        )
    later = (each.row for each in found.rows if not each.is_over and each.row.number > table.number)
    history = [] if hidden else [_written(each, table, sides) for each in _entries_of(table)]
    form = ScoreForm(
        cells,
        is_ruling=row.is_over,
        by_match=event.scores == Event.Scores.MATCH,
        stands_on=found.drawn_since(table.round.number),
    ).at(request, reverse("console-table-act", args=[event.code, table.round.number, table.number, "score"]))
    for shown in rows:
        shown["cells"] = [form[name] for name in shown["cells"]]
    return {"scores": rows, "score_form": form, "next_table": next(later, None), "history": history}


def _entries_of(table: TournamentTable) -> QuerySet[ScoreEntry]:
    return table.score_entries.select_related("by").order_by("-pk")[:LATEST_SCORES]


def _written(entry: ScoreEntry, table: TournamentTable, sides: Sequence[str]) -> tuple[datetime, str, str]:
    """Return when an entry was made, by whom, and what it says."""
    who = [] if entry.side is None else [sides[entry.side]]
    who += [entry.by.username] if entry.by is not None else []
    rows = enumerate(table.labels, start=1)
    said = (f"{number}: {table_score(entry.deals[label])}" for number, label in rows if label in entry.deals)
    return entry.at, ", ".join(who), "; ".join(said)


def _may_score(event: Event) -> bool:
    return event.status in (Event.Status.RUNNING, Event.Status.FINISHED)


def _points(found: Desk, row: TournamentTable) -> Any:
    """Yield by place the name, the points, and the points that a director has given and deducted."""
    made = found.sheet.points(row) or [None] * len(row.places)
    for place, name in seats_of(found, row):
        given = row.adjusted[place] if row.adjusted else None
        taken = row.penalties[place] if row.penalties else 0
        shown = [
            None if each is None else format_amount(each) for each in (made[place], given, taken or None)
        ]
        yield place, name, *shown


@require_safe
@login_required
@never_cache
@ensure_csrf_cookie
def desk_entry_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """One entry: its members and tables, with substitution and removal."""
    held = directed_event_or_refuse(request, event)
    access.access_entry(held, number)
    found = Desk(held, account_of(request))
    one = found.sheet.entries[number]
    played = [
        (each.row, table)
        for each in found.shown.rounds
        for table in each.tables
        if number in table.row.places
    ]
    line = next((each for each in found.shown.lines if each.entry.number == number), None)
    context = {"event": held, "desk": found, "entry": one, "name": found.sheet.name(number)}
    context["former"] = found.sheet.former_members.get(number, [])
    context["all_here"] = all(each.here for each in one.members.all())
    if held.is_real and not held.is_over and one.plays:
        context["score_links"] = score_links.printed_score_links(request, held, [one])
    context["links"] = _seat_links(request, held, seat_links.seats_with_links(held).filter(entry=one))
    return render(request, "tournaments/console/entry.html", {**context, "played": played, "line": line})


@require_safe
@login_required
@never_cache
def seat_links_page(request: HttpRequest, event: str) -> HttpResponse:
    """The seat links of people entered by name, one on each card, to print."""
    held = directed_event_or_refuse(request, event)
    context = {"event": held, "links": _seat_links(request, held, seat_links.seats_with_links(held))}
    context["named_kept"] = held.names_days
    return render(request, "tournaments/console/seats.html", context)


def _seat_links(request: HttpRequest, event: Event, members: QuerySet[Member]) -> list[SeatLink]:
    return [seat_links.fresh_seat_link(request, event, member) for member in members]


@require_safe
@login_required
@never_cache
def log_page(request: HttpRequest, event: str) -> HttpResponse:
    """The full log."""
    held = directed_event_or_refuse(request, event)
    lines = journal.read_log(held, account_of(request))
    return render(request, "tournaments/console/log.html", {"event": held, "log": lines})


@require_safe
@login_required
def event_results(request: HttpRequest, event: str, kind: FileKind) -> HttpResponse:
    """The standings and all tables as a file."""
    return files.results_file(directed_event_or_refuse(request, event), request.user, kind)


@require_safe
@login_required
def event_records(request: HttpRequest, event: str) -> HttpResponseBase:
    """The matches as records, one a line."""
    held = directed_event_or_refuse(request, event)
    if not files.may_download(account_of(request).pk):
        return too_many_requests(request)
    return files.records_response_of(request, held, account_of(request))


# ---- buttons


def _act(acts: Mapping[str, ConsoleAct], name: str) -> ConsoleAct:
    if name not in acts:
        raise Http404
    return acts[name]


@login_required
@action_view
def act_on_event(request: HttpRequest, fields: Fields, event: str, name: str) -> HttpResponse:
    """Carry out an act about the event."""
    known, held = _act(OF_EVENT, name), access.access_event(request.user, event)
    page = cash_address(held, fields) if name in AT_CASH else reverse("console", args=[event])
    back = f"{page}?{NEXT_ENTRY}" if name == "enter" else page
    return _done(request, held, known, held, fields, back, page)


@login_required
@action_view
def act_on_entry(request: HttpRequest, fields: Fields, event: str, number: int, name: str) -> HttpResponse:
    known, held = _act(OF_ENTRY, name), access.access_event(request.user, event)
    one = access.access_entry(held, number)
    page = reverse("console-entry", args=[event, number])
    back = page if held.started_at else reverse("console", args=[event])
    if name in AT_CASH:
        back = page = cash_address(held, fields, number)
    return _done(request, held, known, one, fields, back, page)


@login_required
@action_view
def act_on_table(
    request: HttpRequest, fields: Fields, event: str, round: int, number: int, name: str
) -> HttpResponse:
    known, held = _act(OF_TABLE, name), access.access_event(request.user, event)
    one = access.table_of_round(held, round, number)
    one.seen_places = read_places(fields)
    desk, table = reverse("console", args=[event]), reverse("console-table", args=[event, round, number])
    back = desk if name in (*ON_DESK, "missed") else table  # it may not be there any more
    return _done(request, held, known, one, fields, back, desk if name in ON_DESK else table)


@login_required
@action_view
def act_on_claim(request: HttpRequest, fields: Fields, event: str, number: int, name: str) -> HttpResponse:
    known, held = _act(OF_CLAIM, name), access.access_event(request.user, event)
    one = access.access_claim(held, number)
    return _done(request, held, known, one, fields, reverse("console", args=[event]))


def _done(
    request: HttpRequest,
    event: Event,
    known: ConsoleAct,
    about: Event | Entry | TournamentTable | Claim,
    fields: Fields,
    back: str,
    page: str = "",
) -> HttpResponse:
    """Carry out an act, and go on to the page `back`; the `page` of its form is another if it is given."""
    asks = request.user
    assert isinstance(asks, User)
    done = event.log.filter(by=asks).order_by("pk")
    before = done.last()
    show_refusals_on(request, page or back)
    actions.carry_out_once(event, text_of_field(fields, "sent_as"), lambda: known.do(asks, about, fields))
    said = str(known.said)
    if known.undo and done.last() != before and not error_pages.wants_json(request):
        context = {"said": said, "event": event, "undo": known.undo, "fields": _kept(fields)}
        said = render_to_string("tournaments/console/_undo.html", context, request)
    return redirect_to_event(request, event, said, back)


def _kept(fields: Fields) -> list[tuple[str, str]]:
    """Return the fields that the undo button sends."""
    return [
        (name, text_of_field(fields, name))
        for name in ("name", "one", "other")
        if text_of_field(fields, name)
    ]
