"""Neighbours in the standings at a table, of individuals: the 1st to the 4th, the 5th to the 8th …

Partners are 1 and 4 against 2 and 3.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations, islice

from tournaments.formats.format import EventSides, Settings, history_tables
from tournaments.formats.history import EventHistory, HistoryRound
from tournaments.formats.tables import fill_tables


def seat_neighbours(
    settings: Settings, shape: EventSides, history: EventHistory, order: Sequence[int]
) -> HistoryRound:
    """Seat neighbours in this order together; the last of them rest, or have bots at the table.

    With changing partners the 1st and the 4th play against the 2nd and the 3rd. Seats go round, so that it is
    not always the leader who begins.
    """
    sitting, byes, sizes = fill_tables(order, shape, settings, history)
    people, bots = ([who for who in sitting if (who > 0) is real] for real in (True, False))
    tables = _in_order(people, sizes)
    _keep_apart(tables, history.forbidden)
    place = {who: at for at, who in enumerate(order)}
    left, drawn = iter(bots), []
    for table, size in zip(tables, sizes, strict=True):
        seated = [*sorted(table, key=place.__getitem__), *islice(left, size - len(table))]
        if shape.table.partners:
            seated[2], seated[3] = seated[3], seated[2]
        turn = history.number % size
        drawn.append((*seated[turn:], *seated[:turn]))
    return HistoryRound(history_tables(drawn), byes)


def _in_order(people: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return the people of each table: empty places are at the last tables, where two at least still sit."""
    empty, counts, following = sum(sizes) - len(people), list[int](), iter(people)
    for size in reversed(sizes):
        counts.insert(0, size - min(empty, size - 2))
        empty -= size - counts[0]
    return [[*islice(following, count)] for count in counts]


def _keep_apart(tables: list[list[int]], forbidden: Collection[frozenset[int]]) -> None:
    """Swap, from the last on, whoever sits with somebody forbidden, with the nearest where that helps."""

    def clashes(*some: Sequence[int]) -> int:
        return sum(frozenset(two) in forbidden for table in some for two in combinations(table, 2))

    def helps(one: int, other: int) -> bool:
        (mine, _), (theirs, _) = seats[one], seats[other]
        before = clashes(mine, theirs)
        _swap_seats(seats[one], seats[other])
        after = clashes(mine, theirs)
        _swap_seats(seats[one], seats[other])
        return after < before

    seats = [(table, at) for table in tables for at in range(len(table))]
    numbers = range(len(seats))
    while swap := next(
        (
            (one, other)
            for one in reversed(numbers)
            if clashes(seats[one][0])
            for other in sorted(numbers, key=lambda at: (abs(at - one), -at))
            if seats[one][0] is not seats[other][0] and helps(one, other)
        ),
        None,
    ):
        _swap_seats(seats[swap[0]], seats[swap[1]])


def _swap_seats(one: tuple[list[int], int], other: tuple[list[int], int]) -> None:
    (mine, at), (theirs, there) = one, other
    mine[at], theirs[there] = theirs[there], mine[at]
