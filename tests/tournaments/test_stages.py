"""Events in stages: which stage a round belongs to, the groups at the end, and an evening with all three."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.conftest import NewEvening
from tournaments import actions, selectors
from tournaments.formats.format import EventSides, Settings
from tournaments.formats.history import EventHistory, HistoryEntrant, HistoryRound, Over, PlayedRound
from tournaments.formats.stage_groups import divide
from tournaments.formats.stage_plan import GROUPS, Stage, stages_of_event
from tournaments.formats.stages import STAGES
from tournaments.pages.display import EventShown

PAIRS = EventSides("pair", (0, 1, 0, 1))


def chosen(**options: Any) -> Settings:
    return STAGES.settings(options)


def played(settings: Settings, people: int, strength: int = 1) -> EventHistory:
    """Play an event to the end; the entrant with the lower number wins by `strength` times the difference."""
    history = EventHistory(tuple(HistoryEntrant(number) for number in range(1, people + 1)))
    while isinstance(drawn := STAGES.next_round(settings, PAIRS, history, "seed"), HistoryRound):
        points = tuple(
            (1000 + strength * (two - one), 1000 - strength * (two - one))
            for one, two in (table.places for table in drawn.tables)
        )
        history = EventHistory(history.entrants, (*history.rounds, PlayedRound(drawn, points)))
    assert isinstance(drawn, Over)
    return history


def test_the_stages_of_a_usual_evening() -> None:
    assert stages_of_event(chosen(), PAIRS, 24) == (
        Stage("mitchell", 0, 6), Stage("danish", 6, 2), Stage(GROUPS, 8, 3, 4),
    )  # fmt: skip
    assert [each.since for each in stages_of_event(chosen(), PAIRS, 8)] == [0, 4, 6], (
        "a Mitchell of four tables"
    )
    assert stages_of_event(chosen(then="none", last="none"), PAIRS, 24) == (Stage("mitchell", 0, 6),)
    in_threes = stages_of_event(chosen(last_rounds=2), PAIRS, 24)[-1]
    assert in_threes == Stage(GROUPS, 8, 3, 3), "one of them rests in each of three rounds"


@given(st.integers(2, 60), st.integers(2, 7))
def test_groups_are_of_one_size_but_for_the_last(entrants: int, size: int) -> None:
    groups = divide(range(entrants), size)
    assert [who for group in groups for who in group] == [*range(entrants)]
    assert all(len(group) == size for group in groups[:-2])
    assert all(2 <= len(group) <= size for group in groups) or entrants < 2 or size == 2
    assert len(groups) == -(-entrants // size)


@pytest.mark.parametrize("people", [8, 9, 12, 14])
@pytest.mark.parametrize("odd", ["bots", "rests"])
def test_in_the_groups_everybody_meets_everybody(people: int, odd: str) -> None:
    settings = chosen(odd=odd)
    history = played(settings, people)
    last = stages_of_event(settings, PAIRS, people)[-1]
    assert history.number == last.since + last.rounds
    own = EventHistory(history.entrants, history.rounds[last.since :])
    groups = divide([line.entrant for line in STAGES.rank(settings, PAIRS, history, "")], last.size)
    for group in groups:
        within = Counter({two: own.meetings[frozenset(two)] for two in combinations(group, 2)})
        assert min(within.values()) >= 1
        assert len(group) != last.size or max(within.values()) == 1
    lines = STAGES.rank(settings, PAIRS, history, "")
    assert sorted(line.entrant for line in lines) == [*range(1, people + 1)]


def test_who_rested_in_an_earlier_stage_meets_a_bot_in_the_groups() -> None:
    settings = chosen(first="swiss", first_rounds=1, then="none", last_rounds=2, odd="bye")
    history = played(settings, 9)
    assert history.rests.most_common(1)[0][1] == 1
    [rested] = history.rounds[0].round.byes
    met = {who for two in history.meetings if rested in two for who in two}
    assert min(met) < 0, "a bot"


def test_groups_stay_as_they_were_paired_when_a_result_is_changed() -> None:
    settings = chosen()
    history = played(settings, 12)
    cut = EventHistory(history.entrants, history.rounds[:-1])
    first = cut.rounds[0]
    changed = tuple(points and points[::-1] for points in first.points)
    other = EventHistory(cut.entrants, (PlayedRound(first.round, changed), *cut.rounds[1:]))
    drawn = [STAGES.next_round(settings, PAIRS, each, "seed") for each in (cut, other)]
    assert drawn[0] == drawn[1]


@given(st.integers(6, 15), st.lists(st.integers(1, 3), max_size=5), st.sampled_from(["bots", "rests", "bye"]))
def test_who_comes_late_joins_a_group_for_its_other_rounds(people: int, joins: list[int], odd: str) -> None:
    settings = chosen(first="danish", first_rounds=1, then="none", last_rounds=3, odd=odd)
    late = tuple(HistoryEntrant(people + at, joined=1 + after) for at, after in enumerate(joins, start=1))
    history, met = EventHistory(()), Counter[frozenset[int]]()
    homes: dict[int, str] = {}
    while True:
        there = tuple(HistoryEntrant(number) for number in range(1, people + 1)) + tuple(
            each for each in late if each.joined <= history.number
        )
        history = replace(history, entrants=there)
        drawn = STAGES.next_round(settings, PAIRS, history, "seed")
        if not isinstance(drawn, HistoryRound):
            break
        seated = [who for table in drawn.tables for who in table.places if who > 0]
        assert sorted([*seated, *drawn.byes]) == [each.id for each in there]
        if history.number:
            for table in drawn.tables:
                for who in table.places:
                    assert who < 0 or homes.setdefault(who, table.stage) == table.stage
                met[frozenset(table.places)] += 1
        points = tuple((1000, 1000) for _table in drawn.tables)
        history = replace(history, rounds=(*history.rounds, PlayedRound(drawn, points)))
    assert history.number == 1 + stages_of_event(settings, PAIRS, people)[-1].rounds
    lines = STAGES.rank(settings, PAIRS, history, "")
    assert sorted(line.entrant for line in lines) == [each.id for each in history.entrants]
    order = [homes[line.entrant] for line in lines if line.entrant in homes]
    assert order == sorted(order), "those of a group stay together"
    rests = Counter(who for played in history.rounds[1:] for who in played.round.byes)
    for group in {*homes.values()}:
        from_the_start = [rests[who] for who in homes if homes[who] == group and who <= people]
        assert max(from_the_start) <= 2


def test_late_comers_take_the_empty_place_and_then_a_small_group() -> None:
    settings = chosen(first="danish", first_rounds=1, then="none", last_rounds=3, odd="rests")
    history = played(settings, 11)
    begun = EventHistory(history.entrants, history.rounds[:2])
    late = tuple(HistoryEntrant(number, joined=2) for number in (12, 13))
    drawn = STAGES.next_round(settings, PAIRS, replace(begun, entrants=(*begun.entrants, *late)), "seed")
    assert isinstance(drawn, HistoryRound)
    of_group = Counter(table.stage for table in drawn.tables)
    assert of_group == {"group:1": 2, "group:2": 2, "group:3": 2}
    homes = {who: table.stage for table in drawn.tables for who in table.places}
    assert {homes.get(who, "group:3") for who in (12, 13, *drawn.byes)} == {"group:3"}
    assert len(drawn.byes) == 1
    once = EventHistory(begun.entrants, begun.rounds[1:]).meetings
    in_last = [table.places for table in drawn.tables if table.stage == "group:3"]
    assert not any(frozenset(places) in once for places in in_last)


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.django_db
def test_an_evening_in_stages(evening: NewEvening) -> None:
    short = {"first_rounds": 2, "then_rounds": 1, "deals": 1, "odd": "rests"}
    tonight = evening(format="stages", venue="real", settings=short)
    people = [actions.Named(f"P{number}") for number in range(20)]
    tonight.enter(*zip(people[::2], people[1::2], strict=True))
    tonight.start()
    with translation.override("en"):
        said = EventShown(selectors.event_sheet(tonight.event)).stages
    assert said == "2 rounds of Mitchell, then 1 round of Danish, then 3 rounds in groups of 4"
    while not tonight.fresh().is_over:
        for table in tonight.tables():
            rows = {label: [table.number, 11 - table.number] for label in table.labels}
            actions.enter_scores(tonight.organiser, table, rows)
        tonight.at(seconds=1)
        tonight.begin_round()
    assert tonight.round.number == 6
    assert {each.stage for each in tonight.tables()} == {"group:1", "group:2", "group:3"}
