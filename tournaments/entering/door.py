"""Finding people at the door: members of the event's club by part of a name, by number, or by whom they
played with last time; in a federation's event also people of its other clubs, by name or licence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from clubs.licences import LicenceStatus, age_category
from clubs.models import Member as ClubMember
from clubs.roles import Capability
from clubs.roster import LineFinder
from ludopoli.accounts import people
from ludopoli.accounts.lookalikes import likenesses
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters, zones
from tournaments.club_lines import EventLines
from tournaments.entering.entry_lists import ListedPerson
from tournaments.models import GONE, Event, Member

MOST_FOUND = 8
"""The most people that are suggested."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A member of the club, as the field at the door offers them."""

    line: ClubMember
    member: int | None
    """The number of the line on the list of the event's club; None of another club's."""
    number: str
    """Of the member, or of the licence of somebody from another club."""
    entered: bool
    """True if they are in the event already."""
    is_partner: bool
    """True if they played last time with the person they are entered with."""
    licence: LicenceStatus | None = None
    """In a federation's event the status of their licence."""

    @property
    def text(self) -> str:
        """The text by which `Door.find_person` finds this person."""
        return f"{self.line.name}, {self.number}" if self.line.name and self.number else self.line.shown


class Door:
    """The people whom an event's club knows."""

    def __init__(self, event: Event) -> None:
        self._event = event
        lines = ClubMember.objects.filter(club=event.club_id, role__may=Capability.PARTICIPATE)
        self._lines = [*lines.select_related("user")]
        self._known = EventLines(event)
        if self._known.book is not None:
            own = {each.pk for each in self._lines}
            self._lines += [each.line for each in self._known.book.licences if each.line_id not in own]

    @cached_property
    def _finder(self) -> LineFinder:
        return LineFinder(self._lines)

    def find_person(self, text: str, *, is_account: bool = False) -> ListedPerson:
        """Return the one person whom a text means: a number, a name, or part of one.

        Refused as `several_people` if it means several members, as `no_person` if it means nobody, and as
        `account_or_other` if an account outside the club has that name, unless it `is_account` that is meant.
        """
        line = self._find_line(text)
        account = people.find_person(text) if line is None else None
        if account is not None:
            if not is_account and all(each.user_id != account.pk for each in self._lines):
                raise ActionRefused("account_or_other", name=account.username)
            return ListedPerson(account.username, "", "", account)
        found = [line] if line is not None else self._containing(text)
        if len(found) > 1:
            raise ActionRefused("several_people", names=self._names(found[:MOST_FOUND]))
        if not found:
            raise ActionRefused("no_person")
        return self.person_of(found[0])

    def admit_person(self, text: str, *, is_account: bool = False) -> ListedPerson:
        """Return the person whom a text means, or somebody new by that name.

        Refused as `similar_person` if the club has nearly that name, as `no_person` if it is a number, and as
        by `find_person`.
        """
        try:
            return self.find_person(text, is_account=is_account)
        except ActionRefused as why:
            if why.code != "no_person" or any(each.isdigit() for each in text):
                raise
        if similar := self._finder.nearly_named(text):
            raise ActionRefused("similar_person", names=self._names(similar))
        return ListedPerson(text, "", "")

    def suggest_people(self, text: str, beside: str = "") -> list[Suggestion]:
        """Return the members whom a text may mean, in the order of the alphabet; first the one who played
        last time with the person `beside`, for whom no text is needed."""
        other = self._find_line(beside)
        partner = None if other is None else _last_partner(self._event, other)
        found = [each for each in self._containing(text) if each.pk not in (partner, other and other.pk)]
        if partner is not None:
            those = [each for each in self._lines if each.pk == partner]
            found = [each for each in those if not text or each in self._containing(text)] + found
        entered = self._entered()
        shown = found[: MOST_FOUND if text else 1 if partner is not None else 0]
        return [
            self._suggestion(each, entered=each.pk in entered, is_partner=each.pk == partner)
            for each in shown
        ]

    def person_of(self, line: ClubMember) -> ListedPerson:
        """Return a person as they are entered: in a federation's event in their category by age."""
        user: User | None = line.user if line.user is not None and line.user.is_active else None
        category, book = line.category, self._known.book
        if book is not None and (licence := book.of_person(line.pk, line.user_id)) is not None:
            day = zones.site_day(self._event.starts_at)
            category = age_category(book.federation, licence.born, day) or category
        return ListedPerson(line.name or line.shown, self._number(line), category, user, known=True)

    def _suggestion(self, line: ClubMember, *, entered: bool = False, is_partner: bool = False) -> Suggestion:
        status = None
        if self._known.book is not None:
            status = self._known.status_of_licence(self._known.licence_of(line.pk, line.user_id))
        own = line.number if line.club_id == self._event.club_id else None
        return Suggestion(line, own, self._number(line), entered, is_partner, status)

    def _number(self, line: ClubMember) -> str:
        """Return the number by which a person is entered: the club's own, or that of their licence."""
        if line.club_id == self._event.club_id:
            return line.card
        licence = self._known.licence_of(line.pk, None)
        return "" if licence is None else licence.number

    def _numbers(self, line: ClubMember) -> set[str]:
        """Return the numbers that mean a person, folded: the club's own, and that of their licence."""
        licence = self._known.licence_of(line.pk, line.user_id)
        known = (self._number(line), "" if licence is None else licence.number)
        return {letters.fold_text(each) for each in known if each}

    def _names(self, lines: Iterable[ClubMember]) -> str:
        return ", ".join(self._suggestion(each).text for each in lines)

    def _find_line(self, text: str) -> ClubMember | None:
        """Return the member whom a number or a whole name means; only names make it compare all letters."""
        name, _comma, card = (each.strip() for each in text.rpartition(","))
        cards = {letters.fold_text(each) for each in ((card, text) if name else (text,))} - {""}
        numbered = [each for each in self._lines if cards & self._numbers(each)]
        called = (each for each in numbered if name and likenesses(each.name) & likenesses(name))
        line = next(called, next(iter(numbered), None))
        return line or (self._finder.find(text, "") if text else None)

    def _containing(self, text: str) -> list[ClubMember]:
        """Return the members whose name has the words of a text, or whose number begins with it."""
        wanted = letters.fold_text(text)
        if not wanted:
            return []

        def fits(line: ClubMember) -> bool:
            names = letters.fold_text(f"{line.name} {line.user.username if line.user else ''}")
            numbered = any(each.startswith(wanted) for each in self._numbers(line))
            return numbered or all(word in names for word in wanted.split())

        return sorted(filter(fits, self._lines), key=lambda each: letters.fold_text(each.name or each.shown))

    def _entered(self) -> set[int | None]:
        playing = self._event.members.exclude(entry__status__in=GONE).filter(left=None)
        return {*playing.filter(club_line__isnull=False).values_list("club_line", flat=True)}


def _last_partner(event: Event, line: ClubMember) -> int | None:
    """Return the line of the person with whom a member played the club's latest event of pairs."""
    known = Member.objects.filter(club_line=line, event__club=event.club_id, event__unit=Event.Unit.PAIR)
    latest = known.exclude(event=event).order_by("-event__starts_at", "-pk").first()
    if latest is None:
        return None
    others = Member.objects.filter(entry=latest.entry_id).exclude(pk=latest.pk)
    return others.filter(club_line__isnull=False).values_list("club_line", flat=True).first()
