"""The input of formats: the entrants, and the rounds played so far, as plain values.

An entrant is a positive number and stands for a pair or a single player, depending on the event. Bots that
fill empty places are negative numbers, the same in every round, so that meeting a bot twice counts as a
repetition, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations

from tournaments.formats.standings import TableResult, lot_of


class CannotDraw(ValueError):
    """The round cannot be paired; `code` is the stable name of the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class HistoryEntrant:
    """A pair or player in the event. A history lists its entrants by seed, best first."""

    id: int
    strength: int = 0
    joined: int = 0
    """The number of rounds already paired when they joined."""
    left: int | None = None
    """The number of rounds already paired when they left; None if they have not."""
    present: bool = True
    """False if bots play for people who are absent."""
    competes: bool = True
    """False if they have left, or bots have played for them: these win nothing."""

    def since(self, number: int) -> HistoryEntrant:
        """Return the entrant as in a history that begins after this number of rounds."""
        left = None if self.left is None else self.left - number
        asked = frozenset(round_ - number for round_ in self.byes_asked if round_ > number)
        return replace(self, joined=max(0, self.joined - number), left=left, byes_asked=asked)

    byes_asked: frozenset[int] = frozenset()
    """The rounds in which they have asked to sit out."""

    def is_in(self, number: int) -> bool:
        """Return whether they take part in the round after this number of rounds."""
        return self.joined <= number and (self.left is None or self.left > number)

    def sits_out(self, round_: int) -> bool:
        """Return whether they have asked to sit out this round, from 1, in which they would take part."""
        return round_ in self.byes_asked and self.is_in(round_ - 1)


@dataclass(frozen=True)
class HistoryTable:
    places: tuple[int, ...]
    """Entrants: pairs as (home, away), single players by seat."""
    stage: str = ""
    """The stage: "group:2", "last:16", "semifinal", "third", "final", or empty."""
    number: int = field(default=0, compare=False)
    """The number of the table, if people stay at it from round to round; 0: by its place in the round."""
    deals: int = field(default=0, compare=False)
    """The number of the set of deals, if sets go from table to table; 0: that of the round."""


@dataclass(frozen=True)
class HistoryRound:
    tables: tuple[HistoryTable, ...] = ()
    byes: tuple[int, ...] = ()
    """Entrants with a bye: they score their own average, or go on in a knockout."""


@dataclass(frozen=True)
class HistoryWait:
    """Nobody can be seated until somebody else is free."""


@dataclass(frozen=True)
class Over:
    """There is no further round."""


Next = HistoryRound | HistoryWait | Over


@dataclass(frozen=True)
class PlayedRound:
    round: HistoryRound
    points: tuple[tuple[int | None, ...] | None, ...]
    """By table and place, in hundredths; None for a table or a place without a result."""
    missing: frozenset[int] = frozenset()
    """The entrants whose table was not played because they were not there."""

    def results(self) -> Iterator[tuple[HistoryTable, tuple[int | None, ...]]]:
        """Yield the tables that have a result, with their points."""
        for table, points in zip(self.round.tables, self.points, strict=True):
            if points is not None:
                yield table, points


@dataclass(frozen=True)
class EventHistory:
    entrants: tuple[HistoryEntrant, ...]
    rounds: tuple[PlayedRound, ...] = ()
    forbidden: frozenset[frozenset[int]] = frozenset()
    """Pairs of entrants who should not meet if it can be avoided."""
    busy: frozenset[int] = frozenset()
    """The entrants at tables that are not over."""
    closed: bool = False
    """Where rounds overlap, True once no new tables are made."""
    absent_rest: bool = False
    """True if absent entrants are not paired; otherwise bots play for them."""
    asked_bye: tuple[int, ...] | None = None
    """The points of a round in which somebody has asked to sit out; empty for their own average, None if
    nobody can."""
    out: frozenset[int] = frozenset()
    """The entrants that did not go on into the present stage."""
    counted_from: int = 0
    """The number of rounds whose points do not count any more, since a stage began."""
    carried: Mapping[int, int] | None = None
    """The points with which entrants began that stage; None: all rounds count."""

    @property
    def number(self) -> int:
        """The number of rounds paired so far."""
        return len(self.rounds)

    def followed_by(self, round_: HistoryRound) -> EventHistory:
        """Return the history with one more round, of which nothing is known but who meets whom."""
        return replace(self, rounds=(*self.rounds, PlayedRound(round_, ())))

    def field(self, number: int | None = None) -> tuple[int, ...]:
        """The entrants to be paired now, or after `number` rounds, in the order of the seeds."""
        at = self.number if number is None else number
        resting = self.absent_rest and at >= self.number
        asked = self.sitting_out(at + 1)
        return tuple(
            each.id
            for each in self.entrants
            if each.is_in(at)
            and (each.present or not resting)
            and each.id not in self.out
            and each.id not in asked
        )

    @property
    def begun(self) -> tuple[int, ...]:
        """The entrants at the start, present or not, in the order of the seeds."""
        return tuple(each.id for each in self.entrants if each.is_in(0))

    @property
    def competing(self) -> frozenset[int]:
        """The entrants that compete."""
        return frozenset(each.id for each in self.entrants if each.competes)

    @property
    def rests(self) -> Counter[int]:
        """The number of byes of each entrant."""
        return Counter(who for played in self.rounds for who in played.round.byes)

    @property
    def meetings(self) -> Counter[frozenset[int]]:
        """The number of times that each two have met at a table."""
        return Counter(
            frozenset(two)
            for played in self.rounds
            for table in played.round.tables
            for two in combinations(table.places, 2)
        )

    def results(self, sides_at: Callable[[int], Sequence[int]], missed: bool) -> Iterator[TableResult]:
        """Yield the results for the standings, with 0 points for missed rounds if `missed`.

        `sides_at` returns the sides by place of a table, given its number of places. Those at a table without
        a result who had nobody to play against, because others have left, score as with a bye. Byes count
        once the tables of their round are over.
        """
        for number, played in enumerate(self.rounds, start=1):
            if number <= self.counted_from:
                continue
            for table, points in played.results():
                yield TableResult(number, table.places, points, tuple(sides_at(len(table.places))))
            byes = played.round.byes if self._is_over(number) else ()
            for who in (*byes, *self._left_alone(number, played)):
                yield TableResult(number, (who,), self.worth_of_bye(who, number))
            if missed:
                there = {who for table in played.round.tables for who in table.places} | {*played.round.byes}
                for each in self.entrants:
                    if each.id not in there:
                        yield TableResult(number, (each.id,), (0,))

    def _is_over(self, number: int) -> bool:
        """Return whether nobody is at a table of a round any more, if it is the latest one."""
        tables = self.rounds[number - 1].round.tables
        return number < self.number or self.busy.isdisjoint(who for each in tables for who in each.places)

    def sitting_out(self, round_: int) -> tuple[int, ...]:
        """Return the entrants who have asked to sit out a round, from 1."""
        if self.asked_bye is None:
            return ()
        return tuple(each.id for each in self.entrants if each.sits_out(round_) and each.id not in self.out)

    def worth_of_bye(self, who: int, round_: int) -> tuple[int, ...]:
        """Return the points of an entrant without a table in a round; empty for their own average."""
        return (self.asked_bye or ()) if who in self.sitting_out(round_) else ()

    def _left_alone(self, number: int, played: PlayedRound) -> Iterator[int]:
        """Yield those in a round whose opponents have left before there was a result, or were not there."""
        stay = {each.id for each in self.entrants if each.is_in(number)} - played.missing
        for table, points in zip(played.round.tables, played.points, strict=True):
            people = {who for who in table.places if who > 0}
            if points is None and not people <= stay:
                yield from sorted(people & stay)


def seeded_entrants(entrants: Sequence[HistoryEntrant], seed: str) -> tuple[HistoryEntrant, ...]:
    """Return the entrants by strength, best first; ties are broken by lot."""
    return tuple(sorted(entrants, key=lambda each: (-each.strength, lot_of(seed, each.id))))


def by_lot(entrants: Sequence[int], seed: str) -> list[int]:
    return sorted(entrants, key=partial(lot_of, seed))
