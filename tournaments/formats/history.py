"""The input of formats: the entrants, and the rounds played so far, as plain values.

An entrant is a positive number and stands for a pair or a single player, depending on the event. Bots that
fill empty places are negative numbers, the same in every round, so that meeting a bot twice counts as a
repetition, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
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

    def is_in(self, number: int) -> bool:
        """Return whether they take part in the round after this number of rounds."""
        return self.joined <= number and (self.left is None or self.left > number)


@dataclass(frozen=True)
class HistoryTable:
    places: tuple[int, ...]
    """Entrants: pairs as (home, away), single players by seat."""
    stage: str = ""
    """The stage: "group:2", "last:16", "semifinal", "third", "final", or empty."""
    number: int = field(default=0, compare=False)
    """The number of the table, if people stay at it from round to round; 0: by its place in the round."""


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
    """Where rounds overlap, the entrants who are playing now."""
    closed: bool = False
    """Where rounds overlap, True once no new tables are made."""
    absent_rest: bool = False
    """True if absent entrants are not paired; otherwise bots play for them."""

    @property
    def number(self) -> int:
        """The number of rounds paired so far."""
        return len(self.rounds)

    def field(self, number: int | None = None) -> tuple[int, ...]:
        """The entrants to be paired now, or after `number` rounds, in the order of the seeds."""
        at = self.number if number is None else number
        resting = self.absent_rest and at >= self.number
        return tuple(each.id for each in self.entrants if each.is_in(at) and (each.present or not resting))

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
        a result who had nobody to play against, because others have left, score as with a bye.
        """
        for number, played in enumerate(self.rounds, start=1):
            for table, points in played.results():
                yield TableResult(number, table.places, points, tuple(sides_at(len(table.places))))
            for who in (*played.round.byes, *self._left_alone(number, played)):
                yield TableResult(number, (who,))
            if missed:
                there = {who for table in played.round.tables for who in table.places} | {*played.round.byes}
                for each in self.entrants:
                    if each.id not in there:
                        yield TableResult(number, (each.id,), (0,))

    def _left_alone(self, number: int, played: PlayedRound) -> Iterator[int]:
        """Yield those in a round whose opponents have left before there was a result."""
        stay = {each.id for each in self.entrants if each.is_in(number)}
        for table, points in zip(played.round.tables, played.points, strict=True):
            people = {who for who in table.places if who > 0}
            if points is None and not people <= stay:
                yield from sorted(people & stay)


def seeded_entrants(entrants: Sequence[HistoryEntrant], seed: str) -> tuple[HistoryEntrant, ...]:
    """Return the entrants by strength, best first; ties are broken by lot."""
    return tuple(sorted(entrants, key=lambda each: (-each.strength, lot_of(seed, each.id))))


def by_lot(entrants: Sequence[int], seed: str) -> list[int]:
    return sorted(entrants, key=partial(lot_of, seed))
