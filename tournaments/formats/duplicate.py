"""What a duplicate deal is worth: the result of every table against the others that played the same cards.

Results are those of one seat or side, more is better, in whatever unit the game counts; the other side of a
two-sided game has the negated ones. None is a table that has no result: it does not count, and gets none.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction

Result = int | None

ALONE = Fraction(50)
"""The percentage of the only table with a result."""

MOST = 20
"""Victory points of a match, shared by the two."""

STEEP = 0.618
"""How fast further points lose their worth: as in the World Bridge Federation's continuous scale of 2013."""

FULL = 3
"""A deal won by as much as three usual ones, times the root of the deals, is a match won 20 to 0."""


def matchpoints(results: Sequence[Result]) -> list[Fraction | None]:
    """Percentages: of the other tables, how many one has beaten, a tie being half."""
    ranked = sorted(each for each in results if each is not None)
    others = len(ranked) - 1

    def beaten(mine: int) -> Fraction:
        below, not_above = bisect_left(ranked, mine), bisect_right(ranked, mine)
        return Fraction(50 * (below + not_above - 1), others) if others else ALONE

    return [None if mine is None else beaten(mine) for mine in results]


def cross_difference(results: Sequence[Result]) -> list[Fraction | None]:
    """How many points more than the others on average; nothing if there are none."""
    counted = [each for each in results if each is not None]
    total, others = sum(counted), len(counted) - 1
    return [
        None if mine is None else Fraction(len(counted) * mine - total, others) if others else Fraction(0)
        for mine in results
    ]


def victory_points(margin: float, deals: int, swing: float) -> tuple[float, float]:
    """What a match of so many deals, won by so many points, is worth to the two: together 20, from 10 each.

    `swing` is by how many points a deal is usually won. In hundredths of a point.
    """
    full = FULL * swing * deals**0.5
    share = (1 - STEEP ** (3 * min(abs(margin), full) / full)) / (1 - STEEP**3)
    won = round(MOST / 2 * (1 + share), 2)
    return (won, round(MOST - won, 2)) if margin >= 0 else (round(MOST - won, 2), won)
