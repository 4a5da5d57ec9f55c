"""Seating: tables in which people meet the same others as rarely as possible. Seeded and reproducible.

Rounds are seated one at a time, because people come late and go home. Every repeated meeting has a cost;
swaps of two people lower the total until nothing is repeated or no improvement is found. If a perfect
schedule is known (`designs.py`), it is used instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations
from random import Random

from tournaments.formats import designs

Table = tuple[int, ...]
"""The entrants of a table, by seat."""

PARTNER, OPPONENT = "partner", "opponent"
AGAIN = {PARTNER: 8, OPPONENT: 1}
"""The cost of meeting again in this relation, for each earlier meeting."""

FORBIDDEN = 10_000
ATTEMPTS, FEW = 20, 3
"""The number of schedules tried; few, if repetitions cannot be avoided anyway."""

PATIENCE = 30
"""Swaps per entrant that may fail to improve the seating before it is accepted as it is."""


@dataclass(frozen=True)
class TableSeats:
    """A table: the number of seats, and the pairs of seats that are partners."""

    seats: int
    partners: frozenset[tuple[int, int]] = frozenset()

    def meetings(self, table: Table) -> Iterator[tuple[str, frozenset[int]]]:
        """Yield every two entrants of the table with their relation."""
        for one, other in combinations(range(len(table)), 2):
            kind = PARTNER if (one, other) in self.partners else OPPONENT
            yield kind, frozenset((table[one], table[other]))

    def with_whom(self, kind: str) -> int:
        """Return the number of others that each entrant meets at a table in this relation."""
        partners = sum(0 in two for two in self.partners)
        return partners if kind == PARTNER else self.seats - 1 - partners


THREE = TableSeats(3)
PAIRS = TableSeats(4, frozenset({(0, 2), (1, 3)}))


@dataclass
class Past:
    """The number of meetings of any two entrants, by relation."""

    shape: TableSeats
    met: Counter[tuple[str, frozenset[int]]] = field(default_factory=Counter)

    def add(self, tables: Iterable[Table]) -> None:
        for table in tables:
            self.met.update(self.shape.meetings(table))

    @property
    def repeats(self) -> int:
        """The number of repeated meetings in the same relation."""
        return sum(times - 1 for times in self.met.values())


def draw_tables(
    entrants: Sequence[int],
    past: Past,
    seed: str,
    forbidden: Collection[frozenset[int]] = (),
    sizes: Sequence[int] = (),
) -> tuple[Table, ...]:
    """Return the tables of the next round, of these `sizes`, or all of the shape's size.

    `entrants` must fill the tables exactly; bots in empty places have ids of their own. No two of `forbidden`
    sit together if it can be avoided. The same arguments give the same tables.
    """
    seats = past.shape.seats
    tables = sizes or (seats,) * (len(entrants) // seats)
    if sum(tables) != len(entrants) or len({*entrants}) != len(entrants):
        raise ValueError(f"{len(entrants)} different entrants do not fill tables of {sizes or seats}")
    random = Random(seed)
    order = sorted(entrants)
    random.shuffle(order)
    return _Round(order, past, frozenset(forbidden), tables).settle(random)


def schedule_rounds(
    entrants: Sequence[int], shape: TableSeats, rounds: int, seed: str, sizes: Sequence[int] = ()
) -> tuple[tuple[Table, ...], ...]:
    """Return the tables of all rounds: a perfect schedule if one is known, or else the best of several
    attempts.

    Fewer attempts are made if there are too few people to avoid repetitions. `sizes` are as in `draw_tables`.
    """
    random = Random(seed)
    order = sorted(entrants)
    random.shuffle(order)
    alike = {*sizes} <= {shape.seats}
    if alike and (perfect := designs.find_design(len(order), shape.seats, bool(shape.partners), rounds)):
        return tuple(tuple(tuple(order[n] for n in table) for table in tables) for tables in perfect)
    best: tuple[tuple[Table, ...], ...] = ()
    fewest = -1
    avoidable = all(shape.with_whom(kind) * rounds < len(order) for kind in AGAIN)
    for attempt in range(ATTEMPTS if avoidable else FEW):
        past, drawn = Past(shape), []
        for number in range(rounds):
            drawn.append(draw_tables(order, past, f"{seed}/{attempt}/{number}", sizes=sizes))
            past.add(drawn[-1])
        if fewest < 0 or past.repeats < fewest:
            best, fewest = tuple(drawn), past.repeats
        if not fewest:
            break
    return best


class _Round:
    """A round being improved: a list of entrants, in which consecutive ones share a table."""

    def __init__(
        self, order: list[int], past: Past, forbidden: frozenset[frozenset[int]], sizes: Sequence[int]
    ) -> None:
        self.order = order
        self.tables = [range(end - size, end) for size, end in zip(sizes, accumulate(sizes), strict=True)]
        """The range of positions of each table."""
        self.table_of = [number for number, table in enumerate(self.tables) for _ in table]
        partners = past.shape.partners
        self.others = [
            [
                (
                    other,
                    PARTNER
                    if (min(at, other) - table[0], max(at, other) - table[0]) in partners
                    else OPPONENT,
                )
                for other in table
                if other != at
            ]
            for table in self.tables
            for at in table
        ]
        """By position, the other positions of the table and their relation to it."""
        self.again: dict[str, dict[int, dict[int, int]]] = {
            kind: {entrant: {} for entrant in order} for kind in AGAIN
        }
        """The costs of two entrants together, by relation, where they are not 0."""
        for (kind, two), times in past.met.items():
            self._charge(kind, two, AGAIN[kind] * times)
        for two in forbidden:
            for kind in AGAIN:
                self._charge(kind, two, FORBIDDEN)
        self.costs = [sum(map(self._cost, table)) // 2 for table in self.tables]

    def _charge(self, kind: str, two: frozenset[int], cost: int) -> None:
        one, other = two
        costs = self.again[kind]
        if one in costs and other in costs:
            costs[one][other] = costs[other][one] = costs[one].get(other, 0) + cost

    def _cost(self, at: int) -> int:
        """Return the cost of an entrant with the others of the table."""
        order, again, entrant = self.order, self.again, self.order[at]
        return sum(again[kind][entrant].get(order[other], 0) for other, kind in self.others[at])

    def settle(self, random: Random) -> tuple[Table, ...]:
        """Swap entrants of tables with a cost with anybody, and keep the swaps that cost no more."""
        size = len(self.order)
        left = PATIENCE * size
        while left and (costly := [number for number, cost in enumerate(self.costs) if cost]):
            one = random.choice(self.tables[random.choice(costly)])
            saved = self._swap(one, random.randrange(size))
            left = PATIENCE * size if saved else left - 1
        return tuple(tuple(self.order[table.start : table.stop]) for table in self.tables)

    def _swap(self, one: int, other: int) -> int:
        """Swap two positions and return the saving; undo a swap that would cost more.

        Within one table their own meeting is counted twice, both before and after, and so cancels out.
        """
        order = self.order
        before, there = self._cost(one), self._cost(other)
        order[one], order[other] = order[other], order[one]
        after, here = self._cost(one), self._cost(other)
        saved = before + there - after - here
        if saved < 0:
            order[one], order[other] = order[other], order[one]
            return 0
        self.costs[self.table_of[one]] += after - before
        self.costs[self.table_of[other]] += here - there
        return saved
