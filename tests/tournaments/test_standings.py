"""Standings and tie-breaks."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import round_robin
from tournaments.formats.standings import TIE_BREAKS, Field, TableResult, sorted_standings

WIN, TIE, LOSS = (200, 0), (100, 100), (0, 200)


def rounds(*played: dict[tuple[int, ...], tuple[int, ...]]) -> list[TableResult]:
    return [
        TableResult(number, places, points)
        for number, results in enumerate(played, start=1)
        for places, points in results.items()
    ]


THREE_ROUNDS = rounds(
    {(1, 2): WIN, (3, 4): WIN},
    {(1, 3): TIE, (2, 4): WIN},
    {(1, 4): LOSS, (2, 3): LOSS},
)
"""Scores: 3 has 500, 1 has 300, 2 and 4 have 200."""


def of(results: list[TableResult], entrant: int, name: str) -> int:
    lines = {line.entrant: line for line in sorted_standings(range(1, 5), results, "s", [*TIE_BREAKS])}
    return lines[entrant].breaks[name].value


def test_the_score_comes_first() -> None:
    lines = sorted_standings(range(1, 5), THREE_ROUNDS, "seed")
    assert [line.score for line in lines] == [500, 300, 200, 200]
    assert [line.place for line in lines] == [1, 2, 3, 4]


def test_the_direct_match_decides_between_two() -> None:
    lines = sorted_standings(range(1, 5), THREE_ROUNDS, "seed")
    assert [line.entrant for line in lines] == [3, 1, 2, 4], "2 has beaten 4"


def test_buchholz_is_the_sum_of_opponents_scores() -> None:
    assert of(THREE_ROUNDS, 1, "buchholz") == 200 + 500 + 200
    assert of(THREE_ROUNDS, 1, "buchholz_cut_1") == 500 + 200
    assert of(THREE_ROUNDS, 1, "buchholz_cut_2") == 500


def test_sonneborn_berger_counts_beaten_opponents_twice_and_ties_once() -> None:
    assert of(THREE_ROUNDS, 1, "sonneborn_berger") == 2 * 200 + 500
    assert of(THREE_ROUNDS, 4, "sonneborn_berger") == 2 * 300


def test_every_tie_break_shows_its_terms() -> None:
    [line] = [each for each in sorted_standings(range(1, 5), THREE_ROUNDS, "s") if each.entrant == 1]
    terms = line.breaks["buchholz_cut_1"].terms
    assert [(term.round, term.opponent, term.amount, term.counts) for term in terms] == [
        (1, 2, 200, False),
        (2, 3, 500, True),
        (3, 4, 200, True),
    ]
    for name, made in line.breaks.items():
        assert made.value == sum(term.amount for term in made.terms if term.counts), name


def test_a_bye_gives_the_own_average_against_an_equal_opponent() -> None:
    results = rounds({(1, 2): WIN, (3,): ()}, {(1, 3): (140, 60), (2,): ()})
    field = Field((1, 2, 3), results)
    assert field.score == {1: 340, 2: 0, 3: 120}
    line = next(each for each in sorted_standings((1, 2, 3), results, "s") if each.entrant == 3)
    assert line.breaks["buchholz"].value == 340 + 120
    assert line.breaks["sonneborn_berger"].value == 120, "the points of 1, as if tied with them"
    assert line.breaks["wins"].value == 0


def test_a_missed_round_gives_nothing_and_is_left_out_of_the_average() -> None:
    results = rounds({(1, 2): WIN, (3,): (0,)}, {(1, 3): LOSS, (2,): ()}, {(2, 1): WIN, (3,): ()})
    assert Field((1, 2, 3), results).score == {1: 200, 2: 200 + 100, 3: 200 + 200}


def test_a_bot_is_no_entrant_and_counts_as_an_equal_opponent() -> None:
    results = rounds({(1, 2): WIN, (3, -1): LOSS}, {(1, -1): WIN, (2, 3): LOSS})
    lines = sorted_standings((1, 2, 3), results, "s")
    assert [(line.entrant, line.score) for line in lines] == [(1, 400), (3, 200), (2, 0)]
    assert [term.amount for term in lines[0].breaks["buchholz"].terms] == [0, 400]


def test_at_a_table_of_three_everybody_meets_two() -> None:
    results = rounds({(1, 2, 3): (400, 200, 0)}, {(3, 2, 1): (300, 300, 0)})
    lines = {line.entrant: line for line in sorted_standings((1, 2, 3), results, "s", ["buchholz", "wins"])}
    assert lines[1].breaks["buchholz"].value == 2 * 500 + 2 * 300
    assert {who: line.breaks["wins"].value for who, line in lines.items()} == {1: 2, 2: 2, 3: 1}


def test_partners_do_not_meet() -> None:
    result = TableResult(1, (1, 2, 3, 4), (200, 0, 200, 0), (0, 1, 0, 1))
    [line] = [
        each for each in sorted_standings(range(1, 5), [result], "s", ["buchholz"]) if each.entrant == 1
    ]
    assert [term.opponent for term in line.breaks["buchholz"].terms] == [2, 4]


def test_a_circular_tie_is_broken_by_a_reproducible_lot() -> None:
    circle = rounds({(1, 2): WIN, (3,): ()}, {(2, 3): WIN, (1,): ()}, {(3, 1): WIN, (2,): ()})
    orders = {
        seed: [line.entrant for line in sorted_standings((1, 2, 3), circle, seed)] for seed in "abcdefgh"
    }
    assert len({tuple(order) for order in orders.values()}) > 1
    assert all(
        [line.entrant for line in sorted_standings((3, 1, 2), circle, seed)] == orders[seed]
        for seed in orders
    )


def test_the_direct_match_counts_early_only_if_it_is_decided() -> None:
    apart = rounds({(1, 2): WIN, (3, 4): WIN}, {(1, 4): LOSS, (3, 2): LOSS})
    every = {
        tuple(line.entrant for line in sorted_standings(range(1, 5), apart, seed, ["direct"]))
        for seed in "abcd"
    }
    assert len(every) > 1, "1 and 3 have not met, nor 2 and 4"
    beaten_by_1 = rounds({(1, 2): WIN}, {(1, 3): WIN}, {(2,): (400,), (3,): (400,)})
    for seed in "abcd":
        assert sorted_standings((1, 2, 3), beaten_by_1, seed, ["direct"])[0].entrant == 1, (
            "2 and 3 have not met"
        )
    tied_with_2 = rounds({(1, 2): TIE}, {(1, 3): WIN}, {(2,): (200,), (3,): (300,)})
    first = {sorted_standings((1, 2, 3), tied_with_2, seed, ["direct"])[0].entrant for seed in "abcdefgh"}
    assert len(first) > 1, "by beating 3, 2 could have drawn level with 1"


def test_a_result_of_a_non_entrant_is_refused() -> None:
    with pytest.raises(ValueError, match="9 has a result and is no entrant"):
        sorted_standings((1, 2), [TableResult(1, (1, 9), (100, 0))], "s")


@given(st.integers(2, 9), st.integers(0, 2**32))
def test_the_order_depends_only_on_the_scores(entrants: int, seed: int) -> None:
    random = Random(seed)
    results = [
        TableResult(number, (one, other), random.choice([WIN, TIE, LOSS]))
        if one is not None and other is not None
        else TableResult(number, (one or other or 0,))
        for number, pairs in enumerate(round_robin.round_robin_rounds(range(1, entrants + 1)), start=1)
        for one, other in pairs
    ]
    lines = sorted_standings(range(1, entrants + 1), results, "seed")
    assert [line.place for line in lines] == [*range(1, entrants + 1)]
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    random.shuffle(results)
    assert sorted_standings(range(1, entrants + 1), results, "seed") == lines
