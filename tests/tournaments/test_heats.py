"""Individuals in stages: who sits with whom, who goes on, what they bring along, what the others play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tournaments import actions
from tournaments.format_texts import of_stages, stage_rules
from tournaments.formats import catalog
from tournaments.formats.catalog import FORMATS, left_open
from tournaments.formats.format import EventSides, Settings
from tournaments.formats.history import (
    EventHistory,
    HistoryEntrant,
    HistoryRound,
    Over,
    PlayedRound,
)
from tournaments.formats.stage_plan import DANISH, TABLES, Stage, stages_of_event
from tournaments.formats.stages import CONSOLATION, cuts_of_event, follow_stages

HEATS = FORMATS["heats"]
ALONE = EventSides("single", (0, 1, 2, 3))
PARTNERS = EventSides("single", (0, 1, 0, 1))
OF_SIZES = EventSides("single", (0, 1, 2, 3), (3, 4, 5))


def chosen(**options: Any) -> Settings:
    return HEATS.settings({"scoring": "game", "odd": "rests", **options})


def field_of(people: int) -> EventHistory:
    return EventHistory(tuple(HistoryEntrant(number) for number in range(1, people + 1)))


def next_round(options: Settings, history: EventHistory, shape: EventSides = ALONE) -> HistoryRound:
    drawn = HEATS.next_round(options, shape, history, "seed")
    assert isinstance(drawn, HistoryRound)
    return drawn


def play_round(history: EventHistory, drawn: HistoryRound) -> EventHistory:
    """Play a round in which the entrant with the lower number makes more."""
    points = tuple(tuple(10_000 - 10 * abs(who) for who in table.places) for table in drawn.tables)
    return replace(history, rounds=(*history.rounds, PlayedRound(drawn, points)))


def play_on(
    options: Settings, history: EventHistory, rounds: int = 99, shape: EventSides = ALONE
) -> EventHistory:
    """Play so many rounds, or to the end."""
    for _ in range(rounds):
        if isinstance(HEATS.next_round(options, shape, history, "seed"), Over):
            break
        history = play_round(history, next_round(options, history, shape))
    return history


def places(options: Settings, history: EventHistory, shape: EventSides = ALONE) -> list[int]:
    return [line.entrant for line in HEATS.rank(options, shape, history, "seed")]


def people_at(drawn: HistoryRound, *, beside: bool = False) -> list[list[int]]:
    tables = [each for each in drawn.tables if each.stage.startswith(CONSOLATION) is beside]
    return [sorted(who for who in each.places if who > 0) for each in tables]


def people_in(drawn: HistoryRound, *, beside: bool = False) -> list[int]:
    return sorted(who for table in people_at(drawn, beside=beside) for who in table)


def everybody(drawn: HistoryRound) -> list[int]:
    return sorted([who for table in drawn.tables for who in table.places if who > 0] + [*drawn.byes])


def meetings_of(rounds: Iterable[PlayedRound]) -> Counter[frozenset[int]]:
    return EventHistory((), tuple(rounds)).meetings


# ---- who goes on


def test_four_rounds_and_then_the_best_eight() -> None:
    options = HEATS.settings({})
    assert stages_of_event(options, ALONE, 16) == (Stage(TABLES, 0, 4), Stage(DANISH, 4, 2, best=8))
    assert HEATS.rounds(options, ALONE, 16) == 6
    over = play_on(options, field_of(16))
    assert over.number == 6
    assert people_at(over.rounds[4].round) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert places(options, over) == [*range(1, 17)]
    [cut] = cuts_of_event(options, ALONE, over, "seed")
    assert (cut.goes_on, cut.level) == ((*range(1, 9),), ())


def test_at_least_a_full_table_goes_on() -> None:
    options = chosen(then_best=2)
    assert people_at(next_round(options, play_on(options, field_of(12), 4))) == [[1, 2, 3, 4]]


def test_a_final_table_after_the_second_stage() -> None:
    options = chosen(first_rounds=2, then="tables", then_rounds=1, last="danish", last_rounds=1)
    over = play_on(options, field_of(16))
    assert [people_in(each.round) for each in over.rounds[2:]] == [
        [*range(1, 9)], [*range(1, 5)]
    ]  # fmt: skip


def test_whoever_withdraws_before_the_cut_is_replaced() -> None:
    options = chosen()
    after = play_on(options, field_of(16), 4)
    gone = tuple(replace(each, left=4, competes=False) if each.id == 3 else each for each in after.entrants)
    assert people_at(next_round(options, replace(after, entrants=gone))) == [[1, 2, 4, 5], [6, 7, 8, 9]]


def test_a_later_ruling_does_not_change_who_is_in() -> None:
    options = chosen()
    after = play_on(options, field_of(16), 5)
    turned = replace(after.rounds[0], points=tuple(each and each[::-1] for each in after.rounds[0].points))
    changed = replace(after, rounds=(turned, *after.rounds[1:]))
    assert everybody(next_round(options, changed)) == [*range(1, 9)]


def round_of_format(name: str, options: Settings, history: EventHistory) -> HistoryRound:
    """Return the next round, with the byes that were asked for."""
    shape = ALONE if name == "heats" else EventSides("pair", (0, 1, 0, 1))
    drawn = catalog.next_round(FORMATS[name], options, shape, history, "seed")
    assert isinstance(drawn, HistoryRound)
    return drawn


@pytest.mark.parametrize("name", ["heats", "stages"])
@pytest.mark.parametrize("consolation", ["none", DANISH])
@pytest.mark.parametrize("asker", [1, 16])
def test_a_bye_asked_after_the_cut_neither_brings_in_nor_takes_out(
    asker: int, consolation: str, name: str
) -> None:
    first = "swiss" if name == "stages" else TABLES
    options = FORMATS[name].settings({
        "scoring": "game", "odd": "rests", "first": first, "first_rounds": 4, "then": DANISH, "then_best": 8,
        "then_rounds": 2, "last": "none", "consolation": consolation,
    })  # fmt: skip
    entrants = field_of(16).entrants
    asked = tuple(replace(each, byes_asked=frozenset({5} & {each.id + 5 - asker})) for each in entrants)
    history = EventHistory(asked, asked_bye=())
    for _ in range(4):
        history = play_round(history, round_of_format(name, options, history))
    drawn = round_of_format(name, options, history)
    assert (asker in drawn.byes) is (asker == 1 or consolation != "none")
    after = round_of_format(name, options, play_round(history, drawn))
    assert sorted([*people_in(after), *after.byes]) == [*range(1, 9)]
    assert people_in(after, beside=True) == ([*range(9, 17)] if consolation != "none" else [])


def test_a_later_ruling_among_those_who_rested_does_not_change_who_is_in() -> None:
    options = chosen(first_rounds=2, then_best=6, then_rounds=3, consolation=TABLES)
    after = play_on(options, field_of(16), 3)
    first, *later = after.rounds
    outsider = after.rounds[2].round.byes[-1]
    assert outsider > 6
    points = tuple(
        tuple(99_999 if who == outsider else 10_000 - 10 * who for who in table.places)
        for table in first.round.tables
    )
    ruled = replace(after, rounds=(replace(first, points=points), *later))
    field = follow_stages(options, ALONE, ruled, "seed").views[-1].field
    assert field is not None
    assert sorted(field) == [*range(1, 7)]


# ---- what is brought along


@pytest.mark.parametrize("kind", [DANISH, TABLES])
@pytest.mark.parametrize("carry", ["all", "half", "none"])
def test_the_best_bring_all_half_or_none_of_their_points(carry: str, kind: str) -> None:
    options = chosen(then=kind, then_rounds=1, then_carry=carry)
    after = play_on(options, field_of(16), 4)
    before = {line.entrant: line.score for line in HEATS.rank(options, ALONE, after, "seed")}
    over = play_on(options, after)
    share = {"all": lambda n: n, "half": lambda n: (n + 1) // 2, "none": lambda _n: 0}[carry]
    lines = {line.entrant: line.score for line in HEATS.rank(options, ALONE, over, "seed")}
    assert {who: lines[who] for who in range(1, 9)} == {
        who: share(before[who]) + 10_000 - 10 * who for who in range(1, 9)
    }


@pytest.mark.parametrize("best", [0, 8])
def test_neighbours_sit_together_even_if_everybody_begins_at_zero(best: int) -> None:
    options = chosen(then_best=best, then_carry="none")
    drawn = next_round(options, play_on(options, field_of(16), 4))
    assert people_at(drawn)[:2] == [[1, 2, 3, 4], [5, 6, 7, 8]]


# ---- neighbours at a table


def test_with_changing_partners_first_and_fourth_face_second_and_third() -> None:
    options = chosen(then_best=0, then_rounds=4)
    history = play_on(options, field_of(12), 4, PARTNERS)
    for _ in range(4):
        drawn = next_round(options, history, PARTNERS)
        partners = [{frozenset(each.places[::2]), frozenset(each.places[1::2])} for each in drawn.tables]
        assert partners == [
            {frozenset((at + 1, at + 4)), frozenset((at + 2, at + 3))} for at in (0, 4, 8)
        ]  # fmt: skip
        history = play_round(history, drawn)
    assert {each.round.tables[0].places[0] for each in history.rounds[4:]} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("people", "tables"), [(9, [[1, 2, 3, 4], [5, 6, 7], [8, 9]]), (5, [[1, 2, 3], [4, 5]]), (3, [[1, 2, 3]])]
)
def test_bots_sit_at_the_last_tables_and_nobody_alone_with_them(people: int, tables: list[list[int]]) -> None:
    options = chosen(odd="bots", then_best=0)
    after = play_on(options, field_of(people), 4)
    drawn = next_round(options, after)
    assert people_at(drawn) == tables
    assert {len(each.places) for each in drawn.tables} == {4}


def test_the_last_rest_each_once() -> None:
    options = chosen(first_rounds=1, then_best=0, then_rounds=3)
    over = play_on(options, field_of(10))
    assert sorted(who for each in over.rounds for who in each.round.byes[:2])[-2:] == [9, 10]
    assert max(Counter(who for each in over.rounds for who in each.round.byes).values()) == 1


def test_tables_of_several_sizes_take_everybody() -> None:
    options = HEATS.settings({"odd": "sizes", "then_best": 9})
    drawn = next_round(options, play_on(options, field_of(11), 4, OF_SIZES), OF_SIZES)
    assert people_at(drawn) == [[1, 2, 3, 4, 5], [6, 7, 8, 9]]


@given(st.integers(0, 999), st.sampled_from([DANISH, TABLES]), st.sampled_from([ALONE, PARTNERS]))
@settings(max_examples=30, deadline=None)
def test_those_who_are_kept_apart_do_not_meet(seed: int, kind: str, shape: EventSides) -> None:
    shuffled = Random(seed).sample(range(1, 17), 16)
    clubs = [shuffled[at::4] for at in range(3)]
    apart = frozenset(frozenset(two) for club in clubs for two in combinations(club, 2))
    options = chosen(first=kind, then=kind, then_best=0, first_rounds=2)
    over = play_on(options, replace(field_of(16), forbidden=apart), shape=shape)
    assert not apart & meetings_of(over.rounds).keys()


def test_the_nearest_is_swapped_with_one_who_is_kept_apart() -> None:
    options = chosen()
    after = replace(play_on(options, field_of(16), 4), forbidden=frozenset({frozenset((1, 3))}))
    assert people_at(next_round(options, after)) == [[1, 2, 4, 5], [3, 6, 7, 8]]


# ---- different people in each round


@given(st.integers(4, 24), st.sampled_from(["bots", "bye", "rests"]), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_everybody_who_is_in_has_one_place_in_each_round(people: int, odd: str, seed: int) -> None:
    random = Random(seed)
    consolation = random.choice(["none", TABLES, DANISH])
    shape = random.choice([ALONE, PARTNERS])
    options = chosen(
        odd=odd, first=random.choice([TABLES, DANISH]), then=random.choice([TABLES, DANISH]),
        then_best=random.choice([0, 4, 6, 8]), last=random.choice([TABLES, DANISH, "none"]), last_best=4,
        last_rounds=2, consolation=consolation,
    )  # fmt: skip
    over = play_on(options, field_of(people), shape=shape)
    assert over.number == HEATS.rounds(options, shape, people)
    cuts, field = iter(cuts_of_event(options, shape, over, "seed")), {*range(1, people + 1)}
    for stage in stages_of_event(options, shape, people):
        field = {*next(cuts).goes_on} if stage.since and stage.best else field
        for played in over.rounds[stage.since :][: stage.rounds]:
            assert len({*everybody(played.round)}) == len(everybody(played.round))
            assert field <= {*everybody(played.round)}
    assert sorted(places(options, over, shape)) == [*range(1, people + 1)]


@pytest.mark.parametrize(("people", "rounds", "shape"), [(16, 5, ALONE), (24, 3, ALONE), (8, 7, PARTNERS)])
def test_nobody_meets_more_often_than_needed(people: int, rounds: int, shape: EventSides) -> None:
    options = chosen(first_rounds=rounds, then="none")
    over = play_on(options, field_of(people), shape=shape)
    least = -(-3 * rounds // (people - 1))
    assert max(meetings_of(over.rounds).values()) == least


def test_after_a_cut_meetings_are_counted_anew() -> None:
    options = chosen(then=TABLES, then_best=16, then_rounds=5)
    over = play_on(options, field_of(20))
    assert max(meetings_of(over.rounds[4:]).values()) == 1, "five rounds of four tables, each two once"


def test_without_a_cut_they_go_on() -> None:
    options = chosen(first=DANISH, first_rounds=1, then=TABLES, then_best=0, then_rounds=3)
    assert max(meetings_of(play_on(options, field_of(24)).rounds).values()) == 1


def test_the_rounds_of_a_stage_are_planned_until_somebody_leaves() -> None:
    options = chosen(then=TABLES, then_rounds=3)
    first = HEATS.plan(options, ALONE, field_of(16), "seed")
    assert len(first) == 4
    after = play_on(options, field_of(16), 4)
    assert tuple(each.round for each in after.rounds) == first
    after = play_on(options, after, 1)
    assert len(HEATS.plan(options, ALONE, after, "seed")) == 4 + 3
    left = tuple(replace(each, left=1) if each.id == 9 else each for each in field_of(16).entrants)
    gone = replace(play_on(options, field_of(16), 1), entrants=left)
    assert HEATS.plan(options, ALONE, gone, "seed") == ()
    assert everybody(next_round(options, gone)) == [each for each in range(1, 17) if each != 9]


# ---- the consolation, and an early end


@pytest.mark.parametrize("kind", [TABLES, DANISH])
def test_the_others_play_a_consolation_to_the_end(kind: str) -> None:
    options = chosen(then_rounds=2, last=DANISH, last_rounds=2, consolation=kind)
    over = play_on(options, field_of(20))
    assert over.number == 4 + 2 + 2
    for played in over.rounds[4:]:
        assert people_in(played.round, beside=True) == [*range(9, 21)]
    if kind == DANISH:
        assert people_at(over.rounds[4].round, beside=True)[0] == [9, 10, 11, 12]
    assert places(options, over) == [*range(1, 21)]


def test_too_few_for_a_table_are_left_without_a_consolation() -> None:
    options = chosen(consolation=TABLES)
    over = play_on(options, field_of(10))
    assert over.number == 6
    assert not any(people_at(each.round, beside=True) for each in over.rounds)


@pytest.mark.parametrize(("beside", "planned"), [(TABLES, 2 + 3), (DANISH, 0)])
def test_the_plan_has_everybody_of_the_consolation_too_or_there_is_none(beside: str, planned: int) -> None:
    options = chosen(then=TABLES, first_rounds=2, then_rounds=3, consolation=beside)
    after = play_on(options, field_of(16), 3)
    found = HEATS.plan(options, ALONE, after, "seed")
    assert len(found) == planned
    assert all(everybody(each) == [*range(1, 17)] for each in found)
    over = tuple(each.round for each in play_on(options, after).rounds)
    assert found in ((), over)


def test_finalists_who_are_too_few_rest_beside_the_consolation() -> None:
    options = chosen(first_rounds=2, then_best=4, then_rounds=3, consolation=TABLES)
    after = play_on(options, field_of(16), 3)
    gone = tuple(replace(each, left=3, competes=False) if each.id == 2 else each for each in after.entrants)
    history = replace(after, entrants=gone)
    drawn = next_round(options, history)
    assert drawn.byes == (1, 3, 4)
    assert people_in(drawn, beside=True) == [*range(5, 17)]
    over = play_on(options, history)
    assert over.number == 5
    assert {*places(options, over)[:4]} == {1, 2, 3, 4}


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.django_db
def test_only_those_of_the_same_field_play_instead_of_who_has_left(evening: NewEvening) -> None:
    """Six go on, of whom two rest; the eight of the consolation all play."""
    short = {"deals": 1, "odd": "rests", "first_rounds": 1, "then_best": 6, "consolation": TABLES}
    tonight = evening(format="heats", unit="single", venue="real", settings=short)
    tonight.enter(*([actions.Named(f"P{number}")] for number in range(14)))
    tonight.start()
    for table in tonight.tables():
        actions.enter_scores(tonight.organiser, table, {table.labels[0]: [table.number, 11 - table.number]})
    tonight.at(seconds=1)
    tonight.begin_round()
    final, *_, beside = tonight.tables()
    resting = [*tonight.round.byes]
    for table in (final, beside):
        gone = tonight.event.entries.get(number=table.places[0])
        actions.remove_entry(tonight.organiser, gone, "assenti", now=tonight.now)
    with refused("nobody_rests"):
        actions.seat_resting(tonight.organiser, beside, "assenti", now=tonight.now)
    assert actions.seat_resting(tonight.organiser, final, "assenti", now=tonight.now).places[0] == resting[0]


def test_finalists_share_no_prize_with_those_of_the_consolation() -> None:
    options = chosen(first_rounds=1, then_best=4, then_rounds=1, consolation=DANISH)
    after = play_on(options, field_of(8), 2)
    lines = HEATS.rank(options, ALONE, after, "seed")
    assert [line.entrant for line in lines] == [*range(1, 9)]
    assert [line.tier for line in lines] == [0] * 4 + [1] * 4


def test_an_early_end_leaves_rounds_open_and_no_meetings() -> None:
    options = chosen()
    found = left_open(HEATS, options, ALONE, play_on(options, field_of(16), 2), "seed", 2)
    assert (found.rounds, found.meetings) == (4, 0)


def test_the_stages_are_described() -> None:
    options = chosen(consolation=TABLES)
    found = stages_of_event(options, ALONE, 16)
    with translation.override("en"):
        said = of_stages(found)
        alone, partners = (" ".join(stage_rules(options, found, shape)) for shape in (ALONE, PARTNERS))
        of_sizes = " ".join(stage_rules(HEATS.settings({"odd": "sizes"}), found, OF_SIZES))
    assert said == ["4 rounds of Rotation", "2 rounds of Danish with the best 8"]
    assert (
        "In the Danish the first 4 in the standings sit at one table, the next at another, and so on."
        in alone
    )
    assert "the first 4" not in of_sizes
    assert "In the Danish neighbours in the standings sit at one table." in of_sizes
    assert "the 1st and the 4th against the 2nd and the 3rd" in partners
    assert "consolation: Rotation" in alone
