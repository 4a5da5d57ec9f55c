"""The seasons of a series as a file, for its pages."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpResponse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs import access as clubs
from clubs.roles import Capability
from ludopoli.text import table_files
from ludopoli.text.table_files import Cell, FileKind, Heading, Sheet
from tournaments.access import Reader
from tournaments.models import Series
from tournaments.series.seasons import season_history


def season_file(series: Series, reader: Reader, kind: FileKind) -> HttpResponse:
    """Return all seasons, a line for each person; membership numbers only for directors of the club."""
    own = None if series.club is None else clubs.membership_of(reader, series.club)
    headings = [
        Heading("season", _("Season")),
        Heading("division", _("Division")),
        Heading("place", _("Place")),
        Heading("name", _("Name")),
        *([Heading("card", _("Membership number"))] if _manages(own) else []),
        *([Heading("category", _("Category"))] if _manages(own) else []),
        Heading("points", _("Points")),
        Heading("penalty", _("Penalties")),
        Heading("played", pgettext_lazy("column", "Tournaments played")),
    ]
    rows = _rows(series, reader, numbered=_manages(own))
    return table_files.file_response(
        kind, f"ludopoli-{series.code}", Sheet(gettext("Standings of the season"), headings, rows)
    )


def _manages(own: clubs.Member | None) -> bool:
    return clubs.has_capability(own, Capability.MANAGE_MEMBERS)


def _rows(series: Series, reader: Reader, *, numbered: bool) -> Iterator[list[Cell]]:
    for season in season_history(series, reader).seasons:
        for division in season.divisions:
            for line in division.lines:
                on_list = line.person.line
                own = [on_list.card, on_list.category] if on_list is not None else ["", ""]
                yield [
                    season.number,
                    division.name,
                    line.place,
                    line.name,
                    *(own if numbered else []),
                    line.points,
                    line.penalty,
                    line.played,
                ]
