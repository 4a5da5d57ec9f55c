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
from tournaments.models import PLAYING, Event, Member, Round, TournamentTable
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


OF_MEMBERS: Mapping[str, tuple[str, str | Promise]] = {
    "cards": ("card", _("Membership numbers")),
    "categories": ("category", _("Categories")),
}
"""The columns that only directors get, for a federation, with those of the members and their titles."""


def results_file(event: Event, reader: Reader, kind: FileKind) -> HttpResponse:
    """Return the standings and all tables as a file, as far as the reader may see them."""
    return table_files.file_response(kind, f"ludopoli-{event.code}", *result_sheets(event, reader))


def results_csv(event: Event, reader: Reader) -> str:
    """Return the standings and every table as CSV for programs."""
    return b"".join(table_files.write_file(FileKind.PROGRAM, *result_sheets(event, reader))).decode()


def result_sheets(event: Event, reader: Reader) -> list[FileSheet]:
    """Return the standings and every table, one line each; amounts are in points."""
    sheet = selectors.sheet_for(reader, event)
    numbers = (
        OF_MEMBERS
        if event.is_real and access.has_event_capability(reader, event, EventCapability.LOOK)
        else {}
    )
    standings = [
        Heading("place", _("Place")),
        Heading("entry", _("Number")),
        Heading("name", _("Name")),
        Heading("score", _("Score")),
        Heading("rounds", _("Rounds")),
        Heading("byes", _("Rests in rounds")),
        Heading("members", pgettext_lazy("column", "Players")),
        *([Heading("club", _("Club"))] if event.unit == Event.Unit.TEAM else []),
        *(Heading(name, words) for name, (_column, words) in numbers.items()),
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
    columns = [column for column, _words in numbers.values()]
    return [
        FileSheet(gettext("Standings"), standings, _standing_rows(sheet, columns)),
        FileSheet(gettext("Tables"), tables, _table_rows(sheet)),
    ]


def entry_sheet(event: Event) -> FileSheet:
    """Return the entries of an event at real tables as `entry_lists` reads them: a line for each pair or
    person, or for each member of a team."""
    in_a_line = {Event.Unit.PAIR: 2}.get(Event.Unit(event.unit), 1)
    columns = [("name", _("Name")), ("card", _("Membership number")), ("category", _("Category"))]
    headings = [
        Heading(f"{name}{number}", format_lazy("{} {}", words, number) if in_a_line > 1 else words)
        for number in range(1, in_a_line + 1)
        for name, words in columns
    ]
    if event.unit != Event.Unit.SINGLE:
        headings.append(Heading("group", _("Team") if event.unit == Event.Unit.TEAM else _("Pair")))
    return FileSheet(gettext("Entries"), headings, _entry_rows(event, in_a_line))


def _entry_rows(event: Event, in_a_line: int) -> Iterator[list[Cell]]:
    entries = event.entries.filter(status__in=PLAYING).order_by("number")
    for entry in entries.prefetch_related("members__user"):
        members = selectors.present_members(entry)
        group = [] if event.unit == Event.Unit.SINGLE else [entry.name]
        for at in range(0, len(members), in_a_line):
            cells = [cell for each in members[at : at + in_a_line] for cell in _person(each)]
            yield [*cells, *[""] * (3 * in_a_line - len(cells)), *group]


def _person(member: Member) -> list[str]:
    return [selectors.member_name(member), member.card, member.category]


def _standing_rows(sheet: EventSheet, columns: Sequence[str]) -> Iterator[list[Cell]]:
    return (_standing_row(sheet, line, columns) for line in sheet.lines)


def _table_rows(sheet: EventSheet) -> Iterator[list[Cell]]:
    for round_ in sheet.rounds:
        for table in sheet.tables(round_.number):
            yield _table_row(sheet, round_, table)


def _standing_row(sheet: EventSheet, line: StandingsLine, columns: Sequence[str]) -> list[Cell]:
    """Return a line of the standings, with byes, people, of a team its club, these `columns` of the people
    and tie-breaks; a tie-break is empty if not needed."""
    entry = sheet.entries[line.entrant]
    members = selectors.present_members(entry)
    made = [(UNITS.get(name, HUNDREDTHS), line.breaks.get(name)) for name in sheet.breaks]
    byes = [str(each.number) for each in sheet.rounds if line.entrant in each.byes]
    return [
        line.place,
        line.entrant,
        sheet.name(line.entrant),
        line.score / HUNDREDTHS,
        _rounds_of(sheet, line.entrant),
        Both(" ".join(byes), ", ".join(byes)),
        " / ".join(map(selectors.member_name, members)),
        *([entry.shown_club.name if entry.shown_club else ""] if sheet.event.unit == Event.Unit.TEAM else []),
        *(" / ".join(getattr(each, column) for each in members) for column in columns),
        *(None if found is None else found.value / unit for unit, found in made),
    ]


def _rounds_of(sheet: EventSheet, number: int) -> int:
    """Return the number of rounds that an entry has played."""
    return sum(any(number in table.places for table in sheet.tables(each.number)) for each in sheet.rounds)


def _table_row(sheet: EventSheet, round_: Round, table: TournamentTable) -> list[Cell]:
    points, scores = sheet.points(table) or (), sheet.scores(table)
    return [
        round_.number,
        table.number,
        " / ".join(sheet.name(each) for each in table.places),
        Both(" ".join(map(str, scores)), table_score(scores)),
        Both(
            " ".join("" if each is None else f"{each / 100:g}" for each in points),
            by_place(points) if points else "",
        ),
        mask_words(table.reason),
        str(table.table.match_id) if table.table and table.table.match_id else "",
        *([_deals(table)] if sheet.event.is_real else []),
    ]


def _deals(table: TournamentTable) -> Both:
    """Return the scores of each deal on the sheet of a real table: "8-3 6-5"."""
    scores = [table.deals.get(label) or () for label in table.labels]
    program = " ".join("-".join(map(str, each)) for each in scores)
    return Both(program, "  ".join(map(table_score, scores)))


def records_response_of(request: HttpRequest, event: Event, reader: Reader) -> HttpResponseBase:
    """Return the matches that the reader may see as records, one a line."""
    pages = selectors.records_of_event(event, reader)
    kind = "application/x-ndjson; charset=utf-8"
    return exports.stream_download(request, pages, kind, f"ludopoli-{event.code}.jsonl")
