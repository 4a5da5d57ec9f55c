"""The display data of an event's page: rows of standings, rounds and tables, as plain texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from uuid import UUID

from django.utils.translation import gettext as _

from ludopoli.text import letters
from ludopoli.text.word_filter import mask_words
from tournaments import format_texts, selectors, texts
from tournaments.chronicle import Points
from tournaments.formats.catalog import StandingsLine, Sum
from tournaments.formats.standings import rounded_average
from tournaments.models import Entry, Round, TournamentTable
from tournaments.pages.event_facts import EventFacts, only_breaks_ties
from tournaments.pages.parts import PartShown, parts_of_tie, rows_on_paper
from tournaments.running import deals
from tournaments.scores.amounts import HUNDREDTHS, UNITS, format_amount, table_score

MOST_RANKED = 20
"""The most entries of the standings deal by deal."""

MANY_ENTRIES = 10
"""From this number on, entries are searched by name rather than read."""

LATEST = 12
"""The number of finished tables shown where rounds overlap."""


@dataclass(frozen=True, slots=True)
class TermShown:
    round: int
    """0 for the points that were brought along from an earlier stage."""
    opponent: str
    amount: str
    counts: bool


@dataclass(frozen=True, slots=True)
class BreakShown:
    name: str
    value: str
    made: Sum | None


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the standings."""

    place: int
    entry: Entry
    name: str
    score: str
    rounds: tuple[TermShown, ...]
    """The points that each round has added to the score."""
    breaks: tuple[BreakShown, ...]

    @property
    def cells(self) -> list[tuple[str, str, bool]]:
        """The figures of the line, each with the name of its breakdown on the page, empty if it has none, and
        True if it only decides ties."""
        return [
            (self.score, "punti" if self.rounds else "", False),
            *(
                (each.value, str(at) if each.made and each.made.terms else "", only_breaks_ties(each.name))
                for at, each in enumerate(self.breaks, start=1)
            ),
        ]


@dataclass(frozen=True, slots=True)
class SideShown:
    names: str
    people: str
    """The players at this table of a team whose line-up is open; else the names of the entry."""
    entries: tuple[int, ...]
    points: str
    best: bool


@dataclass(frozen=True, slots=True)
class RulingShown:
    said: str
    """The ruling in words, with the values before and after."""
    reason: str


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of a round: its sides, and its result."""

    row: TournamentTable
    stage: str
    sides: tuple[SideShown, ...]
    score: str
    watch: str
    """The code of the table if it is in play and may be watched, otherwise empty."""
    match: UUID | None
    """The match for the replay, if it may be seen."""
    rulings: tuple[RulingShown, ...]
    parts: tuple[PartShown, ...] = ()
    """Of a tie of several parts, those that have a result."""

    @property
    def slip_rows(self) -> list[tuple[str, str]]:
        """The rows to be filled in by hand, a bella among them: the name, and the side that deals first in a
        part."""
        names = [each.names for each in self.sides]
        return rows_on_paper(self.row, names)

    @property
    def has_breakdown(self) -> bool:
        """True if there is a breakdown of its points to show."""
        return self.row.status == TournamentTable.Status.OVER and bool(self.score or self.rulings)

    @property
    def is_ruled(self) -> bool:
        """True if a director has changed the result."""
        changed = self.row.annulled or bool(self.row.adjusted) or any(self.row.penalties)
        return changed or None in self.row.deals.values()


class RoundShown:
    """A round; the display data of its tables is made on demand."""

    def __init__(self, shown: EventShown, row: Round) -> None:
        self.shown, self.row = shown, row
        self.rows = shown.sheet.tables(row.number)

    @cached_property
    def tables(self) -> tuple[TableShown, ...]:
        return tuple(self.shown.table(self.row, each) for each in self.rows)

    @property
    def over(self) -> int:
        """The number of tables that are over."""
        return sum(each.status == TournamentTable.Status.OVER for each in self.rows)

    @property
    def byes(self) -> str:
        return texts.names_listed([self.shown.sheet.name(number) for number in self.row.byes])

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The deals whose results can be compared."""
        known = self.shown.is_duplicate
        return tuple(deals.visible_labels(self.shown.sheet, self.row.number)) if known else ()


class EventShown(EventFacts):
    """The display data of an event, all from one sheet."""

    # ---- entries

    @cached_property
    def entries(self) -> list[Entry]:
        """The entries that take part, in the order of their names."""
        taking_part = (each for each in self.sheet.entries.values() if each.plays or each.status == "asked")
        return sorted(taking_part, key=lambda each: letters.fold_text(self.sheet.name(each.number)))

    @property
    def can_search(self) -> bool:
        return len(self.entries) >= MANY_ENTRIES

    @property
    def substitutions(self) -> list[tuple[str, str]]:
        """The entries with substitutes, each with its name and who has played which rounds."""
        return [
            (self.sheet.name(number), format_texts.rounds_played(self._holders(number)))
            for number in sorted(self.sheet.former_members)
        ]

    def _holders(self, number: int) -> list[tuple[str, int, int | None]]:
        """Return who has held the places of an entry that have changed hands, with the first round and the
        last."""
        former = self.sheet.former_members[number]
        places = {each.place for each in former}
        present = [each for each in self.sheet.entries[number].members.all() if each.place in places]
        holders = sorted([*former, *present], key=lambda each: (each.place, each.first_round))
        return [(selectors.member_name(each), each.first_round, each.last_round) for each in holders]

    # ---- standings and rounds

    @cached_property
    def lines(self) -> list[LineShown]:
        made = self._by_round()
        if self.sheet.is_bracket:
            return [self._line(line, self._come_through(line, made)) for line in self.sheet.lines]
        return [
            self._line(line, self._counted(line, made.get(line.entrant, ()))) for line in self.sheet.lines
        ]

    @cached_property
    def has_results(self) -> bool:
        """True if a table has a result that may be seen, so that places mean something."""
        points = self.sheet.points
        return any(points(each) for at in self.sheet.rounds for each in self.sheet.tables(at.number))

    @staticmethod
    def _counted(line: StandingsLine, terms: Sequence[TermShown]) -> list[TermShown]:
        """Return the terms of a score: what was carried over, and the rounds, of which some may not count."""
        found = [replace(each, counts=line.counted is None or each.round in line.counted) for each in terms]
        if line.carried is not None:
            found.append(TermShown(0, "", format_amount(line.carried), True))
        return sorted(found, key=lambda each: (each.counts, each.round))

    def _come_through(self, line: StandingsLine, made: Mapping[int, Sequence[TermShown]]) -> list[TermShown]:
        """Return a point for each round survived, with the opponent; a bye counts as survived."""
        met = {term.round: term.opponent for term in made.get(line.entrant, ())}
        far = line.score // HUNDREDTHS
        return [
            TermShown(
                at, met.get(at) or self._opponent(None), format_amount(HUNDREDTHS if at <= far else 0), True
            )
            for at in sorted({*met, *range(1, far + 1)})
        ]

    @property
    def out_of_competition(self) -> list[tuple[Entry, str]]:
        """The entries without a place, with their names."""
        return [(entry, self.sheet.name(entry.number)) for entry in self.sheet.state.out_of_competition]

    def _line(self, line: StandingsLine, rounds: Sequence[TermShown]) -> LineShown:
        return LineShown(
            place=line.place,
            entry=self.sheet.entries[line.entrant],
            name=self.sheet.name(line.entrant),
            score=format_amount(line.score),
            rounds=tuple(rounds),
            breaks=tuple(self._break(name, line.breaks.get(name)) for name in self.sheet.breaks),
        )

    def _break(self, name: str, made: Sum | None) -> BreakShown:
        if made is None:
            return BreakShown(name, "", None)
        return BreakShown(name, format_amount(made.value, UNITS.get(name, HUNDREDTHS)), made)

    def sums(self, line: LineShown) -> list[tuple[str, str, list[TermShown]]]:
        """The tie-breaks of a line, each with its name, its value and its terms."""
        return [
            (label, each.value, self._terms(name, each.made))
            for name, label, each in zip(self.sheet.breaks, self.break_names, line.breaks, strict=True)
        ]

    def _terms(self, name: str, made: Sum | None) -> list[TermShown]:
        unit = UNITS.get(name, HUNDREDTHS)
        return [
            TermShown(
                term.round, self._opponent(term.opponent), format_amount(term.amount, unit), term.counts
            )
            for term in (made.terms if made else ())
        ]

    def _opponent(self, number: int | None) -> str:
        return _("nobody") if number is None else self.sheet.name(number)

    def _by_round(self) -> dict[int, list[TermShown]]:
        """Return everybody's points in the rounds so far, with the opponents; a bye scores the average of the
        rounds that count."""
        counted = {line.entrant: line.counted for line in self.sheet.lines}
        made: dict[int, list[tuple[int, str, int]]] = defaultdict(list)
        for round_ in self.sheet.rounds:
            for table in self.sheet.tables(round_.number):
                points = self.sheet.points(table)
                for place, number in enumerate(table.places):
                    if number > 0 and points is not None and points[place] is not None:
                        made[number].append((round_.number, self._against(table, place), points[place] or 0))
        history = self.sheet.state.history()
        for round_ in () if self.sheet.is_bracket else self.sheet.rounds:
            for number in round_.byes:
                worth, within = history.worth_of_bye(number, round_.number), counted.get(number)
                played = [
                    points
                    for at, against, points in made[number]
                    if against and (within is None or at in within)
                ]
                said = _("sat out, as asked") if worth else ""
                made[number].append((round_.number, said, worth[0] if worth else rounded_average(played)))
        return {
            number: [TermShown(at, who or _("sat out: the average"), format_amount(points), True)
                     for at, who, points in sorted(terms)]
            for number, terms in made.items()
        }  # fmt: skip

    def _against(self, table: TournamentTable, place: int) -> str:
        sides = self.sheet.state.shape.sides_at(len(table.places))
        return texts.names_listed(
            [
                self.sheet.name(who)
                for who, side in zip(table.places, sides, strict=True)
                if side != sides[place]
            ]
        )

    @cached_property
    def rounds(self) -> list[RoundShown]:
        """The rounds, most recent first."""
        return [RoundShown(self, each) for each in reversed(self.sheet.rounds)]

    @cached_property
    def flowing(self) -> list[TableShown]:
        """Where rounds overlap: the tables in play, and the most recent finished ones."""
        tables = [table for each in self.rounds for table in each.tables]
        over = TournamentTable.Status.OVER
        going = [each for each in tables if each.row.status != over]
        return going + [each for each in tables if each.row.status == over][:LATEST]

    @property
    def playing(self) -> int:
        return sum(len(each.rows) - each.over for each in self.rounds)

    @property
    def all_labels(self) -> list[str]:
        """The labels of all deals, where rounds overlap."""
        return sorted({label for each in self.rounds for label in each.labels})

    @property
    def barometer(self) -> tuple[RoundShown, list[tuple[str, list[int | None]]]] | None:
        """The latest round that is over and whose deals nobody can play any more, and by entry, in the order
        after its last deal, its place after each deal; None if there is no such round."""
        over = (each for each in self.rounds if each.row.status == Round.Status.OVER)
        latest = next((each for each in over if selectors.is_open(each.row)), None)
        steps = deals.standings_by_deal(self.sheet, latest.row.number) if latest is not None else []
        rows = [(self.sheet.name(each.entry), [*each.places]) for each in steps[:MOST_RANKED]]
        return (latest, rows) if latest is not None and rows else None

    @property
    def strip(self) -> list[RoundShown]:
        return self.rounds[::-1]

    def table(self, round_: Round, row: TournamentTable) -> TableShown:
        points, sides = self.sheet.points(row), self.sheet.state.shape.sides_at(len(row.places))
        playing = row.status == TournamentTable.Status.PLAYING
        is_seen = row.table is not None and row.table.watchable
        opened = selectors.is_open(round_)
        match = row.table.match_id if row.table is not None and row.status == "over" and opened else None
        shown = tuple(self._side(row, side, sides, points) for side in sorted({*sides}))
        parts = parts_of_tie(row, [each.names for each in shown])
        return TableShown(
            row=row,
            stage=format_texts.stage_text(row.stage) if row.stage else "",
            sides=shown,
            score=table_score(self.sheet.scores(row)),
            watch=row.table.code if row.table is not None and playing and is_seen else "",
            match=match,
            rulings=tuple(
                RulingShown(texts.ruling_text(each.what, each.facts), mask_words(each.reason))
                for each in self.sheet.rulings.get((round_.number, row.number), ())
            ),
            parts=tuple(each for each in parts if each.counts and (each.score or each.winner)),
        )

    def _side(
        self, row: TournamentTable, side: int, sides: Sequence[int], points: Points | None
    ) -> SideShown:
        places = [place for place, its in enumerate(sides) if its == side]
        made = [] if points is None else [points[place] for place in places]
        known = list(dict.fromkeys(each for each in made if each is not None))
        best = max((each for each in points or () if each is not None), default=None)
        names = texts.names_listed([self.sheet.name(row.places[place]) for place in places])
        entries = {row.places[place] for place in places}
        people = [self.sheet.seated_name(number, place) for number, place in row.seated if number in entries]
        return SideShown(
            names=names,
            people=texts.names_listed(people) if people else names,
            entries=tuple(row.places[place] for place in places),
            points=" / ".join(map(format_amount, known)),
            best=best is not None and best in known and len({*(points or ())}) > 1,
        )

    def names_at(self, row: TournamentTable) -> list[str]:
        """Return the entries at a table; of teams whose line-ups are open, the people."""
        if row.seated:
            return [self.sheet.seated_name(number, place) for number, place in row.seated]
        return [self.sheet.name(number) for number in row.places]

    # ---- the schedule

    @cached_property
    def planned(self) -> list[tuple[int, list[tuple[int, list[str]]], str]]:
        """The planned rounds that are not paired yet: number, tables, byes."""
        rows = []
        for number, drawn in enumerate(self.sheet.planned, start=1):
            if number > len(self.sheet.rounds):
                names = [self.sheet.side_names(table.places) for table in drawn.tables]
                byes = texts.names_listed([self.sheet.name(each) for each in drawn.byes])
                rows.append((number, [*enumerate(names, start=1)], byes))
        return rows
