"""What a deal is worth that several tables have played: the result of each against the others.

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
    worth = {mine: Fraction(len(counted) * mine - total, others or 1) for mine in {*counted}}
    return [None if mine is None else worth[mine] for mine in results]


def result_of(scores: Sequence[int], side: int) -> int:
    """What is compared of a side: of two the margin, of more their own score."""
    return scores[side] - scores[1 - side] if len(scores) == 2 else scores[side]
