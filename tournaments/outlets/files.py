"""Exports of a tournament as files, for its pages and the API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.archive import exports
from games.archive.exports import may_download
from ludopoli.text import table_files
from ludopoli.text.table_files import Both, Cell, FileKind, Heading
from ludopoli.text.table_files import Sheet as FileSheet
from ludopoli.text.word_filter import mask_words
from tournaments import access, format_texts, selectors
from tournaments.access import Reader
from tournaments.formats.catalog import StandingsLine
from tournaments.models import PLAYING, Event, Member, Round, TournamentTable, with_people
from tournaments.roles import EventCapability
from tournaments.scores.amounts import HUNDREDTHS, UNITS, by_place, table_score
from tournaments.selectors import EventSheet

__all__ = [
    "entry_sheet",
    "may_download",
    "records_response_of",
    "result_sheets",
    "results_csv",
    "results_file",
]


FEDERATION_COLUMNS: Mapping[str, tuple[str, str | Promise]] = {
    "cards": ("shown_card", _("Membership numbers")),
    "categories": ("shown_category", _("Categories")),
}
"""Columns for federations, which only directors get: by name, the field of `Member` and the heading."""


def results_file(event: Event, reader: Reader, kind: FileKind) -> HttpResponse:
    """Return the standings and all tables as a file, as far as the reader may see them."""
    return table_files.file_response(kind, f"ludopoli-{event.code}", *result_sheets(event, reader))


def results_csv(event: Event, reader: Reader) -> str:
    """Return the standings and every table as CSV for programs."""
    return b"".join(table_files.write_file(FileKind.PROGRAM, *result_sheets(event, reader))).decode()


def result_sheets(event: Event, reader: Reader) -> list[FileSheet]:
    """Return two sheets, the standings and the tables; amounts are in points, not hundredths."""
    sheet = selectors.sheet_for(reader, event)
    member_columns = (
        FEDERATION_COLUMNS
        if event.is_real and access.has_event_capability(reader, event, EventCapability.LOOK)
        else {}
    )
    standings = [
        Heading("place", _("Place")),
        Heading("entry", _("Number")),
        Heading("name", _("Name")),
        Heading("score", _("Score")),
        Heading("rounds", _("Rounds")),
        Heading("byes", _("Sits out in rounds")),
        Heading("members", pgettext_lazy("column", "Players")),
        *([Heading("club", _("Club"))] if event.unit == Event.Unit.TEAM else []),
        *(Heading(name, words) for name, (_field, words) in member_columns.items()),
        *(Heading(name, format_texts.BREAKS[name]) for name in sheet.breaks),
    ]
    tables = [
        Heading("round", _("Round")),
        Heading("table", _("Table")),
        Heading("entries", _("Entries")),
        Heading("scores", _("Score")),
        Heading("points", _("Points")),
        Heading("ruling", _("Ruling")),
        Heading("match", _("Match")),
        *([Heading("deals", _("Deal by deal"))] if event.is_real else []),
    ]
    fields = [field for field, _words in member_columns.values()]
    return [
        FileSheet(gettext("Standings"), standings, _standing_rows(sheet, fields)),
        FileSheet(gettext("Tables"), tables, _table_rows(sheet)),
    ]


def entry_sheet(event: Event) -> FileSheet:
    """Return the entries of an event at real tables in the form that `entry_lists` reads.

    A row is a person, a pair, or a member of a team.
    """
    per_row = {Event.Unit.PAIR: 2}.get(Event.Unit(event.unit), 1)
    columns = [("name", _("Name")), ("card", _("Membership number")), ("category", _("Category"))]
    headings = [
        Heading(f"{name}{number}", format_lazy("{} {}", words, number) if per_row > 1 else words)
        for number in range(1, per_row + 1)
        for name, words in columns
    ]
    if event.unit != Event.Unit.SINGLE:
        headings.append(Heading("group", _("Team") if event.unit == Event.Unit.TEAM else _("Pair")))
    return FileSheet(gettext("Entries"), headings, _entry_rows(event, per_row))


def _entry_rows(event: Event, per_row: int) -> Iterator[list[Cell]]:
    entries = event.entries.filter(status__in=PLAYING).order_by("number")
    for entry in entries.prefetch_related(with_people()):
        members = selectors.present_members(entry)
        group = [] if event.unit == Event.Unit.SINGLE else [entry.name]
        for first in range(0, len(members), per_row):
            cells = [cell for each in members[first : first + per_row] for cell in _member_cells(each)]
            yield [*cells, *[""] * (3 * per_row - len(cells)), *group]


def _member_cells(member: Member) -> list[str]:
    return [selectors.member_name(member), member.shown_card, member.shown_category]


def _standing_rows(sheet: EventSheet, member_fields: Sequence[str]) -> Iterator[list[Cell]]:
    return (_standing_row(sheet, line, member_fields) for line in sheet.lines)


def _table_rows(sheet: EventSheet) -> Iterator[list[Cell]]:
    for round_ in sheet.rounds:
        for table in sheet.tables(round_.number):
            yield _table_row(sheet, round_, table)


def _standing_row(sheet: EventSheet, line: StandingsLine, member_fields: Sequence[str]) -> list[Cell]:
    """Return the row of an entry in the standings, in the order of the headings in `result_sheets`.

    A tie-break is empty if it was not needed to rank the entry.
    """
    entry = sheet.entries[line.entrant]
    members = selectors.present_members(entry)
    tie_breaks = [(UNITS.get(name, HUNDREDTHS), line.breaks.get(name)) for name in sheet.breaks]
    byes = [str(each.number) for each in sheet.rounds if line.entrant in each.byes]
    return [
        line.place,
        line.entrant,
        sheet.name(line.entrant),
        line.score / HUNDREDTHS,
        _count_rounds(sheet, line.entrant),
        Both(" ".join(byes), ", ".join(byes)),
        " / ".join(map(selectors.member_name, members)),
        *([entry.shown_club.name if entry.shown_club else ""] if sheet.event.unit == Event.Unit.TEAM else []),
        *(" / ".join(getattr(each, field) for each in members) for field in member_fields),
        *(None if found is None else found.value / unit for unit, found in tie_breaks),
    ]


def _count_rounds(sheet: EventSheet, entrant: int) -> int:
    """Return the number of rounds in which an entry has a table."""
    return sum(any(entrant in table.places for table in sheet.tables(each.number)) for each in sheet.rounds)


def _table_row(sheet: EventSheet, round_: Round, table: TournamentTable) -> list[Cell]:
    points, scores = sheet.points(table) or (), sheet.scores(table)
    return [
        round_.number,
        table.number,
        " / ".join(sheet.name(each) for each in table.places),
        Both(" ".join(map(str, scores)), table_score(scores)),
        Both(
            " ".join("" if each is None else f"{each / HUNDREDTHS:g}" for each in points),
            by_place(points) if points else "",
        ),
        mask_words(table.reason),
        str(table.table.match_id) if table.table and table.table.match_id else "",
        *([_deal_scores(table)] if sheet.event.is_real else []),
    ]


def _deal_scores(table: TournamentTable) -> Both:
    """Return the scores of each deal on the score sheet of a real table: "8-3 6-5" for programs."""
    scores = [table.deals.get(label) or () for label in table.labels]
    program = " ".join("-".join(map(str, each)) for each in scores)
    return Both(program, "  ".join(map(table_score, scores)))


def records_response_of(request: HttpRequest, event: Event, reader: Reader) -> HttpResponseBase:
    """Return the records of the matches that the reader may see, as JSON Lines."""
    pages = selectors.records_of_event(event, reader)
    content_type = "application/x-ndjson; charset=utf-8"
    return exports.stream_download(request, pages, content_type, f"ludopoli-{event.code}.jsonl")
