"""Reading the entries of an event at real tables from a CSV file, line by line, before anything is stored."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubs import csv_lists, roster
from clubs.csv_lists import Row
from clubs.models import Member as ClubMember
from clubs.roles import Capability
from clubs.roster import LineFinder, LineOutcome, whole_name
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters
from tournaments.club_lines import EventLines
from tournaments.entering import doubles
from tournaments.entering.doubles import Identifier, Identity, KnownPeople
from tournaments.models import GONE, Event

SECOND = {"name": "name2", "surname": "surname2", "card": "card2", "category": "category2"}

COLUMNS: Mapping[str, str] = {
    **roster.COLUMNS,
    **{f"{title} 1": column for title, column in roster.COLUMNS.items()},
    **{f"{title} 2": SECOND[column] for title, column in roster.COLUMNS.items()},
    **{f"{column}1": column for column in SECOND},
    **{f"{column}2": second for column, second in SECOND.items()},
    **dict.fromkeys(("giocatore", "giocatore 1", "player", "player 1"), "name"),
    **dict.fromkeys(("compagno", "compagna", "giocatore 2", "partner", "player 2"), "name2"),
    **dict.fromkeys(("cognome compagno", "cognome compagna"), "surname2"),
    **dict.fromkeys(("tessera compagno", "tessera compagna", "partner card"), "card2"),
    **dict.fromkeys(("coppia", "squadra", "pair", "team"), "group"),
}
"""The titles of the columns that are read, in lower case. A pair is a line with both its people, or two lines
with the same `group`; a team is several."""

NEEDED = ("name", "surname", "card")


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A person on the list, completed from the list of the club."""

    name: str
    card: str
    category: str
    user: User | None = None
    """The account, if the club knows it."""
    known: bool = False
    """True if they are on the club's list, or have a licence of the event's federation."""
    line: ClubMember | None = None
    """The line of the club's list, if it has no number but the person has: whoever imports them reads it."""


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry on the list: what it says, and what it does, or why it cannot."""

    line: int
    """The number of its first line in the file, from 1."""
    people: tuple[ListedPerson, ...]
    name: str
    """Of the pair or team; may be empty."""
    outcome: LineOutcome
    problem: ActionRefused | None = None
    asks: tuple[ActionRefused, ...] = ()
    """The questions who is meant, of which the problem is the first: each may be answered that its people are
    others."""

    @property
    def named(self) -> str:
        return " – ".join(each.name for each in self.people)


def read_entry_list(
    text: str,
    event: Event,
    least: int,
    most: int,
    room: int,
    barred: Iterable[User],
    homonyms: Container[int] = (),
) -> list[EntryLine]:
    """Return the entries of a list, each compared with those of the event and the lines before it.

    A line is wrong whose people may be somebody else's doubles, or whose names are nearly those of members or
    of several, unless it is among the `homonyms`. An entry has from `least` to `most` people. The event has
    `room` for so many more. The accounts in `barred` know its deals.
    """
    rows = csv_lists.read_rows(text, COLUMNS, NEEDED)
    known = ClubMember.objects.filter(club=event.club_id, role__may=Capability.PARTICIPATE)
    reading = _Reading(event, list(known.select_related("user")), barred, homonyms)
    found = []
    for group in _groups(rows, least):
        line = reading.line(group, least, most, room)
        room -= line.outcome == LineOutcome.NEW
        found.append(line)
    return found


def _groups(rows: Sequence[Row], least: int) -> list[list[Row]]:
    """Return the lines of each entry: those of a group together, unless a line has two people."""
    together: dict[str, list[Row]] = {}
    for number, row in rows:
        has_both = least == 2 and any(row.get(column) for column in SECOND.values())
        group = "" if has_both or least == 1 else letters.fold_text(row.get("group", ""))
        together.setdefault(group or f"\n{number}", []).append((number, row))
    return [*together.values()]


class _Reading:
    """The people known while a list is read; names and cards are folded."""

    def __init__(
        self,
        event: Event,
        club: Sequence[ClubMember],
        barred: Iterable[User],
        homonyms: Container[int],
    ) -> None:
        known = () if event.club is None else event.club.categories
        self.categories = {letters.fold_text(each): each for each in known}
        self.finder, self.book = LineFinder(club), EventLines(event).book
        playing = event.members.exclude(entry__status__in=GONE).exclude(user=None)
        self.users = dict(playing.values_list("user", "entry__number"))
        self.identifier = Identifier(event)
        self.entered, self.listed = doubles.entered_people(event, self.identifier), KnownPeople()
        self.barred, self.homonyms = {each.pk: each for each in barred}, homonyms
        self.knowing = KnownPeople()
        for each in self.barred.values():
            self.knowing.add(self.identifier.identify(each), 0)

    def line(self, rows: Sequence[Row], least: int, most: int, room: int) -> EntryLine:
        number, first = rows[0]
        people = [person for _number, row in rows for person in self._people(row)]
        group = first.get("group", "")
        name = "" if group.isdigit() or least == 1 else group
        there = {self._entry_of(each) for each in people}
        is_same = len(there) == 1 and None not in there and number not in self.homonyms
        outcome, problem = LineOutcome.SAME if is_same else LineOutcome.NEW, None
        asks: tuple[ActionRefused, ...] = ()
        try:
            for each in people:
                self._check_person(each)
            if not least <= len(people) <= most:
                raise ActionRefused("bad_member", least=least, most=most)
            if not is_same:
                twice = self._check_twice(people, number)
                if room < 1:
                    raise ActionRefused("event_full")
                if number not in self.homonyms and (asks := (*self._questions(people, twice),)):
                    raise asks[0]
        except ActionRefused as why:
            outcome, problem = LineOutcome.WRONG, why
        for each in people:
            self.listed.add(self._identity(each), number)
        return EntryLine(number, tuple(people), name, outcome, problem, asks)

    def _check_twice(self, people: Sequence[ListedPerson], number: int) -> list[str]:
        """Refuse people who are in or on the list already; return the names of others who may be."""
        in_line, twice = KnownPeople(), []
        for each in people:
            who = self._identity(each)
            if (each.user is not None and each.user.pk in self.users) or self.entered.has_card(who):
                raise ActionRefused("already_entered", name=each.name)
            if self.listed.has_card(who) or in_line.has_card(who):
                raise ActionRefused("listed_twice", name=each.name)
            if any(known.find(who) is not None for known in (self.entered, self.listed, in_line)):
                twice.append(each.name)
            in_line.add(who, number)
        return twice

    def _questions(self, people: Sequence[ListedPerson], twice: Sequence[str]) -> Iterator[ActionRefused]:
        """Yield what is to be asked about people whose names may mean others."""
        if twice:
            yield ActionRefused("possible_double", names=", ".join(twice))
        for person in people:
            if not person.known:
                yield from self._whom_it_means(person)

    def _whom_it_means(self, person: ListedPerson) -> Iterator[ActionRefused]:
        """Yield the question which member is meant, as at the door; two numbers are two people."""
        named, nearly = (
            [each for each in found if not (person.card and each.card)]
            for found in (self.finder.named(person.name), self.finder.nearly_named(person.name))
        )
        if alike := named or nearly:
            names = ", ".join(f"{each.name}, {each.card}" if each.card else each.name for each in alike)
            yield ActionRefused("several_people" if len(named) > 1 else "similar_person", names=names)

    def _identity(self, person: ListedPerson) -> Identity:
        return self.identifier.identify(person.user, person.name, person.card)

    def _entry_of(self, person: ListedPerson) -> int | None:
        """Return the entry that has a person, or somebody who may be the same."""
        own = None if person.user is None else self.users.get(person.user.pk)
        return own or self.entered.find(self._identity(person))

    def _people(self, row: Mapping[str, str]) -> Iterable[ListedPerson]:
        """Yield the people of a row: one, or two."""
        for which in ("", "2"):
            name, card = whole_name(row, which), row.get(f"card{which}", "")
            if name or card or not which:
                yield self._completed(name, card, row.get(f"category{which}", ""))

    def _completed(self, name: str, card: str, category: str) -> ListedPerson:
        """Return a person with what the club's list knows: by the membership number, or by the name."""
        member, line = self.finder.find(name, card), None
        if category:
            category = self.categories.setdefault(letters.fold_text(category), category)
        if member is None:
            licensed = self.book is not None and self.book.find(name, card) is not None
            member = line = None if licensed else self.finder.find_unnumbered(name)
        if member is None:
            return ListedPerson(name, card, category, known=licensed)
        user = member.user if member.user is not None and member.user.is_active else None
        called = name or member.name or (user.username if user else "")
        return ListedPerson(
            called, card or member.card, category or member.category, user, known=True, line=line
        )

    def _check_person(self, person: ListedPerson) -> None:
        roster.check_member_name(person.name)
        for text in (person.card, person.category):
            roster.check_card(text)
        if self._is_barred(person):
            who = person.user.username if person.user is not None else person.name
            raise ActionRefused("has_watched", name=who)

    def _is_barred(self, person: ListedPerson) -> bool:
        if person.user is not None:
            return person.user.pk in self.barred
        return self.knowing.find(self._identity(person)) is not None
