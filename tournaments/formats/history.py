"""What a format is told: who takes part, and what has been played. Values of numbers and texts only.

An entrant is a positive number: a pair or somebody alone, as the event has it. A bot that fills up is a
negative one, the same ones in every round, so that to meet it twice is a repetition like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from tournaments.formats.standings import Result, lot


class CannotDraw(ValueError):
    """Nobody can be seated like this; `code` is the stable name."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Entrant:
    """Who takes part. The order of a history's entrants is that of their seeds, the best first."""

    id: int
    strength: int = 0
    joined: int = 0
    """How many rounds were drawn when he came."""
    left: int | None = None
    """How many rounds were drawn when he went; None: he is still in."""
    present: bool = True
    """No: bots play in the place of who has not come."""
    competes: bool = True
    """No: they have gone, or bots have played for them, who win nothing."""

    def is_in(self, number: int) -> bool:
        """Whether he can be drawn when so many rounds have been."""
        return self.joined <= number and (self.left is None or self.left > number)


@dataclass(frozen=True)
class Table:
    places: tuple[int, ...]
    """Entrants: pairs as (home, away), single ones by seat."""
    stage: str = ""
    """What is played for: "group:2", "last:16", "semifinal", "third", "final"; or nothing in particular."""


@dataclass(frozen=True)
class Round:
    tables: tuple[Table, ...] = ()
    byes: tuple[int, ...] = ()
    """Who rests: he gets his own average, or goes on where the loser is out."""


@dataclass(frozen=True)
class Wait:
    """Nobody can be seated before somebody is free."""


@dataclass(frozen=True)
class Over:
    """There is no other round."""


Next = Round | Wait | Over


@dataclass(frozen=True)
class PlayedRound:
    round: Round
    points: tuple[tuple[int | None, ...] | None, ...]
    """Of each table, by place, in hundredths; None: the table has no result, or the place nothing of it."""

    def results(self) -> Iterator[tuple[Table, tuple[int | None, ...]]]:
        """The tables that have one."""
        for table, points in zip(self.round.tables, self.points, strict=True):
            if points is not None:
                yield table, points


@dataclass(frozen=True)
class History:
    entrants: tuple[Entrant, ...]
    rounds: tuple[PlayedRound, ...] = ()
    forbidden: frozenset[frozenset[int]] = frozenset()
    """Two who must not meet, as long as there is another way."""
    busy: frozenset[int] = frozenset()
    """Who is at a table now, where rounds overlap."""
    closed: bool = False
    """No new tables any more, where rounds overlap."""
    absent_rest: bool = False
    """Who is not present is not drawn; otherwise bots play for them."""

    @property
    def number(self) -> int:
        """How many rounds have been drawn."""
        return len(self.rounds)

    def field(self, number: int | None = None) -> tuple[int, ...]:
        """Who can be drawn now, or when so many rounds had been, in the order of the seeds."""
        at = self.number if number is None else number
        resting = self.absent_rest and at >= self.number
        return tuple(each.id for each in self.entrants if each.is_in(at) and (each.present or not resting))

    @property
    def begun(self) -> tuple[int, ...]:
        """Everybody who was in when it began, in the order of the seeds, present or not."""
        return tuple(each.id for each in self.entrants if each.is_in(0))

    @property
    def competing(self) -> frozenset[int]:
        """Everybody who is not out of competition."""
        return frozenset(each.id for each in self.entrants if each.competes)

    @property
    def rested(self) -> frozenset[int]:
        """Who has had a bye."""
        return frozenset(who for played in self.rounds for who in played.round.byes)

    @property
    def meetings(self) -> Counter[frozenset[int]]:
        """How often every two have sat at a table together."""
        return Counter(
            frozenset(two)
            for played in self.rounds
            for table in played.round.tables
            for two in combinations(table.places, 2)
        )

    def results(self, sides_at: Callable[[int], Sequence[int]], missed: bool) -> Iterator[Result]:
        """The results that standings are made of, those of rounds that were missed only if they count.

        `sides_at` has the sides by place of a table with so many places.
        """
        for number, played in enumerate(self.rounds, start=1):
            for table, points in played.results():
                yield Result(number, table.places, points, tuple(sides_at(len(table.places))))
            for who in played.round.byes:
                yield Result(number, (who,))
            if missed:
                there = {who for table in played.round.tables for who in table.places} | {*played.round.byes}
                for each in self.entrants:
                    if each.id not in there:
                        yield Result(number, (each.id,), (0,))


def seeded(entrants: Sequence[Entrant], seed: str) -> tuple[Entrant, ...]:
    """By strength, the best first; level ones by lot."""
    return tuple(sorted(entrants, key=lambda each: (-each.strength, lot(seed, each.id))))


def by_lot(entrants: Sequence[int], seed: str) -> list[int]:
    return sorted(entrants, key=partial(lot, seed))
