"""The licences of a federation: whose they are, whether they are valid on a day, and categories by age."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import LONGEST_CARD, Federation, Licence
from clubs.roster import LineFinder
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters, word_filter, zones


class LicenceStatus(TextChoices):
    """The state of a person's licence at the door of an event. One of another club is valid, in an event for
    the members of one club."""

    VALID = "valid", pgettext_lazy("licence", "valid")
    EXPIRED = "expired", pgettext_lazy("licence", "expired")
    NOT_YET = "not_yet", pgettext_lazy("licence", "not valid yet")
    OTHER_CLUB = "other_club", pgettext_lazy("licence", "of another club")
    UNKNOWN = "unknown", _("no licence")


def licence_status(licence: Licence | None, day: date, club: int | None = None) -> LicenceStatus:
    """Return the status of a licence on a day, in an event for the members of a `club`, if there is one."""
    if licence is None:
        return LicenceStatus.UNKNOWN
    if licence.valid_until < day:
        return LicenceStatus.EXPIRED
    if day < licence.valid_from:
        return LicenceStatus.NOT_YET
    if club is not None and licence.line.club_id != club:
        return LicenceStatus.OTHER_CLUB
    return LicenceStatus.VALID


def set_licence_fields(licence: Licence, fields: Mapping[str, Any]) -> None:
    """Set some of `number`, `born`, `valid_from` and `valid_until`; a value that does not work is refused as
    `bad_licence`."""
    for name, value in fields.items():
        if not _IS_GOOD[name](value):
            raise ActionRefused("bad_licence", _WHY[name], field=name, most=LONGEST_CARD)
        setattr(licence, name, " ".join(value.split()) if name == "number" else value)
    if licence.valid_until < licence.valid_from:
        raise ActionRefused(
            "bad_licence", _("The last day of a licence is not before its first."), field="valid_until"
        )


def _is_number(value: Any) -> bool:
    fits = isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= LONGEST_CARD
    return bool(fits) and word_filter.is_clean(value)


_IS_GOOD: Mapping[str, Callable[[Any], bool]] = {
    "number": _is_number,
    "born": lambda value: value is None or (type(value) is int and 1900 <= value <= zones.site_day().year),
    "valid_from": lambda value: isinstance(value, date),
    "valid_until": lambda value: isinstance(value, date),
}

_WHY = {
    "number": _("A licence number has 1 to %(most)d readable characters."),
    "born": _("The year of birth is a year from 1900 until now."),
    "valid_from": _("The first day of a licence is a day such as 31/12/2026."),
    "valid_until": _("The last day of a licence is a day such as 31/12/2026."),
}


def year_of_ages(age_day: str, day: date) -> int:
    """Return the year in which ages are counted on a day: that of the latest day of reference, `MM-DD`.

    So nobody changes their category between two such days.
    """
    return day.year if f"{day:%m-%d}" >= age_day else day.year - 1


def age_category(federation: Federation, born: int | None, day: date) -> str:
    """Return the category of a person by the age reached in the year that counts on a day; empty without a
    year of birth, or beyond all bounds."""
    if born is None:
        return ""
    age = year_of_ages(federation.age_day, day) - born
    bounds: Sequence[tuple[str, int | None]] = federation.age_categories
    return next((name for name, oldest in bounds if oldest is None or age <= oldest), "")


class LicenceBook:
    """All licences of a federation, read once, with the lines of the lists whose they are."""

    def __init__(self, federation: Federation) -> None:
        self.federation = federation

    @cached_property
    def licences(self) -> list[Licence]:
        return [*self.federation.licences.select_related("line__user", "line__club")]

    @cached_property
    def _by_line(self) -> dict[int, Licence]:
        return {pk: each for each in self.licences for pk in (*each.former_lines, each.line_id)}

    @cached_property
    def _by_account(self) -> dict[int, Licence]:
        return {each.line.user_id: each for each in self.licences if each.line.user_id is not None}

    @cached_property
    def _by_number(self) -> dict[str, Licence]:
        return {letters.fold_text(each.number): each for each in self.licences}

    def of_person(self, line: int | None, account: int | None) -> Licence | None:
        """Return the licence of a line of a list, present or former, or else of an account."""
        return self._by_line.get(line or 0) or self._by_account.get(account or 0)

    def find(self, name: str, number: str) -> Licence | None:
        """Return the licence with a number; without one that of the only person who has a name."""
        if number:
            return self.with_number(number)
        line = self._finder.find(name, "")
        return None if line is None else self.of_person(line.pk, None)

    @cached_property
    def _finder(self) -> LineFinder:
        return LineFinder(each.line for each in self.licences)

    def with_number(self, number: str) -> Licence | None:
        return self._by_number.get(letters.fold_text(number)) if number else None
