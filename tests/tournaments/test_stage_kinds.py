"""Girone, Howell and a second Mitchell as stages; the meetings are counted and bounded by scripts of their
own, which know nothing of the formats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.test_stage_cuts import (
    PAIRS,
    by_strength,
    chosen,
    next_round,
    of,
    people_of,
    places,
    play_on,
    play_round,
)
from tournaments.format_texts import of_repeats
from tournaments.formats.format import Settings
from tournaments.formats.history import EventHistory, HistoryEntrant, HistoryRound, HistoryTable, Over
from tournaments.formats.stage_groups import group_members
from tournaments.formats.stages import STAGES, follow_stages, repeats_of_event

WHOLE = ["robin", "howell"]


def random_scores(seed: int) -> Any:
    random = Random(seed)
    return lambda _number, _table: (random.randrange(0, 900, 100), random.randrange(0, 900, 100))


def meetings_of(rounds: Sequence[Any], among: Collection[int]) -> Counter[frozenset[int]]:
    tables = [each.places for played in rounds for each in played.round.tables]
    return Counter(frozenset(two) for two in tables if {*two} <= {*among})


# ---- girone and Howell: first, in the middle, last, and as the consolation


@pytest.mark.parametrize("kind", WHOLE)
@pytest.mark.parametrize("people", [7, 8, 12])
@pytest.mark.parametrize("at", ["first", "then", "last"])
def test_everybody_meets_everybody_of_the_stage_once(kind: str, people: int, at: str) -> None:
    others = {"first": "swiss", "first_rounds": 2, "then": "danish", "then_rounds": 1, "last": "none"}
    if at == "last":
        others |= {"last": kind}
    options = chosen(**{**others, at: kind})
    over = play_on(options, of(people), score=random_scores(people))
    length = people - 1 + people % 2
    since = {"first": 0, "then": 2, "last": 3}[at]
    whole = over.rounds[since : since + length]
    assert meetings_of(whole, range(1, people + 1)) == Counter(
        frozenset(two) for two in combinations(range(1, people + 1), 2)
    )
    assert {len(each.round.byes) for each in whole} == {people % 2}
    assert over.number == STAGES.rounds(options, PAIRS, people)


@pytest.mark.parametrize("kind", WHOLE)
@pytest.mark.parametrize("carry", ["all", "half", "none"])
def test_the_best_six_meet_once_more_with_what_they_bring_along(kind: str, carry: str) -> None:
    options = chosen(
        first="groups", first_rounds=3, then=kind, then_best=2, then_of="group", then_carry=carry, last="none"
    )
    after = play_on(options, of(12), 3, random_scores(3))
    before = {line.entrant: line.score for line in STAGES.rank(options, PAIRS, after, "seed")}
    over = play_on(options, after, score=random_scores(4))
    best = people_of(next_round(options, after))
    group = {who: each.stage for each in after.rounds[0].round.tables for who in each.places}
    assert Counter(group[who] for who in best) == {"group:1": 2, "group:2": 2, "group:3": 2}
    assert meetings_of(over.rounds[3:], best) == Counter(map(frozenset, combinations(best, 2)))
    made = Counter[int]()
    for played in over.rounds[3:]:
        for table, points in played.results():
            made.update(dict(zip(table.places, points, strict=True)))
    share = {"all": lambda n: n, "half": lambda n: (n + 1) // 2, "none": lambda _n: 0}[carry]
    lines = {line.entrant: line.score for line in STAGES.rank(options, PAIRS, over, "seed")}
    assert {who: lines[who] for who in best} == {who: share(before[who]) + made[who] for who in best}
    assert {*places(options, over)[:6]} == {*best}


@pytest.mark.parametrize("kind", WHOLE)
def test_a_girone_as_consolation_is_played_to_its_end(kind: str) -> None:
    options = chosen(first="swiss", first_rounds=2, then="knockout", then_best=4, consolation=kind)
    over = play_on(options, of(10))
    assert over.number == 2 + 5 == STAGES.rounds(options, PAIRS, 10)
    left_out = [who for who in range(1, 11) if who not in people_of(over.rounds[2].round)]
    assert meetings_of(over.rounds[2:], left_out) == Counter(map(frozenset, combinations(left_out, 2)))
    assert sorted(places(options, over)) == [*range(1, 11)]


@pytest.mark.parametrize("kind", WHOLE)
def test_a_girone_stays_as_it_was_paired_when_a_result_is_changed(kind: str) -> None:
    options = chosen(first="swiss", first_rounds=2, then=kind, last="none")
    after = play_on(options, of(9), 4, random_scores(1))
    turned = replace(after.rounds[0], points=tuple(each and each[::-1] for each in after.rounds[0].points))
    changed = replace(after, rounds=(turned, *after.rounds[1:]))
    assert next_round(options, changed) == next_round(options, after)


# ---- a pair leaves or comes


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_at_most_one_rests_in_a_group_whoever_leaves_or_comes(data: st.DataObject) -> None:
    """At real tables, whose numbers are unique."""
    kind = data.draw(st.sampled_from(["groups", *WHOLE]))
    people, random = data.draw(st.integers(8, 14)), Random(data.draw(st.integers(0, 99)))
    options = chosen(first="danish", first_rounds=1, then=kind, then_rounds=3, last="none")
    history, groups = replace(of(people), absent_rest=True), set[str]()
    while True:
        drawn = STAGES.next_round(options, PAIRS, history, "seed")
        if not isinstance(drawn, HistoryRound):
            break
        seated = Counter(who for each in drawn.tables for who in each.places)
        assert {*seated.values()} == {1}
        assert sorted([*seated, *drawn.byes]) == sorted(history.field())
        numbers = [each.number for each in drawn.tables if each.number]
        assert len(numbers) == len({*numbers})
        if history.number:
            groups |= {each.stage for each in drawn.tables}
            assert len(drawn.byes) <= len(groups), "also whoever is left alone in a group"
        history = play_round(history, drawn, random_scores(history.number))
        if random.random() < 0.4 and len(history.field()) > people - 2:
            gone = random.choice(history.field())
            history = replace(
                history,
                entrants=tuple(
                    replace(each, left=history.number) if each.id == gone else each
                    for each in history.entrants
                ),
            )
        if random.random() < 0.3 and len(history.entrants) < people + 2:
            late = HistoryEntrant(len(history.entrants) + 1, joined=history.number)
            history = replace(history, entrants=(*history.entrants, late))
    assert isinstance(drawn, Over)


def without(history: EventHistory, *gone: int) -> EventHistory:
    entrants = tuple(
        replace(each, left=history.number) if each.id in gone else each for each in history.entrants
    )
    return replace(history, entrants=entrants)


@pytest.mark.parametrize("kind", WHOLE)
def test_two_who_leave_a_girone_let_nobody_rest_in_vain(kind: str) -> None:
    options = chosen(first=kind, then="none", last="none")
    begun = play_on(options, replace(of(8), absent_rest=True), 2)
    over = play_on(options, without(begun, 3, 6))
    assert all(not each.round.byes for each in over.rounds)
    left = [1, 2, 4, 5, 7, 8]
    met = meetings_of(over.rounds, left)
    assert all(met[frozenset(two)] for two in combinations(left, 2)), "all who are left have met"
    tables = [[each.number for each in played.round.tables] for played in over.rounds]
    assert all({*numbers} <= {1, 2, 3, 4} for numbers in tables), "and tables keep their numbers"


def test_a_pair_that_leaves_a_group_lets_only_its_own_group_rest() -> None:
    options = chosen(first="groups", first_rounds=3, then="none", last="none")
    begun = play_on(options, replace(of(8), absent_rest=True), 1)
    over = play_on(options, without(begun, 1))
    before = {each.places: each.number for each in play_on(options, begun).rounds[1].round.tables}
    after = {each.places: each.number for each in over.rounds[1].round.tables}
    assert after.items() <= before.items(), "all others sit where they would have sat"
    assert [len(each.round.byes) for each in over.rounds] == [0, 1, 1]


IN_GROUPS = {"first": "groups", "first_rounds": 3, "then": "none", "last": "none"}


def test_whoever_is_left_alone_in_a_group_takes_the_empty_place_in_another() -> None:
    options = chosen(**IN_GROUPS)
    begun = play_on(options, replace(of(11), absent_rest=True), 1)
    *others, [guest, *gone] = groups_after(options, begun)
    assert [*map(len, others), len(gone)] == [3, 4, 3]
    over = play_on(options, without(begun, *gone))
    assert not any(each.round.byes for each in over.rounds[1:]), "nobody rests any more"
    met = meetings_of(over.rounds, range(1, 12))
    assert max(met.values()) == 1
    assert all(met[frozenset(two)] for group in others for two in combinations(group, 2)), "as was planned"
    assert groups_after(options, over) == [*others, (guest, *gone)], "the guest is ranked in the own group"
    assert all({each.number for each in played.round.tables} <= {*range(1, 7)} for played in over.rounds)


def test_where_no_place_is_empty_they_rest_in_turn_with_the_guest() -> None:
    options = chosen(**IN_GROUPS)
    begun = play_on(options, replace(of(12), absent_rest=True), 1)
    *_others, [_guest, *gone] = groups_after(options, begun)
    over = play_on(options, without(begun, *gone))
    [[first], [second]] = [each.round.byes for each in over.rounds[1:]]
    assert first != second
    assert max(meetings_of(over.rounds, range(1, 13)).values()) == 1


def test_two_who_are_left_alone_meet_and_leave_the_others_to_themselves() -> None:
    options = chosen(**IN_GROUPS)
    begun = play_on(options, replace(of(12), absent_rest=True), 1)
    one, two, whole = groups_after(options, begun)
    over = play_on(options, without(begun, *one[1:], *two[1:]))
    assert not any(each.round.byes for each in over.rounds)
    met = meetings_of(over.rounds, range(1, 13))
    assert met[frozenset((one[0], two[0]))] >= 1
    assert sum(met[frozenset(each)] for each in combinations(whole, 2)) >= 4


def groups_after(options: Settings, history: EventHistory) -> list[tuple[int, ...]]:
    """Return the members of each group of the first stage, in the order of their numbers."""
    [view, *_later] = follow_stages(options, PAIRS, history, "seed").views
    return [tuple(sorted(each)) for each in group_members(view.stage, view.own)]


# ---- a second session of Mitchell


def fewest_repeats(people: Sequence[int], met: Collection[frozenset[int]], rounds: int) -> int:
    """Return the fewest repeated meetings of any Mitchell: for each split into two lines, the most new
    meetings with at most `rounds` for each (a flow), which by König's theorem fill that many rounds."""
    first, *others = people
    return min(
        len(people) // 2 * rounds - _most_new([first, *more], [*{*others} - {*more}], met, rounds)
        for more in combinations(others, len(people) // 2 - 1)
    )


def _most_new(
    sitting: Sequence[int], moving: Sequence[int], met: Collection[frozenset[int]], rounds: int
) -> int:
    plays: dict[int, set[int]] = {who: set() for who in sitting}
    load = Counter[int]()

    def another(who: int, seen: set[int]) -> bool:
        for other in moving:
            if other in seen or other in plays[who] or frozenset((who, other)) in met:
                continue
            seen.add(other)
            if load[other] < rounds:
                plays[who].add(other)
                load[other] += 1
                return True
            for holder in (each for each in sitting if other in plays[each]):
                plays[holder].remove(other)
                if another(holder, seen):
                    plays[who].add(other)
                    return True
                plays[holder].add(other)
        return False

    return sum(another(who, set()) for who in sitting for _round in range(rounds))


@pytest.mark.parametrize("people", [4, 6, 8, 10])
def test_nobody_meets_again_in_a_second_session_if_that_is_possible(people: int) -> None:
    for first in range(1, people // 2 + 1):
        for second in range(1, people // 2 + 1):
            options = chosen(
                first="mitchell", first_rounds=first, then="mitchell", then_rounds=second, last="none"
            )
            after = play_on(options, of(people), first, random_scores(first))
            planned = repeats_of_event(options, PAIRS, after, "seed")
            over = play_on(options, after, score=random_scores(second))
            repeats = sum(times - 1 for times in over.meetings.values())
            fewest = fewest_repeats(range(1, people + 1), {*after.meetings}, second)
            assert repeats == planned == repeats_of_event(options, PAIRS, over, "seed")
            assert fewest <= repeats <= (fewest + 2 if fewest else 0), (first, second)


def test_large_and_odd_fields_have_no_repeats_either() -> None:
    options = chosen(first="mitchell", first_rounds=5, then="mitchell", then_rounds=5, last="none")
    for people in (23, 40):
        over = play_on(options, of(people), score=random_scores(people))
        assert max(over.meetings.values()) == 1
        assert max(over.rests.values(), default=0) <= 1


def test_the_page_says_how_many_meetings_come_again() -> None:
    options = chosen(first="mitchell", first_rounds=4, then="mitchell", then_rounds=4, last="none")
    after = play_on(options, of(8), 4, by_strength)
    found = repeats_of_event(options, PAIRS, after, "seed")
    assert found == 8
    assert "8" in str(of_repeats(found)[0])
    assert of_repeats(0) == []


def test_whoever_sits_out_the_first_round_of_a_group_joins_it_later() -> None:
    options = chosen(first="swiss", first_rounds=1, then="groups", then_rounds=3, last="none")
    asks = [replace(each, byes_asked=frozenset({2})) if each.id == 4 else each for each in of(8).entrants]
    history = EventHistory(tuple(asks), absent_rest=True, asked_bye=())
    history = play_on(options, history, 1)
    drawn = next_round(options, history)
    assert 4 not in people_of(drawn)
    history = play_round(history, replace(drawn, byes=(*drawn.byes, 4)))
    for _ in range(2):
        drawn = next_round(options, history)
        assert 4 in people_of(drawn) or 4 in drawn.byes
        assert all(isinstance(each, HistoryTable) for each in drawn.tables)
        history = play_round(history, drawn)
