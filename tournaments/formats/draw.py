"""Who sits with whom: tables drawn so that nobody meets the same people again. Seeded and reproducible.

A round is drawn at a time, because people come late and go home. Every meeting that has been costs something
when it is repeated; swaps of two people lower the cost until nothing is repeated or patience is at its end.
Where a perfect schedule is known (`designs.py`), it is used instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from tournaments.formats import designs

Table = tuple[int, ...]
"""The entrants of a table, by seat."""

PARTNER, OPPONENT = "partner", "opponent"
AGAIN = {PARTNER: 8, OPPONENT: 1}
"""What it costs to meet again whom one has met once; each further time costs as much again."""

FORBIDDEN = 10_000
PATIENCE = 30
"""Swaps tried for each entrant, since the last that was for the better, before the draw is taken as it is."""


@dataclass(frozen=True)
class Shape:
    """A table: how many sit at it, and which seats play together."""

    seats: int
    partners: frozenset[tuple[int, int]] = frozenset()

    def meetings(self, table: Table) -> Iterator[tuple[str, frozenset[int]]]:
        """Every two of the table, and what they are to each other."""
        for one, other in combinations(range(self.seats), 2):
            kind = PARTNER if (one, other) in self.partners else OPPONENT
            yield kind, frozenset((table[one], table[other]))


THREE = Shape(3)
PAIRS = Shape(4, frozenset({(0, 2), (1, 3)}))


@dataclass
class Past:
    """Who has met whom, in which relation, and how often."""

    shape: Shape
    met: Counter[tuple[str, frozenset[int]]] = field(default_factory=Counter)

    def add(self, tables: Iterable[Table]) -> None:
        for table in tables:
            self.met.update(self.shape.meetings(table))

    @property
    def repeats(self) -> int:
        """Meetings of two in a relation in which they had met before."""
        return sum(times - 1 for times in self.met.values())


def draw(
    entrants: Sequence[int], past: Past, seed: str, forbidden: Collection[frozenset[int]] = ()
) -> tuple[Table, ...]:
    """The tables of the next round.

    `entrants` must fill the tables; who fills up with bots gives them ids of their own. No two of `forbidden`
    sit together as long as there is another way. The same arguments give the same tables.
    """
    seats = past.shape.seats
    if len(entrants) % seats or len({*entrants}) != len(entrants):
        raise ValueError(f"{len(entrants)} different entrants do not fill tables of {seats}")
    random = Random(seed)
    order = sorted(entrants)
    random.shuffle(order)
    return _Round(order, past, frozenset(forbidden)).settle(random)


def schedule(
    entrants: Sequence[int], shape: Shape, rounds: int, seed: str, attempts: int = 20
) -> tuple[tuple[Table, ...], ...]:
    """The tables of all rounds: a perfect schedule where one is known, else the best of some draws."""
    random = Random(seed)
    order = sorted(entrants)
    random.shuffle(order)
    if perfect := designs.find(len(order), shape.seats, bool(shape.partners), rounds):
        return tuple(tuple(tuple(order[n] for n in table) for table in tables) for tables in perfect)
    best: tuple[tuple[Table, ...], ...] = ()
    fewest = -1
    for attempt in range(attempts):
        past, drawn = Past(shape), []
        for number in range(rounds):
            drawn.append(draw(order, past, f"{seed}/{attempt}/{number}"))
            past.add(drawn[-1])
        if fewest < 0 or past.repeats < fewest:
            best, fewest = tuple(drawn), past.repeats
        if not fewest:
            break
    return best


class _Round:
    """Tables in the making: a list of entrants, so many in a row at a table."""

    def __init__(self, order: list[int], past: Past, forbidden: frozenset[frozenset[int]]) -> None:
        self.order = order
        self.past = past
        self.forbidden = forbidden
        self.seats = past.shape.seats
        self.costs = [self._cost(table) for table in range(len(order) // self.seats)]

    def table(self, number: int) -> Table:
        return tuple(self.order[number * self.seats : (number + 1) * self.seats])

    def _cost(self, number: int) -> int:
        met = self.past.met
        return sum(
            AGAIN[meeting[0]] * met.get(meeting, 0) + (FORBIDDEN if meeting[1] in self.forbidden else 0)
            for meeting in self.past.shape.meetings(self.table(number))
        )

    def settle(self, random: Random) -> tuple[Table, ...]:
        """Swap somebody of a table that costs with anybody, and keep what costs no more."""
        total, left = sum(self.costs), PATIENCE * len(self.order)
        while total and left:
            costly = [number for number, cost in enumerate(self.costs) if cost]
            one = random.choice(costly) * self.seats + random.randrange(self.seats)
            saved = self._swap(one, random.randrange(len(self.order)))
            total -= saved
            left = PATIENCE * len(self.order) if saved else left - 1
        return tuple(self.table(number) for number in range(len(self.costs)))

    def _swap(self, one: int, other: int) -> int:
        """What the swap saves; one that would cost more is taken back."""
        order, tables = self.order, {one // self.seats, other // self.seats}
        order[one], order[other] = order[other], order[one]
        fresh = {number: self._cost(number) for number in tables}
        saved = sum(self.costs[number] for number in tables) - sum(fresh.values())
        if saved < 0:
            order[one], order[other] = order[other], order[one]
            return 0
        for number, cost in fresh.items():
            self.costs[number] = cost
        return saved
