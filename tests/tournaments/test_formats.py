"""The formats girone, eliminazione and Mitchell."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import knockout, mitchell, round_robin
from tournaments.formats.format import EventSides
from tournaments.formats.history import EventHistory, HistoryEntrant


@given(st.integers(2, 17))
def test_in_a_girone_everybody_meets_once(entrants: int) -> None:
    rounds = round_robin.round_robin_rounds(range(1, entrants + 1))
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if None not in pair)
    assert set(met.values()) == {1}
    assert len(met) == entrants * (entrants - 1) // 2
    for pairs in rounds:
        assert sorted(each for pair in pairs for each in pair if each is not None) == [
            *range(1, entrants + 1)
        ]
    rests = Counter(one or other for pairs in rounds for one, other in pairs if None in (one, other))
    assert rests == (Counter(range(1, entrants + 1)) if entrants % 2 else Counter())


@given(st.integers(2, 12))
def test_a_double_girone_is_played_at_home_and_away(entrants: int) -> None:
    met = Counter(
        pair
        for pairs in round_robin.round_robin_rounds(range(entrants), twice=True)
        for pair in pairs
        if None not in pair
    )
    assert met == Counter((a, b) for a in range(entrants) for b in range(entrants) if a != b)


@pytest.mark.parametrize(
    ("entrants", "expected"),
    [
        (4, ((1, 4), (2, 3))),
        (8, ((1, 8), (4, 5), (2, 7), (3, 6))),
        (6, ((1, None), (4, 5), (2, None), (3, 6))),
        (5, ((1, None), (4, 5), (2, None), (3, None))),
    ],
)
def test_the_first_round_of_a_bracket(entrants: int, expected: tuple[knockout.Tie, ...]) -> None:
    assert knockout.first_round(range(1, entrants + 1)) == expected


@given(st.integers(2, 64))
def test_the_two_best_seeds_can_meet_only_in_the_final(entrants: int) -> None:
    ties = knockout.first_round(range(1, entrants + 1))
    while len(ties) > 1:
        assert all(tie != (None, None) for tie in ties)
        ties = knockout.next_ties([min(each for each in tie if each is not None) for tie in ties])
    assert ties == ((1, 2),)


def test_the_semifinal_losers_play_for_third_place() -> None:
    assert knockout.third_place(((1, 4), (2, 3)), (4, 2)) == (1, 3)


@given(st.integers(1, 12), st.data())
def test_in_a_mitchell_nobody_meets_twice(tables: int, data: st.DataObject) -> None:
    """That holds for other pairs, early or late, and for the empty place."""
    people = data.draw(st.integers(2 * tables - 1, 2 * tables))
    lines, last, met = mitchell.MitchellLines(range(1, people + 1)), people, Counter[frozenset[int | None]]()
    for turn in range(tables):
        if turn:
            late = data.draw(st.integers(0, 5))
            lines.move_up(range(last + 1, last + late + 1))
            last += late
        pairs = lines.pairs()
        met.update(map(frozenset, pairs))
        there = [who for pair in pairs for who in pair if who]
        assert sorted(there) == [*range(1, last + 1)]
        assert 2 * len(pairs) - last in (0, 1), "at most one place is empty"
    assert {*met.values()} == {1}


def test_in_a_mitchell_stationary_pairs_stay_and_new_ones_are_added_last() -> None:
    lines = mitchell.MitchellLines(range(1, 9))
    sat = [home for home, _away in lines.pairs()]
    for late in ([9], [10, 11], [], [12, 13, 14]):
        lines.move_up(late)
        now = [home for home, _away in lines.pairs()]
        assert now[: len(sat)] == sat
        sat = now
    assert len(sat) == 7


@given(st.integers(2, 12), st.lists(st.integers(0, 3), max_size=8), st.booleans())
def test_a_mitchell_lasts_while_original_pairs_have_new_opponents(
    people: int, late: list[int], switch: bool
) -> None:
    joined = [0] * people + [turn for turn, came in enumerate(late, start=1) for _each in range(came)]
    entrants = tuple(HistoryEntrant(number, joined=turn) for number, turn in enumerate(joined, start=1))
    settings = {"rounds": 9, "switch": switch, "odd": "bye"}
    shape = EventSides("pair", (0, 1, 0, 1))
    rounds = mitchell.mitchell_rounds(settings, shape, EventHistory(entrants), "")
    met = Counter(frozenset(table.places) for each in rounds for table in each.tables)
    assert len(rounds) == min(9, (people + 1) // 2)
    assert {*met.values()} <= {1}
