"""The draw of tables: nobody meets the same people twice as long as it can be avoided."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats import designs
from tournaments.formats.meetings import (
    OPPONENT,
    PAIRS,
    PARTNER,
    THREE,
    Past,
    TableSeats,
    draw_tables,
    schedule_rounds,
)

FOUR = TableSeats(4)


def past_of(rounds: tuple[tuple[tuple[int, ...], ...], ...], shape: TableSeats) -> Past:
    past = Past(shape)
    for tables in rounds:
        past.add(tables)
    return past


@pytest.mark.parametrize(
    ("entrants", "shape", "rounds"),
    [(9, THREE, 4), (15, THREE, 7), (16, FOUR, 5), (25, TableSeats(5), 6)],
    ids=["9 by three", "15 by three", "16 by four", "25 by five"],
)
def test_a_perfect_schedule_lets_everybody_meet_everybody_once(
    entrants: int, shape: TableSeats, rounds: int
) -> None:
    past = past_of(schedule_rounds(range(entrants), shape, rounds, "seed"), shape)
    assert Counter(past.met.values()) == {1: entrants * (entrants - 1) // 2}


@pytest.mark.parametrize("entrants", designs.CHANGING_PAIRS)
def test_changing_partnerships_are_balanced(entrants: int) -> None:
    """Any two people are partners once and opponents twice."""
    past = past_of(schedule_rounds(range(entrants), PAIRS, entrants - 1, "seed"), PAIRS)
    every = [frozenset(two) for two in combinations(range(entrants), 2)]
    assert past.met == Counter({(PARTNER, two): 1 for two in every} | {(OPPONENT, two): 2 for two in every})


@pytest.mark.parametrize(
    ("entrants", "shape", "rounds"),
    [(12, THREE, 4), (18, THREE, 7), (24, THREE, 7), (300, THREE, 7), (20, PAIRS, 7), (40, PAIRS, 7)],
)
def test_an_optimised_schedule_repeats_nothing(entrants: int, shape: TableSeats, rounds: int) -> None:
    drawn = schedule_rounds(range(entrants), shape, rounds, "seed")
    assert all(sorted(sum(tables, ())) == [*range(entrants)] for tables in drawn)
    assert past_of(drawn, shape).repeats == 0


@st.composite
def fields(draw_from: st.DrawFn) -> tuple[list[int], TableSeats]:
    shape = draw_from(st.sampled_from([TableSeats(2), THREE, PAIRS, TableSeats(6)]))
    tables = draw_from(st.integers(1, 6))
    size = shape.seats * tables
    return draw_from(st.lists(st.integers(), min_size=size, max_size=size, unique=True)), shape


@settings(max_examples=50)
@given(fields(), st.integers(1, 5), st.text(max_size=5))
def test_everybody_sits_once_in_every_round(
    field: tuple[list[int], TableSeats], rounds: int, seed: str
) -> None:
    entrants, shape = field
    past = Past(shape)
    for number in range(rounds):
        tables = draw_tables(entrants, past, f"{seed}{number}")
        assert sorted(sum(tables, ())) == sorted(entrants)
        assert {len(table) for table in tables} == {shape.seats}
        assert tables == draw_tables([*reversed(entrants)], past, f"{seed}{number}"), (
            "the same for the same seed"
        )
        past.add(tables)


def test_entrants_kept_apart_do_not_sit_together() -> None:
    forbidden = {frozenset((0, other)) for other in range(1, 13)}
    for number in range(20):
        tables = draw_tables(range(15), Past(THREE), f"{number}", forbidden)
        assert next({*table} for table in tables if 0 in table) == {0, 13, 14}


def test_unavoidable_repeats_first_make_partners_opponents() -> None:
    """Four people can sit in three ways; nobody has the same partner again before all are used."""
    past = Past(PAIRS)
    for number in range(3):
        past.add(draw_tables(range(4), past, f"{number}"))
    assert {times for (kind, _), times in past.met.items() if kind == PARTNER} == {1}


@pytest.mark.parametrize("entrants", [[1, 2], [1, 2, 3, 3, 4, 5], [1, 2, 3, 4]])
def test_a_number_of_entrants_that_fills_no_tables_is_refused(entrants: list[int]) -> None:
    with pytest.raises(ValueError, match="do not fill tables of 3"):
        draw_tables(entrants, Past(THREE), "seed")
