"""The scoring of duplicate deals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludocards.engine.duplicate import cross_difference, matchpoints_of
from tournaments.formats.victory import victory_points

RESULTS = st.lists(st.none() | st.integers(-30, 30), min_size=1, max_size=12)


def test_every_table_beaten_counts_one_and_a_tie_half() -> None:
    assert matchpoints_of([7, 3, 3, -1, 0]) == [100, Fraction(125, 2), Fraction(125, 2), 0, 25]


def test_a_table_without_a_result_is_left_out() -> None:
    assert matchpoints_of([5, None, 2]) == [100, None, 0]
    assert matchpoints_of([None, 4]) == [None, 50], "alone: as if tied with the field"
    assert cross_difference([None, 4]) == [None, 0]


@given(RESULTS)
def test_the_total_of_points_is_constant(results: list[int | None]) -> None:
    played = [each for each in results if each is not None]
    assert sum(each for each in matchpoints_of(results) if each is not None) == 50 * len(played)
    assert sum(each for each in cross_difference(results) if each is not None) == 0


@given(RESULTS)
def test_the_other_side_gets_the_rest(results: list[int | None]) -> None:
    turned = matchpoints_of([None if each is None else -each for each in results])
    assert turned == [None if each is None else 100 - each for each in matchpoints_of(results)]


def test_the_cross_difference_is_the_mean_of_the_differences() -> None:
    assert cross_difference([6, 3, 0]) == [Fraction(9, 2), 0, Fraction(-9, 2)]


@pytest.mark.parametrize(
    ("margin", "deals", "expected"),
    [(0, 16, (10, 10)), (60, 16, (20, 0)), (-900, 16, (0, 20)), (5, 16, (11.48, 8.52))],
)
def test_victory_points_follow_the_table(margin: int, deals: int, expected: tuple[float, float]) -> None:
    assert victory_points(margin, deals, swing=5) == expected


@given(st.integers(-200, 200), st.integers(1, 40))
def test_victory_points_are_shared_and_never_fall_with_the_margin(margin: int, deals: int) -> None:
    mine, theirs = victory_points(margin, deals, swing=5)
    assert round(mine + theirs, 2) == 20
    assert victory_points(margin + 1, deals, swing=5)[0] >= mine
    assert victory_points(-margin, deals, swing=5) == (theirs, mine)
