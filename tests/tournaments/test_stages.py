"""Events in stages: which stage a round belongs to, the groups at the end, and an evening with all three."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from ludocards.engine.game import Refused
from tests.tournaments.conftest import NewEvening
from tournaments import actions, selectors
from tournaments.formats.format import EventShape, Settings
from tournaments.formats.history import Entrant, History, Over, PlayedRound, Round
from tournaments.formats.stages import GROUPS, STAGES, Stage, divide, stages
from tournaments.pages.display import EventShown

PAIRS = EventShape("pair", (0, 1, 0, 1))


def chosen(**options: Any) -> Settings:
    return STAGES.settings(options)


def played(settings: Settings, people: int, strength: int = 1) -> History:
    """Play an event to the end; the entrant with the lower number wins by `strength` times the difference."""
    history = History(tuple(Entrant(number) for number in range(1, people + 1)))
    while isinstance(drawn := STAGES.next_round(settings, PAIRS, history, "seed"), Round):
        points = tuple(
            (1000 + strength * (two - one), 1000 - strength * (two - one))
            for one, two in (table.places for table in drawn.tables)
        )
        history = History(history.entrants, (*history.rounds, PlayedRound(drawn, points)))
    assert isinstance(drawn, Over)
    return history


def test_the_stages_of_a_usual_evening() -> None:
    assert stages(chosen(), PAIRS, 24) == (
        Stage("mitchell", 0, 6), Stage("danish", 6, 2), Stage(GROUPS, 8, 3, 4),
    )  # fmt: skip
    assert [each.since for each in stages(chosen(), PAIRS, 8)] == [0, 4, 6], "a Mitchell of four tables"
    assert stages(chosen(then="none", last="none"), PAIRS, 24) == (Stage("mitchell", 0, 6),)
    in_threes = stages(chosen(last_rounds=2), PAIRS, 24)[-1]
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
    last = stages(settings, PAIRS, people)[-1]
    assert history.number == last.since + last.rounds
    own = History(history.entrants, history.rounds[last.since :])
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
    cut = History(history.entrants, history.rounds[:-1])
    first = cut.rounds[0]
    changed = tuple(points and points[::-1] for points in first.points)
    other = History(cut.entrants, (PlayedRound(first.round, changed), *cut.rounds[1:]))
    drawn = [STAGES.next_round(settings, PAIRS, each, "seed") for each in (cut, other)]
    assert drawn[0] == drawn[1]


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.django_db
def test_an_evening_in_stages(evening: NewEvening) -> None:
    short = {"first_rounds": 2, "then_rounds": 1, "deals": 1, "odd": "rests"}
    tonight = evening(format="stages", venue="real", settings=short)
    people = [actions.Named(f"P{number}") for number in range(20)]
    tonight.enter(*zip(people[::2], people[1::2], strict=True))
    tonight.start()
    with translation.override("en"):
        said = EventShown(selectors.sheet(tonight.event)).stages
    assert said == "2 rounds of Mitchell, then 1 round of Danish, then 3 rounds in groups of 4"
    while not tonight.fresh().is_over:
        for table in tonight.tables():
            rows = {label: [table.number, 11 - table.number] for label in table.labels}
            assert not isinstance(actions.enter_scores(tonight.organiser, table, rows), Refused)
        tonight.at(seconds=1)
        tonight.begin_round()
    assert tonight.round.number == 6
    assert {each.stage for each in tonight.tables()} == {"group:1", "group:2", "group:3"}
