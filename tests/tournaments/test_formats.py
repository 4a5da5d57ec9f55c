"""The formats girone, eliminazione and Mitchell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import knockout, mitchell, round_robin
from tournaments.formats.format import EventSides
from tournaments.formats.history import EventHistory, HistoryEntrant, HistoryRound, PlayedRound


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


RESTING = {"switch": False, "odd": "rests", "absent": "rest"}
TABLES_OF_TWO = EventSides("pair", (0, 1, 0, 1))


def mitchell_evening(
    people: int, changes: Sequence[tuple[Sequence[int], int]]
) -> tuple[list[HistoryRound], EventHistory]:
    """Return the rounds of a Mitchell at real tables: a first one, then one after each change, for which some
    leave, by their position among those who are there, and others come."""
    entrants = [HistoryEntrant(number) for number in range(1, people + 1)]
    history = EventHistory(tuple(entrants), absent_rest=True)
    settings = {**RESTING, "rounds": len(changes) + 1}
    rounds: list[HistoryRound] = []
    for leaving, coming in [((), 0), *changes]:
        turn = len(rounds)
        there = [each.id for each in entrants if each.left is None]
        gone = {there[at % len(there)] for at in leaving if len(there) > 3}
        entrants = [replace(each, left=turn) if each.id in gone else each for each in entrants]
        last = len(entrants)
        entrants += [HistoryEntrant(last + at, joined=turn) for at in range(1, coming + 1)]
        history = replace(history, entrants=tuple(entrants))
        planned = mitchell.mitchell_rounds(settings, TABLES_OF_TWO, history, "")
        if turn >= len(planned):
            break
        rounds.append(planned[turn])
        made = PlayedRound(planned[turn], tuple((100, 100) for _table in planned[turn].tables))
        history = replace(history, rounds=(*history.rounds, made))
    return rounds, history


def changes_of(leaving: int) -> st.SearchStrategy[list[tuple[list[int], int]]]:
    """Make up to four changes, in each of which so many leave at most and up to two come."""
    positions = st.lists(st.integers(0, 40), max_size=leaving)
    return st.lists(st.tuples(positions, st.integers(0, 2)), min_size=1, max_size=4)


@given(st.integers(6, 24), changes_of(2))
def test_in_a_mitchell_at_most_one_rests_whoever_comes_and_goes(
    people: int, changes: list[tuple[list[int], int]]
) -> None:
    rounds, history = mitchell_evening(people, changes)
    for turn, round_ in enumerate(rounds):
        there = {each.id for each in history.entrants if each.is_in(turn)}
        seated = [who for table in round_.tables for who in table.places]
        assert len(round_.byes) == len(there) % 2
        assert sorted([*seated, *round_.byes]) == sorted(there)


@given(st.integers(16, 24), changes_of(1))
def test_in_a_mitchell_nobody_meets_twice_whoever_comes_and_goes(
    people: int, changes: list[tuple[list[int], int]]
) -> None:
    rounds, _history = mitchell_evening(people, changes)
    met = Counter(frozenset(table.places) for round_ in rounds for table in round_.tables)
    assert {*met.values()} <= {1}


@given(st.integers(6, 24), changes_of(2))
def test_in_a_mitchell_stationary_pairs_keep_their_tables(
    people: int, changes: list[tuple[list[int], int]]
) -> None:
    """Somebody changes the line only if two in the same line have left without being replaced."""
    rounds, history = mitchell_evening(people, changes)
    for turn in range(1, len(rounds)):
        before, after = rounds[turn - 1], rounds[turn]
        left = sum(each.left == turn for each in history.entrants)
        homes = {table.places[0]: table.number for table in before.tables}
        there = {who for table in after.tables for who in table.places}
        now = {table.places[0]: table.number for table in after.tables}
        moved = [who for who, number in homes.items() if who in there and now.get(who) != number]
        assert len(moved) <= (left + 1) // 2


def test_a_table_that_rests_leaves_the_numbers_of_the_others_alone() -> None:
    rounds, _history = mitchell_evening(15, [((), 0)] * 6)
    homes = {(table.places[0], table.number) for round_ in rounds for table in round_.tables}
    assert len({who for who, _number in homes}) == len(homes) == len({number for _who, number in homes})
    assert {len(round_.byes) for round_ in rounds} == {1}
