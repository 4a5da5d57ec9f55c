"""The differences between an evening that is here and a newer version of its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.evenings import evening_files
from tournaments.evenings.evening_files import EntryFile, EventFile, MemberFile, RoundFile, TableFile
from tournaments.models import Event

Json = Any


@dataclass(frozen=True, slots=True)
class NameChange:
    """Other people in an entry; None for one that only the other version has."""

    entry: int
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """Other scores in a row of a table: None if it has none, or was annulled."""

    round: int
    table: int
    row: int
    before: Sequence[int] | None
    after: Sequence[int] | None


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """Another place in the standings, or another score there, in hundredths."""

    entry: int
    before: tuple[int | None, int | None]
    after: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class EveningChanges:
    names: Sequence[NameChange] = ()
    scores: Sequence[ScoreChange] = ()
    places: Sequence[PlaceChange] = ()
    others: Sequence[str] = field(default=())
    """The names of other fields that differ, as the file calls them."""

    @property
    def counts(self) -> dict[str, int]:
        """The number of differences of each kind, for the log, which keeps no names."""
        return {kind: len(getattr(self, kind)) for kind in ("names", "scores", "places", "others")}


def changes_between(event: Event, newer: EventFile) -> EveningChanges:
    """Return what a newer version of the file of an event would change."""
    here = evening_files.stored_evening(event)
    entries = {each.number: each for each in here.entries}, {each.number: each for each in newer.entries}
    tables = _tables(here.rounds), _tables(newer.rounds)
    return EveningChanges(
        [*_names(*entries, _accounts(event))],
        [*_scores(*tables)],
        [*_places(*entries)],
        sorted({*_others(here, newer, *entries, *tables)}),
    )


def _accounts(event: Event) -> frozenset[tuple[int, int, str]]:
    """Return the entry, the place and the membership number of the members with accounts."""
    known = event.members.exclude(user=None).values_list("entry__number", "place", "card")
    return frozenset(known)


def _people(entry: EntryFile | None, accounts: frozenset[tuple[int, int, str]]) -> str | None:
    """The name of an entry with its people, as they are compared: of an account only the number counts."""
    if entry is None:
        return None
    people = [_person(each, (entry.number, each.place, each.card) in accounts) for each in entry.members]
    return f"{entry.name}: {', '.join(people)}" if entry.name else ", ".join(people)


def _person(member: MemberFile, has_account: bool) -> str:
    if has_account:
        return member.card or "…"
    return f"{member.name} ({member.card})" if member.card else member.name


def _names(
    here: Mapping[int, EntryFile],
    newer: Mapping[int, EntryFile],
    accounts: frozenset[tuple[int, int, str]],
) -> Iterator[NameChange]:
    for number in sorted({*here} | {*newer}):
        before, after = (_people(entries.get(number), accounts) for entries in (here, newer))
        if before != after:
            yield NameChange(number, before, after)


def _scores(
    here: Mapping[tuple[int, int], TableFile], newer: Mapping[tuple[int, int], TableFile]
) -> Iterator[ScoreChange]:
    for (round_, number), after in newer.items():
        before = here.get((round_, number))
        for row, name in enumerate(after.labels, start=1):
            was, now = before.deals.get(name) if before else None, after.deals.get(name)
            if was != now:
                yield ScoreChange(round_, number, row, was, now)


def _places(here: Mapping[int, EntryFile], newer: Mapping[int, EntryFile]) -> Iterator[PlaceChange]:
    for number, after in sorted(newer.items()):
        before = here.get(number)
        was, now = (before.place, before.score) if before else (None, None), (after.place, after.score)
        if was != now:
            yield PlaceChange(number, was, now)


def _others(
    here: EventFile,
    newer: EventFile,
    entries: Mapping[int, EntryFile],
    newer_entries: Mapping[int, EntryFile],
    tables: Mapping[tuple[int, int], TableFile],
    newer_tables: Mapping[tuple[int, int], TableFile],
) -> Iterator[str]:
    yield from _fields(here, newer, ("entries", "rounds"))
    for number in entries.keys() & newer_entries.keys():
        shown = ("number", "name", "members", "place", "score", "club")
        yield from _fields(entries[number], newer_entries[number], shown)
    if entries.keys() - newer_entries.keys():
        yield "entries"
    for at in tables.keys() & newer_tables.keys():
        yield from _fields(tables[at], newer_tables[at], ("deals", "written"))
    if tables.keys() != newer_tables.keys():
        yield "tables"
    for before, after in zip(here.rounds, newer.rounds, strict=False):
        yield from _fields(before, after, ("tables",))


def _fields(before: Any, after: Any, apart: Sequence[str]) -> Iterator[str]:
    """Yield the names of the fields that differ, without some."""
    for name in before.__struct_fields__:
        if name not in apart and getattr(before, name) != getattr(after, name):
            yield name


def _tables(rounds: Sequence[RoundFile]) -> dict[tuple[int, int], TableFile]:
    return {(each.number, table.number): table for each in rounds for table in each.tables}
