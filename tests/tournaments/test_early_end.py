"""Matters that an early end leaves open: rounds, meetings, a winner, two lines apart, level entrants."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override

from tournaments.format_texts import rounds_weigh, stage_rules
from tournaments.formats import stage_view
from tournaments.formats.catalog import (
    FORMATS,
    EventHistory,
    EventSides,
    HistoryEntrant,
    HistoryRound,
    PlayedRound,
    left_open,
    planned_rounds,
    stages_of_event,
)
from tournaments.formats.early_end import LeftOpen
from tournaments.formats.standings import StandingsLine

PAIRS = EventSides("pair", (0, 1, 0, 1))


def after(format: str, entrants: int, played: int, **options: Any) -> tuple[Any, EventHistory]:
    """Return the options and the history of an event after so many rounds, in which home always wins."""
    settings = FORMATS[format].settings({"deals": 1, "scoring": "match", **options})
    history = EventHistory(tuple(HistoryEntrant(number) for number in range(1, entrants + 1)))
    for _turn in range(played):
        drawn = FORMATS[format].next_round(settings, PAIRS, history, "seed")
        assert isinstance(drawn, HistoryRound)
        won = tuple((200, 0) for _table in drawn.tables)
        history = EventHistory(history.entrants, (*history.rounds, PlayedRound(drawn, won)))
    return settings, history


def open_after(format: str, entrants: int, played: int, **options: Any) -> LeftOpen:
    settings, history = after(format, entrants, played, **options)
    return left_open(FORMATS[format], settings, PAIRS, history, "seed", played)


def test_a_girone_that_ends_early_misses_meetings() -> None:
    found = open_after("robin", 4, 1)
    assert (found.rounds, found.meetings) == (2, 4)
    whole = open_after("robin", 4, 3)
    assert (whole.rounds, whole.meetings) == (0, 0)


def test_a_swiss_that_ends_early_has_no_plan_to_miss() -> None:
    found = open_after("swiss", 8, 2, rounds=5)
    assert (found.rounds, found.meetings) == (3, 0)


def test_a_knockout_that_ends_early_names_who_is_in() -> None:
    assert {*open_after("knockout", 4, 1).still_in} == {1, 2}
    assert open_after("knockout", 4, 2).still_in == ()


def test_a_mitchell_that_ends_early_leaves_its_lines_apart() -> None:
    settings, history = after("mitchell", 8, 2, rounds=4)
    assert left_open(FORMATS["mitchell"], settings, PAIRS, history, "seed", 2).lines_apart
    assert not left_open(FORMATS["mitchell"], settings, PAIRS, history, "seed", 3).lines_apart
    assert not open_after("mitchell", 8, 4, rounds=4).lines_apart


@pytest.mark.parametrize(
    ("first", "meetings", "lines_apart"),
    [("mitchell", 8, True), ("robin", 20, False), ("swiss", 0, False), ("knockout", 0, False)],
)
def test_a_stage_that_ends_early_leaves_open_what_its_format_does(
    first: str, meetings: int, lines_apart: bool
) -> None:
    found = open_after("stages", 8, 2, first=first, first_rounds=4, then="swiss", then_rounds=2, last="none")
    assert (found.meetings, found.lines_apart) == (meetings, lines_apart)


def test_a_stage_with_a_plan_follows_the_standings_before_it() -> None:
    options = {"first": "swiss", "first_rounds": 2, "then": "mitchell", "then_rounds": 3, "last": "none"}
    settings, history = after("stages", 8, 2, **options)
    assert not planned_rounds(FORMATS["stages"], settings, PAIRS, history, "seed"), "it is not paired yet"
    settings, history = after("stages", 8, 3, **options)
    *known, coming, _switched = planned_rounds(FORMATS["stages"], settings, PAIRS, history, "seed")
    assert known == [each.round for each in history.rounds]
    assert coming == FORMATS["stages"].next_round(settings, PAIRS, history, "seed")


KINDS = ["robin", "groups", "howell", "mitchell"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("odd", ["rests", "bye"])
def test_a_stage_goes_on_as_it_is_planned(kind: str, odd: str) -> None:
    settings, history = after("stages", 7, 2, first=kind, then="none", last="none")
    settings = {**settings, "odd": odd}
    absent = replace(history.entrants[6], present=False)
    history = replace(history, entrants=(*history.entrants[:6], absent), absent_rest=True)
    stages = FORMATS["stages"]
    planned = stages.plan(settings, PAIRS, history, "seed")
    while isinstance(drawn := stages.next_round(settings, PAIRS, history, "seed"), HistoryRound):
        assert drawn == planned[history.number]
        history = history.followed_by(drawn)
    assert history.number == len(planned)


@pytest.mark.parametrize("kind", KINDS)
def test_the_standings_before_a_stage_are_computed_once_for_its_plan(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, history = after(
        "stages", 8, 2, first="swiss", first_rounds=1, then=kind, then_rounds=5, last="none"
    )
    ranked, computed = stage_view.ranked_lines, []

    def counted(*given: Any, **more: Any) -> list[StandingsLine]:
        computed.append(given)
        return ranked(*given, **more)

    monkeypatch.setattr(stage_view, "ranked_lines", counted)
    FORMATS["stages"].next_round(settings, PAIRS, history, "seed")
    once = len(computed)
    assert len(FORMATS["stages"].plan(settings, PAIRS, history, "seed")) > history.number + 1
    assert len(computed) == 2 * once > 0


def test_who_is_level_on_the_first_places_is_named() -> None:
    [first, *_others] = open_after("swiss", 8, 1, rounds=5).level
    assert len(first) == 4


@pytest.mark.parametrize(
    ("format", "said"),
    [
        ("knockout", "those who are still in share the first place"),
        ("robin", "not all meet the same opponents"),
        ("mitchell", "not all meet the same opponents"),
        ("swiss", "After 4 rounds only one of 12"),
        ("tables", "the less luck decides"),
    ],
)
def test_it_is_said_what_another_number_of_rounds_does(format: str, said: str) -> None:
    with override("en"):
        assert said in rounds_weigh(FORMATS[format], 12, some_go_out=format == "knockout")


ZERO, BROUGHT = (
    "In stage 2 everybody begins at zero.",
    "Into stage 2 everybody brings half of the points so far.",
)
CUT = "The rounds before a cut decide who goes on"
WITHIN = "Within a stage all rounds count alike"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"then": "swiss"}, ["All rounds count alike"]),
        ({"then": "swiss", "then_carry": "half"}, [BROUGHT, WITHIN]),
        (
            {"then": "swiss", "then_carry": "none", "last": "danish", "last_carry": "half"},
            [ZERO, BROUGHT.replace("2", "3"), WITHIN],
        ),
        ({"then": "swiss", "then_best": 4}, [CUT, WITHIN]),
        ({"then": "swiss", "then_best": 4, "then_carry": "none"}, [CUT, ZERO, WITHIN]),
        ({"then": "knockout", "then_best": 4}, ["those who are still in share the first place"]),
        ({"then": "robin", "then_carry": "half"}, ["not all meet the same opponents"]),
    ],
)
def test_rounds_of_stages_count_as_much_as_they_carry_over(options: dict[str, Any], said: list[str]) -> None:
    settings = FORMATS["stages"].settings({"last": "none", "first": "danish", "first_rounds": 2, **options})
    stages = stages_of_event(settings, PAIRS, 12)
    some_go_out = FORMATS["stages"].out_after(settings, PAIRS, 12) is not None
    with override("en"):
        weigh = rounds_weigh(FORMATS["stages"], 12, stages, some_go_out=some_go_out)
        counted = " ".join(stage_rules(settings, stages, PAIRS))
    assert all(each in weigh for each in said), weigh
    assert ("All rounds count alike" in weigh) is (said == ["All rounds count alike"])
    assert all(each in counted for each in said if each in (ZERO, BROUGHT)), counted
