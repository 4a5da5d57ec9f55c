"""Reading a list of members from a CSV file, line by line, before anything is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property

from clubs import csv_lists
from clubs.csv_lists import Row
from clubs.models import LONGEST_CARD, LONGEST_CATEGORY, LONGEST_PERSON, Club, Member
from clubs.roles import Capability
from games.fairplay import publishing
from ludopoli.accounts import people
from ludopoli.accounts.lookalikes import likenesses, without_unseen
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters

MOST_CATEGORIES = 20

NEARLY = 0.8
"""The likeness, from 0 to 1, from which a new name may be a slip for one on the list."""

COLUMNS: Mapping[str, str] = {
    **dict.fromkeys(("nome", "nome e cognome", "cognome e nome", "socio", "name", "member"), "name"),
    **dict.fromkeys(("cognome", "surname", "last name"), "surname"),
    **dict.fromkeys(("tessera", "numero", "numero tessera", "numero di tessera", "n. tessera"), "card"),
    **dict.fromkeys(("card", "number", "membership number"), "card"),
    **dict.fromkeys(("categoria", "category"), "category"),
}
"""The titles of the columns that are read, in lower case; others are left out."""


class LineOutcome(StrEnum):
    """What a line of the list does."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A line of the list: what it says, and what it does, or why it cannot."""

    line: int
    """Its number in the file, from 1."""
    name: str
    card: str
    category: str
    outcome: LineOutcome
    member: Member | None = None
    """The member whom it changes."""
    problem: ActionRefused | None = None


def read_roster(text: str, club: Club, known: Iterable[Member]) -> list[RosterLine]:
    """Return the lines of a list, each compared with the members known and the lines before it."""
    rows = _rows(text)
    members = [each for each in known if not each.is_asking]
    has_cards = any("card" in row for _number, row in rows)
    named = [each for each in members if not (each.card and has_cards)]
    roster = _Roster(
        categories={letters.fold_text(each): each for each in club.categories},
        finder=LineFinder(members, named),
    )
    return [roster.line(number, row) for number, row in rows]


def _rows(text: str) -> list[Row]:
    """Return the rows of the file, each with the whole name of a person."""
    rows = csv_lists.read_rows(text, COLUMNS, ("name", "surname"))
    return [(number, {**row, "name": whole_name(row)}) for number, row in rows]


def whole_name(row: Mapping[str, str], which: str = "") -> str:
    """Return the name of a row, from one column or from two."""
    return csv_lists.tidy_cell(f"{row.get(f'name{which}', '')} {row.get(f'surname{which}', '')}")


class LineFinder:
    """Finds the line of a club's list that a membership number or a name means: the one rule for lists from
    files, entries of events, and whatever was stored before.

    A number means its own line alone. A name means the line that has it, in any order and in letters that
    look alike, unless several have it.
    """

    def __init__(self, lines: Iterable[Member], named: Iterable[Member] | None = None) -> None:
        """`named` are the lines that a name is enough to find; by default all."""
        members = [*lines]
        self._by_card = {letters.fold_text(each.card): each for each in members if each.card}
        self._named = [each for each in (members if named is None else named) if each.name]
        self._by_name: dict[str, list[Member]] = defaultdict(list)
        for each in self._named:
            for looks in likenesses(each.name):
                self._by_name[looks].append(each)

    def with_card(self, card: str) -> Member | None:
        return self._by_card.get(letters.fold_text(card)) if card else None

    def named(self, name: str) -> list[Member]:
        """Return the lines with a name, in the order of the list."""
        found = {each.pk: each for looks in likenesses(name) for each in self._by_name.get(looks, ())}
        return [found[pk] for pk in sorted(found)]

    def nearly_named(self, name: str) -> list[Member]:
        """Return up to three lines for whose names this may be a slip; one word must begin alike."""
        wanted = _sorted_words(name)
        near = {words: each for word in wanted.split() for words, each in self._by_beginning[word[:2]]}
        return [near[words] for words in get_close_matches(wanted, near, n=3, cutoff=NEARLY)]

    @cached_property
    def _by_beginning(self) -> Mapping[str, list[tuple[str, Member]]]:
        """The lines with the words of their names, by the first two letters of each word."""
        found = defaultdict(list)
        for each in self._named:
            words = _sorted_words(each.name)
            for word in words.split():
                found[word[:2]].append((words, each))
        return found

    def find(self, name: str, card: str) -> Member | None:
        """Return the line of a person; None if the list has none, or several of the name."""
        if card:
            return self.with_card(card)
        named = self.named(name)
        return named[0] if len(named) == 1 else None

    def find_unnumbered(self, name: str) -> Member | None:
        """Return the line of a person whose number no line has, where somebody reads what is found: the only
        one of the name, if it has no number."""
        line = self.find(name, "")
        return None if line is None or line.card else line


def _sorted_words(name: str) -> str:
    """Return the letters of a name, its words in any order."""
    return " ".join(sorted(letters.fold_text(name).split()))


def find_line(club: int | None, text: str) -> Member | None:
    """Return the member of a club whom a text means: a membership number, a name, or that of an account."""
    listed = Member.objects.filter(club=club, role__may=Capability.PARTICIPATE).select_related("user")
    lines, tidy = [*listed], csv_lists.tidy_cell(text)
    finder = LineFinder(lines)
    account = people.find_person(tidy)
    joined = (each for each in lines if account is not None and each.user_id == account.pk)
    return next(joined, None) or finder.with_card(tidy) or finder.find(tidy, "")


@dataclass
class _Roster:
    """The members of a club while a list is read."""

    categories: dict[str, str]
    """By their folded names; those that the list brings are added."""
    finder: LineFinder
    """By name it finds those without a card, and all if the list has no cards."""
    taken: set[int] = field(default_factory=set)
    """The members whom lines before mean."""
    listed: set[tuple[str, str]] = field(default_factory=set)
    """The column and the value that identify each person of the lines before."""

    def line(self, number: int, row: Mapping[str, str]) -> RosterLine:
        name, card, category = (row.get(column, "") for column in ("name", "card", "category"))
        category = self.categories.get(letters.fold_text(category), category)
        try:
            self._check(name, card, category)
        except ActionRefused as problem:
            return RosterLine(number, name, card, category, LineOutcome.WRONG, problem=problem)
        member = self._take(self.finder.with_card(card)) or self._take(*self.finder.named(name))
        if member is None:
            return RosterLine(number, name, card, category, LineOutcome.NEW)
        card, category = row.get("card", member.card), category if "category" in row else member.category
        same = (member.name, member.card, member.category) == (name, card, category)
        return RosterLine(
            number, name, card, category, LineOutcome.SAME if same else LineOutcome.CHANGED, member
        )

    def _take(self, *found: Member | None) -> Member | None:
        """Return the first of the members found whom no line before means; no later line means them."""
        member = next((each for each in found if each is not None and each.pk not in self.taken), None)
        if member is not None:
            self.taken.add(member.pk)
        return member

    def _check(self, name: str, card: str, category: str) -> None:
        check_member_name(name)
        check_card(card)
        if category and letters.fold_text(category) not in self.categories:
            check_new_category(category, len(self.categories))
            self.categories[letters.fold_text(category)] = category
        names = likenesses(name)
        keys = {("card", letters.fold_text(card))} if card else {("name", looks) for looks in names}
        if self.listed & keys:
            raise ActionRefused("listed_twice", name=name)
        if self.finder.with_card(card) is None and len(self.finder.named(name)) > 1:
            raise ActionRefused("named_alike", name=name)
        self.listed |= keys


def check_new_category(category: str, known: int) -> None:
    """Refuse a category that a club with so many cannot have."""
    fits = category.isprintable() and "," not in category and len(category) <= LONGEST_CATEGORY
    if not fits or known >= MOST_CATEGORIES:
        raise ActionRefused("no_category", category=category)
    publishing.check_words_of_name(category)


def find_alike(members: Iterable[Member], name: str, card: str) -> list[Member]:
    """Return the members with this number or, where one of both has none, a name that looks like this."""
    looks = likenesses(name)

    def is_alike(member: Member) -> bool:
        if card and member.card:
            return letters.fold_text(member.card) == letters.fold_text(card)
        return any(looks & likenesses(each) for each in {member.name, member.shown})

    return [*filter(is_alike, members)]


def check_member_name(name: str) -> None:
    """Check the name of a member."""
    if not without_unseen(name) or not name.isprintable() or len(name) > LONGEST_PERSON:
        raise ActionRefused("bad_member_name", most=LONGEST_PERSON)
    publishing.check_words_of_name(name)


def check_card(card: str) -> None:
    """Check a membership number, which may be empty."""
    if not card.isprintable() or len(card) > LONGEST_CARD:
        raise ActionRefused("bad_card", most=LONGEST_CARD)
    publishing.check_words_of_name(card)
