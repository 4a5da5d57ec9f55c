"""What a duplicate deal is worth: the result of every table against the others that played the same cards.

Results are those of one seat or side, more is better, in whatever unit the game counts; the other side of a
two-sided game has the negated ones. None is a table that has no result: it does not count, and gets none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

Result = int | Fraction | None

ALONE = Fraction(50)
"""The percentage of the only table with a result."""

MOST = 20
"""Victory points of a match, shared by the two."""

STEEP = 0.618
"""How fast further points lose their worth: as in the World Bridge Federation's continuous scale of 2013."""


def matchpoints(results: Sequence[Result]) -> list[Fraction | None]:
    """Percentages: of the other tables, how many one has beaten, a tie being half."""
    return _against_others(results, lambda mine, other: Fraction(50 * ((mine > other) - (mine < other)) + 50))


def cross_difference(results: Sequence[Result]) -> list[Fraction | None]:
    """How many points more than the others on average."""
    return _against_others(results, lambda mine, other: Fraction(mine - other), alone=Fraction(0))


def victory_points(margin: float, deals: int, unit: float) -> tuple[float, float]:
    """What a match of so many deals, won by so many points, is worth to the two: together 20, from 10 each.

    `unit` is by how many points a deal is won, typically; a win by fifteen of them times the root of the
    deals is 20 to 0. In hundredths of a point.
    """
    full = 15 * unit * deals**0.5
    share = (1 - STEEP ** (3 * min(abs(margin), full) / full)) / (1 - STEEP**3)
    won = round(MOST / 2 * (1 + share), 2)
    return (won, round(MOST - won, 2)) if margin >= 0 else (round(MOST - won, 2), won)


def _against_others(
    results: Sequence[Result],
    compare: Callable[[int | Fraction, int | Fraction], Fraction],
    alone: Fraction = ALONE,
) -> list[Fraction | None]:
    counted = [(table, result) for table, result in enumerate(results) if result is not None]
    worth: list[Fraction | None] = [None] * len(results)
    for table, mine in counted:
        others = [compare(mine, other) for at, other in counted if at != table]
        worth[table] = sum(others, Fraction(0)) / len(others) if others else alone
    return worth
