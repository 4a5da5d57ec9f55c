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
from games.models import Match, Table
from ludocards.engine.registry import GAMES
from ludopoli.text import table_files
from ludopoli.text.table_files import Both, Cell, FileKind, Heading
from ludopoli.text.table_files import Sheet as FileSheet
from ludopoli.text.times import format_utc
from ludopoli.text.word_filter import mask_words
from tournaments import access, format_texts, selectors, tie_parts
from tournaments.access import Reader
from tournaments.formats.catalog import StandingsLine
from tournaments.formats.parts import SIDES
from tournaments.models import PLAYING, Event, Member, Round, TournamentTable, with_people
from tournaments.prizes.cash import CashBook, EntryFees, FeeLine
from tournaments.prizes.money import CENTS
from tournaments.roles import EventCapability
from tournaments.scores.amounts import HUNDREDTHS, UNITS, by_place, table_score
from tournaments.selectors import EventSheet

__all__ = [
    "entries_file",
    "may_download",
    "players_at",
    "records_of_event",
    "records_response_of",
    "result_sheets",
    "results_csv",
    "results_file",
]


RECORDS_AT_ONCE = 20

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
    """Return the standings and the tables, with amounts in points, not hundredths; if there are any, also who
    gets which prize and, for directors, the fees."""
    sheet = selectors.sheet_for(reader, event)
    directs = access.has_event_capability(reader, event, EventCapability.LOOK)
    member_columns = FEDERATION_COLUMNS if event.is_real and directs else {}
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
        *([Heading("parts", _("Parts"))] if event.is_mixed else []),
        *([Heading("deals", _("Deal by deal"))] if event.is_real else []),
        Heading("players", pgettext_lazy("column", "Players")),
        *(Heading(name, words) for name, (_field, words) in member_columns.items()),
    ]
    fields = [field for field, _words in member_columns.values()]
    return [
        FileSheet(gettext("Standings"), standings, _standing_rows(sheet, fields)),
        FileSheet(gettext("Tables"), tables, _table_rows(sheet, fields)),
        *(_purse_sheets(sheet, directs=directs) if event.purse else ()),
    ]


def _purse_sheets(sheet: EventSheet, *, directs: bool) -> Iterator[FileSheet]:
    """Yield who gets what, once it is settled, and for directors who has paid; in units of the currency."""
    book = CashBook(sheet.event, sheet.state)
    if book.is_settled:
        yield FileSheet(
            gettext("Prizes"),
            [
                Heading("category", _("Category")),
                Heading("place", _("Place")),
                Heading("entry", _("Number")),
                Heading("name", _("Name")),
                Heading("amount", _("Sum")),
                Heading("things", _("In kind")),
            ],
            (
                [each.category, each.place, each.entry, sheet.name(each.entry), each.amount / CENTS,
                 mask_words(", ".join(each.things))]
                for each in book.settlement.awards
            ),
        )  # fmt: skip
    if directs and book.purse.fee is not None:
        yield FileSheet(
            gettext("Fees"),
            [
                Heading("entry", _("Number")),
                Heading("names", pgettext_lazy("column", "Players")),
                Heading("due", _("Fee")),
                Heading("paid", _("Paid")),
                Heading("taken_by", _("Taken by")),
                Heading("taken_at", _("When")),
            ],
            (_fee_row(each, line) for each in book.entries for line in each.lines),
        )


def _fee_row(fees: EntryFees, line: FeeLine) -> list[Cell]:
    latest = line.latest
    return [
        fees.entry.number,
        " / ".join(map(selectors.member_name, line.members)),
        line.due / CENTS,
        line.paid / CENTS,
        latest.hand if latest else "",
        format_utc(latest.at) if latest else "",
    ]


def entries_file(event: Event, kind: FileKind) -> HttpResponse:
    """Return the entries of an event at real tables as a file, in the form that `entry_lists` reads.

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
    entered = FileSheet(gettext("Entries"), headings, _entry_rows(event, per_row))
    return table_files.file_response(kind, f"ludopoli-iscritti-{event.code}", entered)


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


def _table_rows(sheet: EventSheet, member_fields: Sequence[str]) -> Iterator[list[Cell]]:
    for round_ in sheet.rounds:
        for table in sheet.tables(round_.number):
            people = [players_at(sheet, table, number) for number in table.places]
            yield [
                *_table_row(sheet, round_, table),
                " / ".join(" – ".join(map(selectors.member_name, each)) for each in people),
                *(" / ".join(getattr(it, name) for each in people for it in each) for name in member_fields),
            ]


def players_at(sheet: EventSheet, table: TournamentTable, number: int) -> list[Member]:
    """Return the people who played for an entry at a table, of teams those in the line-up."""
    if number <= 0:
        return []
    seated = {place for its, place in table.seated if its == number}
    members = sheet.players_in(number, table.round.number)
    return [each for each in members if not table.seated or each.place in seated]


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
        *([_part_scores(sheet, table)] if sheet.event.is_mixed else []),
        *([_deal_scores(table)] if sheet.event.is_real else []),
    ]


def _part_scores(sheet: EventSheet, table: TournamentTable) -> Both:
    """Return the parts of a meeting that count, with their scores, or the side that has won by forfeit: for
    programs "game:3-1 other:0-w"."""
    parts, titles = [], []
    for at, each in enumerate(tie_parts.course_of_table(table).parts):
        if not each.counts or not each.has_result:
            continue
        game, title = tie_parts.part_of_event(sheet.event, at).game, tie_parts.part_title(sheet.event, at)
        won = ["w" if side == each.winner else "0" for side in range(SIDES)]
        scores = won if each.forfeited is not None else [str(n) for n in GAMES[game].results(each.scores)]
        parts.append(f"{game}:{'-'.join(scores)}")
        titles.append(f"{title} {'–'.join(scores)}")
    return Both(" ".join(parts), ", ".join(titles))


def _deal_scores(table: TournamentTable) -> Both:
    """Return the scores of each deal on the score sheet of a real table: "8-3 6-5" for programs."""
    scores = [table.deals.get(label) or () for label in table.labels]
    program = " ".join("-".join(map(str, each)) for each in scores)
    return Both(program, "  ".join(map(table_score, scores)))


def records_of_event(event: Event, reader: Reader) -> Iterator[str]:
    """Yield the matches of an event that the reader may see as records, one a line, in the order of the
    tables."""
    tables = Table.objects.filter(tournament__round__event=event, match__isnull=False)
    ordered = tables.order_by("tournament__round__number", "tournament__number")
    ids = list(ordered.values_list("match", flat=True))
    for start in range(0, len(ids), RECORDS_AT_ONCE):
        some = ids[start : start + RECORDS_AT_ONCE]
        rows = Match.objects.select_related("table__boards").defer("snapshot").in_bulk(some)
        yield "".join(exports.record_lines([rows[each] for each in some if each in rows], reader))


def records_response_of(request: HttpRequest, event: Event, reader: Reader) -> HttpResponseBase:
    """Return the records of the matches that the reader may see, as JSON Lines."""
    pages = records_of_event(event, reader)
    content_type = "application/x-ndjson; charset=utf-8"
    return exports.stream_download(request, pages, content_type, f"ludopoli-{event.code}.jsonl")
