"""Duplicate scoring: the results of one deal at several tables, each compared with the others.

Results are those of one seat or side in the game's own unit, and more is better; in a two-sided game the
other side has their negatives. A table without a result is None: it does not count, and gets None.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction

Result = int | None

ALONE = Fraction(50)
"""The percentage of the only table with a result."""


def matchpoints_of(results: Sequence[Result]) -> list[Fraction | None]:
    """The percentage of the other tables that each table has beaten; a tie counts half."""
    ranked = sorted(each for each in results if each is not None)
    others = len(ranked) - 1

    def beaten(mine: int) -> Fraction:
        below, not_above = bisect_left(ranked, mine), bisect_right(ranked, mine)
        return Fraction(50 * (below + not_above - 1), others) if others else ALONE

    return [None if mine is None else beaten(mine) for mine in results]


def cross_difference(results: Sequence[Result]) -> list[Fraction | None]:
    """The average lead over the other tables in points; 0 if there are none."""
    counted = [each for each in results if each is not None]
    total, others = sum(counted), len(counted) - 1
    worth = {mine: Fraction(len(counted) * mine - total, others or 1) for mine in {*counted}}
    return [None if mine is None else worth[mine] for mine in results]


def result_of(scores: Sequence[int], side: int) -> int:
    """The result of a side that is compared: its margin if there are two sides, otherwise its score."""
    return scores[side] - scores[1 - side] if len(scores) == 2 else scores[side]
