"""Reading a list of licences from a file, line by line, before anything is stored.

A line with the number of a licence renews that one. Any other number is a new licence of somebody on the list
of one of the federation's clubs.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs import csv_lists
from clubs.licences import LicenceBook, set_licence_fields
from clubs.models import Affiliation, Federation, Licence, Member
from clubs.roles import Capability
from clubs.roster import LineFinder, LineOutcome, whole_name
from ludopoli.base.lookups import number_of
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters

COLUMNS: Mapping[str, str] = {
    **dict.fromkeys(("numero della tessera federale", "tessera federale", "numero federale"), "number"),
    **dict.fromkeys(("licence", "licence number", "number"), "number"),
    **dict.fromkeys(("nome", "nome e cognome", "cognome e nome", "tesserato", "name", "member"), "name"),
    **dict.fromkeys(("cognome", "surname", "last name"), "surname"),
    **dict.fromkeys(("circolo", "società", "club"), "club"),
    **dict.fromkeys(("tessera", "numero di tessera", "membership number", "card"), "card"),
    **dict.fromkeys(("anno", "anno di nascita", "nato", "nascita", "data di nascita"), "born"),
    **dict.fromkeys(("born", "year of birth", "date of birth"), "born"),
    **dict.fromkeys(("dal", "valida dal", "from", "valid from", "valid_from"), "valid_from"),
    **dict.fromkeys(
        ("al", "valida fino al", "scadenza", "until", "valid until", "valid_until"), "valid_until"
    ),
}
"""The titles of the columns that are read, in lower case; others are left out."""

NO_NUMBERS = _(
    "The first line has to name the columns, in English or in Italian, one of them: licence number."
)

DAYS = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%Y-%m-%d %H:%M:%S")
"""How spreadsheets write days."""

Season = tuple[date, date]
"""The first and the last day of licences for which the list says nothing else."""


@dataclass(frozen=True, slots=True)
class LicenceLine:
    """A line of the list: what it says, and what it does, or why it cannot."""

    line: int
    """Its number in the file, from 1."""
    number: str
    name: str
    outcome: LineOutcome
    licence: Licence | None = None
    """The licence as it will be; None of a line that is wrong."""
    problem: ActionRefused | None = None


def read_licences(text: str, federation: Federation, season: Season) -> list[LicenceLine]:
    """Return the lines of a list, each compared with the licences known and the lines before it."""
    reader = _LicenceReader(federation, season)
    rows = csv_lists.read_rows(text, COLUMNS, ("number",), NO_NUMBERS)
    return [reader.line(number, row) for number, row in rows]


class _LicenceReader:
    """The licences and the members of a federation while a list is read."""

    def __init__(self, federation: Federation, season: Season) -> None:
        self.federation, self.season = federation, season
        self.book = LicenceBook(federation)
        self.holders = {each.line_id for each in self.book.licences}
        self.taken: set[str] = set()
        """The folded numbers of the lines before."""

    def line(self, number: int, row: Mapping[str, str]) -> LicenceLine:
        name, licence_number = whole_name(row), row.get("number", "")
        try:
            outcome, licence = self._read(row, name, licence_number)
        except ActionRefused as problem:
            return LicenceLine(number, licence_number, name, LineOutcome.WRONG, problem=problem)
        return LicenceLine(number, licence.number, name or licence.line.shown, outcome, licence)

    def _read(self, row: Mapping[str, str], name: str, number: str) -> tuple[LineOutcome, Licence]:
        known, folded = self.book.with_number(number), letters.fold_text(number)
        holder = self._holder(row, name) if known is None or name or row.get("card") else known.line
        if folded in self.taken or (known is not None and holder.pk != known.line_id):
            raise ActionRefused("licence_taken", number=number)
        if known is None and holder.pk in self.holders:
            raise ActionRefused("already_licensed")
        licence = known or Licence(federation=self.federation, line=holder)
        before = _fields_of(licence)
        set_licence_fields(licence, self._fields(row, licence.number or number))
        self.taken.add(folded)
        self.holders.add(holder.pk)
        if known is None:
            return LineOutcome.NEW, licence
        return LineOutcome.SAME if before == _fields_of(licence) else LineOutcome.CHANGED, licence

    def _fields(self, row: Mapping[str, str], number: str) -> dict[str, Any]:
        """Return what a line says of its licence; what is no day or year stays a text, which is refused."""
        first, last = self.season
        fields: dict[str, Any] = {"number": number}
        if born := row.get("born"):
            fields["born"] = _year(born)
        for column, usual in (("valid_from", first), ("valid_until", last)):
            fields[column] = _day(text) if (text := row.get(column)) else usual
        return fields

    def _holder(self, row: Mapping[str, str], name: str) -> Member:
        """Return the member whom a line means by the number in the club, or else the name."""
        club, card = letters.fold_text(row.get("club", "")), row.get("card", "")
        lines = self._lines_of(club)
        if not card and len(lines.named(name)) > 1:
            raise ActionRefused("named_alike", name=name)
        found = lines.find(name, card)
        if found is None and not card:
            account = self._accounts.get(letters.fold_text(name))
            found = account if account is not None and _is_of(account, club) else None
        if found is None:
            raise ActionRefused("no_member")
        return found

    def _lines_of(self, club: str) -> LineFinder:
        """Return the lines of a club, by its folded name or its code; of all clubs if it is empty.

        In several clubs at once nobody is found by the number in one.
        """
        if club not in self._finders:
            self._finders[club] = LineFinder(each for each in self._members if _is_of(each, club))
        return self._finders[club]

    @cached_property
    def _finders(self) -> dict[str, LineFinder]:
        has_one_club = len({each.club_id for each in self._members}) == 1
        numbered = self._members if has_one_club else []
        return {"": LineFinder(numbered, self._members)}

    @cached_property
    def _accounts(self) -> dict[str, Member]:
        return {letters.fold_text(each.user.username): each for each in self._members if each.user}

    @cached_property
    def _members(self) -> list[Member]:
        own = self.federation.affiliations.filter(status=Affiliation.Status.MEMBER)
        rows = Member.objects.filter(club__in=own.values("club"), role__may=Capability.PARTICIPATE)
        return [*rows.select_related("club", "user").order_by("pk")]


def _is_of(member: Member, club: str) -> bool:
    """Return whether a member is of the club with a folded name, or with a code; any club if it is empty."""
    return club in ("", member.club.code, letters.fold_text(member.club.name))


def _fields_of(licence: Licence) -> tuple[int | None, date | None, date | None]:
    return licence.born, licence.valid_from, licence.valid_until


def _year(text: str) -> int | str:
    """Read a year, or that of a day."""
    day = _day(text)
    year = number_of(text, 4)
    return day.year if isinstance(day, date) else text if year is None else year


def _day(text: str) -> date | str:
    for written in DAYS:
        with suppress(ValueError):
            return datetime.strptime(text, written).date()  # noqa: DTZ007 - a day has no zone
    return text
