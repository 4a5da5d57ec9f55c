"""Standings and tie-breaks."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import robin
from tournaments.formats.standings import Field, Result, standings

WIN, TIE, LOSS = (100, 0), (50, 50), (0, 100)


def table(entrants: int, *rounds: dict[tuple[int, int | None], tuple[int, int]]) -> list[Result]:
    return [
        Result(number, one, other, *points)
        for number, results in enumerate(rounds, start=1)
        for (one, other), points in results.items()
    ]


THREE_ROUNDS = table(
    4,
    {(1, 2): WIN, (3, 4): WIN},
    {(1, 3): TIE, (2, 4): WIN},
    {(1, 4): LOSS, (2, 3): LOSS},
)
"""Scores: 3 has 250, 1 has 150, 2 and 4 have 100."""


def of(results: list[Result], entrant: int, name: str) -> int:
    return (
        next(line for line in standings(range(1, 5), results, "s") if line.entrant == entrant)
        .breaks[name]
        .value
    )


def test_the_score_comes_first() -> None:
    lines = standings(range(1, 5), THREE_ROUNDS, "seed")
    assert [line.score for line in lines] == [250, 150, 100, 100]
    assert [line.place for line in lines] == [1, 2, 3, 4]


def test_the_direct_match_decides_between_two() -> None:
    lines = standings(range(1, 5), THREE_ROUNDS, "seed")
    assert [line.entrant for line in lines] == [3, 1, 2, 4], "2 has beaten 4"


def test_buchholz_is_the_sum_of_the_opponents_scores() -> None:
    assert of(THREE_ROUNDS, 1, "buchholz") == 100 + 250 + 100
    assert of(THREE_ROUNDS, 1, "buchholz_cut_1") == 250 + 100


def test_sonneborn_berger_counts_whom_one_has_beaten_twice_and_tied_once() -> None:
    assert of(THREE_ROUNDS, 1, "sonneborn_berger") == 2 * 100 + 250
    assert of(THREE_ROUNDS, 4, "sonneborn_berger") == 2 * 150


def test_every_sum_shows_what_it_is_made_of() -> None:
    [line] = [each for each in standings(range(1, 5), THREE_ROUNDS, "s") if each.entrant == 1]
    terms = line.breaks["buchholz_cut_1"].terms
    assert [(term.round, term.opponent, term.amount, term.counts) for term in terms] == [
        (1, 2, 100, False),
        (2, 3, 250, True),
        (3, 4, 100, True),
    ]


def test_who_rests_gets_his_own_average_and_an_opponent_as_good_as_himself() -> None:
    results = table(3, {(1, 2): WIN, (3, None): (0, 0)}, {(1, 3): (70, 30), (2, None): (0, 0)})
    field = Field((1, 2, 3), results)
    assert field.score == {1: 170, 2: 0, 3: 60}
    line = next(each for each in standings((1, 2, 3), results, "s") if each.entrant == 3)
    assert line.breaks["buchholz"].value == 170 + 60
    assert line.breaks["wins"].value == 0


def test_three_in_a_circle_are_told_apart_by_lot_the_same_for_everybody() -> None:
    circle = table(3, {(1, 2): WIN}, {(2, 3): WIN}, {(3, 1): WIN})
    orders = {seed: [line.entrant for line in standings((1, 2, 3), circle, seed)] for seed in "abcdefgh"}
    assert len({tuple(order) for order in orders.values()}) > 1
    assert all(
        [line.entrant for line in standings((3, 1, 2), circle, seed)] == orders[seed] for seed in orders
    )


def test_the_direct_match_is_left_out_unless_all_have_met() -> None:
    results = table(4, {(1, 2): WIN, (3, 4): WIN}, {(1, 4): LOSS, (3, 2): LOSS})
    assert {line.breaks["direct"].value for line in standings(range(1, 5), results, "s")} == {0}


def test_a_result_of_a_stranger_is_refused() -> None:
    with pytest.raises(ValueError, match="9 has a result and is no entrant"):
        standings((1, 2), [Result(1, 1, 9, 100, 0)], "s")


@given(st.integers(2, 9), st.integers(0, 2**32))
def test_whatever_happens_the_order_is_that_of_the_scores_and_of_nothing_else(
    entrants: int, seed: int
) -> None:
    random = Random(seed)
    results = [
        Result(number, one, other, *((0, 0) if other is None else random.choice([WIN, TIE, LOSS])))
        for number, pairs in enumerate(robin.rounds(range(entrants)), start=1)
        for one, other in pairs
    ]
    lines = standings(range(entrants), results, "seed")
    assert [line.place for line in lines] == [*range(1, entrants + 1)]
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    random.shuffle(results)
    assert standings(range(entrants), results, "seed") == lines
