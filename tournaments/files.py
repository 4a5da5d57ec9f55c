"""Exports of a tournament as files, for its pages and the API."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from games.archive import exports
from games.archive.exports import may_download
from ludopoli.base.word_filter import masked
from tournaments import access, selectors
from tournaments.access import Reader
from tournaments.amounts import HUNDREDTHS, UNITS
from tournaments.formats.catalog import Line
from tournaments.models import Event, Round, TournamentTable
from tournaments.selectors import Sheet

__all__ = ["may_download", "records", "results", "results_csv"]


OF_MEMBERS = {"cards": "card", "categories": "category"}
"""The columns that only directors get, for a federation, with those of the members."""


def results(event: Event, reader: Reader) -> HttpResponse:
    """Return the standings and all tables as CSV, as far as the reader may see them."""
    name = f'attachment; filename="ludopoli-{event.code}.csv"'
    return HttpResponse(
        results_csv(event, reader),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": name, "Cache-Control": "private, no-store"},
    )


def results_csv(event: Event, reader: Reader) -> str:
    """Write the standings and every table, one line each; amounts are in points."""
    sheet, written = selectors.sheet_for(reader, event), io.StringIO()
    rows = csv.writer(written)
    numbers = OF_MEMBERS if event.is_real and access.directs(reader, event) else {}
    clubs = ["club"] if event.unit == Event.Unit.TEAM else []
    rows.writerow(
        ["place", "entry", "name", "score", "rounds", "byes", "members", *clubs, *numbers, *sheet.breaks]
    )
    for line in sheet.lines:
        rows.writerow([exports.cell(each) for each in _standing_row(sheet, line, numbers)])
    rows.writerow([])
    deals = ["deals"] if event.is_real else []
    rows.writerow(["round", "table", "entries", "scores", "points", "ruling", "match", *deals])
    for round_ in sheet.rounds:
        for table in sheet.tables(round_.number):
            rows.writerow([exports.cell(each) for each in _table_row(sheet, round_, table)])
    return written.getvalue()


def _standing_row(sheet: Sheet, line: Line, numbers: Mapping[str, str]) -> list[Any]:
    """Return a line of the standings, with byes, people, of a team its club, the `numbers` of the people and
    tie-breaks; a tie-break is empty if not needed."""
    entry = sheet.entries[line.entrant]
    members = selectors.present_members(entry)
    made = [(UNITS.get(name, HUNDREDTHS), line.breaks.get(name)) for name in sheet.breaks]
    return [
        line.place,
        line.entrant,
        sheet.name(line.entrant),
        line.score / HUNDREDTHS,
        _rounds_of(sheet, line.entrant),
        " ".join(str(each.number) for each in sheet.rounds if line.entrant in each.byes),
        " / ".join(map(selectors.member_name, members)),
        *([entry.shown_club.name if entry.shown_club else ""] if sheet.event.unit == Event.Unit.TEAM else []),
        *(" / ".join(getattr(each, column) for each in members) for column in numbers.values()),
        *("" if found is None else found.value / unit for unit, found in made),
    ]


def _rounds_of(sheet: Sheet, number: int) -> int:
    """Return the number of rounds that an entry has played."""
    return sum(any(number in table.places for table in sheet.tables(each.number)) for each in sheet.rounds)


def _table_row(sheet: Sheet, round_: Round, table: TournamentTable) -> list[Any]:
    points = sheet.points(table) or ()
    return [
        round_.number,
        table.number,
        " / ".join(sheet.name(each) for each in table.places),
        " ".join(map(str, sheet.scores(table))),
        " ".join("" if each is None else f"{each / 100:g}" for each in points),
        masked(table.reason),
        str(table.table.match_id) if table.table and table.table.match_id else "",
        *([_deals(table)] if sheet.event.is_real else []),
    ]


def _deals(table: TournamentTable) -> str:
    """Return the scores of each deal on the sheet of a real table: "8-3 6-5"."""
    scores = (table.deals.get(label) for label in table.labels)
    return " ".join("" if each is None else "-".join(map(str, each)) for each in scores)


def records(request: HttpRequest, event: Event, reader: Reader) -> HttpResponseBase:
    """Return the matches that the reader may see as records, one a line."""
    pages = selectors.records(event, reader)
    kind = "application/x-ndjson; charset=utf-8"
    return exports.download(request, pages, kind, f"ludopoli-{event.code}.jsonl")
