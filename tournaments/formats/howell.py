"""Howell: everybody meets everybody once; the sets of deals go from table to table, and all play each once.

The movement is a starter with an adder, as for a Room square: the first round, from which all others follow
by one step round a circle. One entrant stays at the first table. With four or six entrants there is no such
movement, so all tables share the sets, one in each round.

At real tables the sets are shuffled only where they are played first, so tables are compared over all rounds,
and their points are hidden until the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tournaments.formats.format import (
    EventSides,
    Format,
    Settings,
    as_planned,
    by_points_played,
    two_sides_without_teams,
)
from tournaments.formats.history import EventHistory, HistoryRound
from tournaments.formats.options import ABSENT, BREAKS, DEALS, ODD
from tournaments.formats.round_robin import Pairing, fill_rounds

MOST = 18
"""The most entrants for whom a movement is looked up; for more all tables share the sets."""

Starter = tuple[tuple[int, int, int], ...]
"""The tables of the first round besides the one of the entrant who stays: two entrants, and how far their
set of deals is behind."""


@lru_cache(maxsize=MOST)
def starter_of(side: int) -> Starter | None:
    """Return the starter for an odd number of rounds; None if there is none.

    The pairs of a starter have each difference round the circle once, so all meet. Shifted by the adder they
    have each place but the first once, so everybody plays each set of deals.
    """
    for pairs in _starters(side, frozenset(range(1, side)), frozenset()):
        adder = _adder(side, pairs, frozenset({0}), frozenset())
        if adder is not None:
            return tuple((one, other, by) for (one, other), by in zip(pairs, adder, strict=True))
    return None


def _starters(
    side: int, left: frozenset[int], differences: frozenset[int]
) -> Iterator[tuple[tuple[int, int], ...]]:
    if not left:
        yield ()
        return
    one = min(left)
    for other in sorted(left - {one}):
        apart = min((other - one) % side, (one - other) % side)
        if apart not in differences:
            for others in _starters(side, left - {one, other}, differences | {apart}):
                yield (one, other), *others


def _adder(
    side: int, pairs: Sequence[tuple[int, int]], places: frozenset[int], used: frozenset[int]
) -> tuple[int, ...] | None:
    if not pairs:
        return ()
    for by in range(1, side):
        shifted = {(who + by) % side for who in pairs[0]}
        if by not in used and not shifted & places:
            others = _adder(side, pairs[1:], places | shifted, used | {by})
            if others is not None:
                return (by, *others)
    return None


def howell_movement(entrants: Sequence[int]) -> tuple[list[tuple[Pairing, ...]], list[tuple[int, ...]]]:
    """Return the pairs of each round, table by table, and the numbers of their sets of deals, from 1.

    Of an odd number the last place is empty, at the first table.
    """
    if len(entrants) < 2:
        return [], []
    seats: list[int | None] = [*entrants, *([None] * (len(entrants) % 2))]
    side, stays = len(seats) - 1, seats[-1]
    starter = starter_of(side) if len(seats) <= MOST else None
    shares = starter is None
    tables = starter or tuple((at, side - at, 0) for at in range(1, side // 2 + 1))
    drawn: list[tuple[Pairing, ...]] = []
    sets: list[tuple[int, ...]] = []
    for turn in range(side):
        pairs = [(seats[(one + turn) % side], seats[(other + turn) % side]) for one, other, _by in tables]
        drawn.append(((stays, seats[turn]), *pairs))
        behind = [0, *(0 if shares else by for _one, _other, by in tables)]
        sets.append(tuple(1 + (turn - by) % side for by in behind))
    return drawn, sets


def how_many(_settings: Settings, _shape: EventSides, entrants: int) -> int:
    return max(0, entrants - 1 + entrants % 2)


def howell_rounds(
    settings: Settings, _shape: EventSides, history: EventHistory, _seed: str
) -> tuple[HistoryRound, ...]:
    drawn, sets = howell_movement(history.begun)
    numbers = [range(1, len(pairs) + 1) for pairs in drawn]
    return fill_rounds(drawn, settings, history, numbers=numbers, sets=sets)


HOWELL = Format(
    "howell",
    as_planned(howell_rounds),
    two_sides_without_teams,
    scorings=("matchpoints", "cross"),
    options=(DEALS, ODD, ABSENT, BREAKS),
    rounds=how_many,
    plan=howell_rounds,
    rank=by_points_played,
    late=False,
    sets_travel=True,
)
