"""The file, for organisers, of the people who played each round in the events of a federation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import HttpResponse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.licences import LicenceBook
from clubs.models import Federation
from ludopoli.text import table_files, zones
from ludopoli.text.table_files import Cell, FileKind, Heading, Sheet
from tournaments import selectors
from tournaments.access import Reader
from tournaments.models import Phase
from tournaments.outlets.files import players_at
from tournaments.scores.amounts import HUNDREDTHS
from tournaments.series import federation_phases

HEADINGS = [
    Heading("day", _("Day")),
    Heading("tournament", _("Tournament")),
    Heading("level", _("Phase")),
    Heading("host", pgettext_lazy("column", "Held by")),
    Heading("round", _("Round")),
    Heading("table", _("Table")),
    Heading("name", _("Name")),
    Heading("licence", _("Licence number")),
    Heading("club", _("Club")),
    Heading("category", _("Category")),
    Heading("entry", _("Entry")),
    Heading("points", _("Points")),
]


def played_rounds_file(federation: Federation, reader: Reader, kind: FileKind) -> HttpResponse:
    """Return a line for each person in each round of each event; those of an event are read at once."""
    rows = _rows(federation_phases.phases_of(federation, reader), LicenceBook(federation), reader)
    sheet = Sheet(gettext("Who played which round"), HEADINGS, rows)
    return table_files.file_response(kind, f"ludopoli-{federation.slug}", sheet)


def _rows(phases: Iterable[Phase], book: LicenceBook, reader: Reader) -> Iterator[list[Cell]]:
    for phase in phases:
        event = phase.event
        if event.started_at is None:
            continue
        sheet = selectors.sheet_for(reader, event)
        about: list[Cell] = [
            zones.site_day(event.starts_at).isoformat(),
            event.name,
            phase.get_level_display(),
            event.club.name if event.club is not None else "",
        ]
        for round_ in sheet.rounds:
            for table in sheet.tables(round_.number):
                points = sheet.points(table) or [None] * len(table.places)
                for number, worth in zip(table.places, points, strict=True):
                    for member in players_at(sheet, table, number):
                        licence = book.of_person(member.club_line_id, member.user_id)
                        line = member.line if licence is None else licence.line
                        yield [
                            *about,
                            round_.number,
                            table.number,
                            selectors.member_name(member),
                            "" if licence is None else licence.number,
                            "" if line is None else line.club.name,
                            member.shown_category,
                            sheet.name(number),
                            None if worth is None else worth / HUNDREDTHS,
                        ]
