"""Stages with a cut, as their regulation reads: who goes on, what they bring along, what the others play."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.conftest import NewEvening
from tournaments import actions, selectors
from tournaments.formats.format import EventSides, Settings
from tournaments.formats.history import (
    CannotDraw,
    EventHistory,
    HistoryEntrant,
    HistoryRound,
    HistoryTable,
    Over,
    PlayedRound,
)
from tournaments.formats.knockout import KNOCKOUT
from tournaments.formats.stages import CONSOLATION, STAGES, cuts_of_event
from tournaments.pages.display import EventShown

PAIRS = EventSides("pair", (0, 1, 0, 1))

Scoring = Callable[[int, HistoryTable], tuple[int, int]]


def chosen(**options: Any) -> Settings:
    return STAGES.settings({"scoring": "game", "odd": "rests", **options})


def of(people: int) -> EventHistory:
    return EventHistory(tuple(HistoryEntrant(number) for number in range(1, people + 1)))


def by_strength(_number: int, table: HistoryTable) -> tuple[int, int]:
    """The entrant with the lower number makes more."""
    return tuple(10_000 - 10 * who if who > 0 else 0 for who in table.places)  # type: ignore[return-value]


def play_round(history: EventHistory, drawn: HistoryRound, score: Scoring = by_strength) -> EventHistory:
    points = tuple(score(history.number + 1, table) for table in drawn.tables)
    return replace(history, rounds=(*history.rounds, PlayedRound(drawn, points)))


def play_on(
    options: Settings, history: EventHistory, rounds: int = 99, score: Scoring = by_strength
) -> EventHistory:
    """Play so many rounds, or to the end."""
    for _ in range(rounds):
        drawn = STAGES.next_round(options, PAIRS, history, "seed")
        if isinstance(drawn, Over):
            return history
        assert isinstance(drawn, HistoryRound)
        history = play_round(history, drawn, score)
    return history


def next_round(options: Settings, history: EventHistory) -> HistoryRound:
    drawn = STAGES.next_round(options, PAIRS, history, "seed")
    assert isinstance(drawn, HistoryRound)
    return drawn


def people_of(drawn: HistoryRound, *, beside: bool = False) -> list[int]:
    tables = [each for each in drawn.tables if each.stage.startswith(CONSOLATION) is beside]
    return sorted(who for each in tables for who in each.places if who > 0)


def places(options: Settings, history: EventHistory) -> list[int]:
    return [line.entrant for line in STAGES.rank(options, PAIRS, history, "seed")]


QUALIFYING = {"first": "swiss", "first_rounds": 3, "then": "knockout", "then_best": 8}


# ---- who goes on


def test_the_best_of_the_whole_field_go_on_into_the_knockout() -> None:
    options = chosen(**QUALIFYING)
    after = play_on(options, of(20), 3)
    first = next_round(options, after)
    assert people_of(first) == [*range(1, 9)]
    assert {each.stage for each in first.tables} == {"quarterfinal"}
    assert {frozenset(each.places) for each in first.tables} == {
        frozenset(two) for two in ((1, 8), (2, 7), (3, 6), (4, 5))
    }, "the first meets the eighth"


def test_a_knockout_without_a_number_takes_the_best_eight_and_is_the_last_stage() -> None:
    options = STAGES.settings({"first": "swiss", "first_rounds": 5, "then": "knockout"})
    assert (options["then_best"], options["last"]) == (8, "none")
    assert STAGES.rounds(options, PAIRS, 40) == 5 + 3


def test_the_best_of_each_group_go_on_and_meet_nobody_of_their_group_at_first() -> None:
    options = chosen(first="groups", first_rounds=3, then="knockout", then_best=2, then_of="group")
    after = play_on(options, of(16), 3)
    group = {who: each.stage for each in after.rounds[0].round.tables for who in each.places}
    drawn = next_round(options, after)
    assert len(drawn.tables) == 4
    assert len({group[who] for who in people_of(drawn)}) == 4
    assert all(group[one] != group[other] for one, other in (each.places for each in drawn.tables))
    winners = [who for who in people_of(drawn) if who <= 4]
    assert winners == [1, 2, 3, 4], "the groups are equally strong, so each has one of the best four"


def test_the_best_of_the_field_may_also_come_from_groups() -> None:
    options = chosen(first="groups", first_rounds=3, then="knockout", then_best=4)
    after = play_on(options, of(16), 3)
    assert people_of(next_round(options, after)) == [1, 2, 3, 4]


def test_a_knockout_may_come_first_and_stop_when_enough_are_left() -> None:
    options = chosen(first="knockout", then="groups", then_rounds=3, then_best=4, last="none")
    assert STAGES.rounds(options, PAIRS, 13) == 2 + 3
    after = play_on(options, of(13), 2)
    assert people_of(next_round(options, after)) == [1, 2, 3, 4]
    over = play_on(options, after)
    assert over.number == 5
    assert places(options, over)[:4] == [1, 2, 3, 4]


def test_an_odd_number_is_cut_as_it_is() -> None:
    options = chosen(**{**QUALIFYING, "then_best": 5})
    after = play_on(options, of(11), 3)
    drawn = next_round(options, after)
    assert sorted([*people_of(drawn), *drawn.byes]) == [1, 2, 3, 4, 5]
    assert drawn.byes == (1, 2, 3), "the best seeds go through without playing"
    assert play_on(options, after).number == 3 + 3


def test_fewer_than_the_cut_all_go_on() -> None:
    options = chosen(**{**QUALIFYING, "then_best": 32})
    after = play_on(options, of(6), 3)
    drawn = next_round(options, after)
    assert sorted([*people_of(drawn), *drawn.byes]) == [*range(1, 7)]


# ---- ties at the cut


def test_a_tie_at_the_cut_is_named_and_decided_by_the_tie_breaks() -> None:
    options = chosen(**{**QUALIFYING, "then_best": 2, "breaks": ["wins"], "scoring": "game"})
    first = HistoryRound(tuple(map(HistoryTable, ((1, 2), (3, 4), (5, 6)))))
    points = ((900, 100), (500, 400), (300, 500))  # 3 and 6 have 500; both have won once …
    history = replace(of(6), rounds=(PlayedRound(first, points),))
    second = HistoryRound(tuple(map(HistoryTable, ((1, 4), (3, 5), (6, 2)))))
    history = replace(
        history, rounds=(*history.rounds, PlayedRound(second, ((900, 100), (200, 100), (200, 300))))
    )
    one_round = {**options, "first_rounds": 2}
    [cut] = cuts_of_event(one_round, PAIRS, history, "seed")
    assert cut.level == ((3, 6),)
    assert cut.goes_on == (1, 3), "… but 3 has won twice, and 6 once"


def test_nobody_is_named_where_points_decide() -> None:
    options = chosen(**QUALIFYING)
    [cut] = cuts_of_event(options, PAIRS, play_on(options, of(20), 3), "seed")
    assert cut.level == ()
    assert cut.goes_on == (*range(1, 9),)


def test_level_in_everything_a_lot_from_the_seed_decides() -> None:
    options = chosen(**{**QUALIFYING, "first_rounds": 1, "then_best": 2, "breaks": []})
    history = play_on(options, of(4), 1, lambda _number, _table: (100, 100))
    drawn = {seed: cuts_of_event(options, PAIRS, history, seed)[0].goes_on for seed in map(str, range(12))}
    assert len({*drawn.values()}) > 1
    assert all(drawn[seed] == cuts_of_event(options, PAIRS, history, seed)[0].goes_on for seed in drawn)
    assert cuts_of_event(options, PAIRS, history, "seed")[0].level == ((1, 2, 3, 4),) or {
        *cuts_of_event(options, PAIRS, history, "seed")[0].level[0]
    } == {1, 2, 3, 4}


# ---- withdrawals, and results that change


def test_whoever_withdraws_before_the_stage_is_replaced_by_the_next() -> None:
    options = chosen(**QUALIFYING)
    after = play_on(options, of(20), 3)
    gone = tuple(replace(each, left=3, competes=False) if each.id == 5 else each for each in after.entrants)
    assert people_of(next_round(options, replace(after, entrants=gone))) == [1, 2, 3, 4, 6, 7, 8, 9]


def test_whoever_withdraws_in_the_knockout_leaves_it_to_the_opponent() -> None:
    options = chosen(**QUALIFYING)
    after = play_on(options, of(20), 4)
    gone = tuple(replace(each, left=4, competes=False) if each.id == 1 else each for each in after.entrants)
    history = replace(after, entrants=gone)
    drawn = next_round(options, history)
    assert people_of(drawn) in ([2, 3, 4, 8], [2, 3]) or drawn.byes
    over = play_on(options, history)
    assert sorted(places(options, over)) == [*range(1, 21)]
    assert places(options, over)[0] == 2


def test_a_later_ruling_does_not_change_who_is_in() -> None:
    options = chosen(**QUALIFYING)
    after = play_on(options, of(20), 4)
    first = after.rounds[0]
    turned = replace(first, points=tuple(points and points[::-1] for points in first.points))
    changed = replace(after, rounds=(turned, *after.rounds[1:]))
    assert people_of(next_round(options, changed)) == people_of(next_round(options, after)) == [1, 2, 3, 4]


# ---- what is brought along


@pytest.mark.parametrize(
    ("kind", "first"),
    [("danish", [(1, 2), (3, 4), (5, 6), (7, 8)]), ("groups", [(1, 4), (2, 3), (5, 8), (6, 7)])],
)
def test_the_standings_still_pair_those_who_all_begin_at_zero(
    kind: str, first: list[tuple[int, int]]
) -> None:
    options = chosen(first="swiss", first_rounds=3, then=kind, then_rounds=3, then_carry="none", last="none")
    drawn = next_round(options, play_on(options, of(8), 3))
    assert {frozenset(each.places) for each in drawn.tables} == {*map(frozenset, first)}


@pytest.mark.parametrize("carry", ["all", "half", "none"])
def test_the_score_of_the_second_session_is_what_was_brought_along_and_its_rounds(carry: str) -> None:
    options = chosen(
        first="mitchell", first_rounds=3, then="mitchell", then_rounds=2, then_carry=carry, last="none"
    )
    random = Random(7)

    def score(_number: int, _table: HistoryTable) -> tuple[int, int]:
        return random.randrange(0, 4100, 100), random.randrange(0, 4100, 100)

    over = play_on(options, of(12), score=score)
    assert over.number == 5

    def made(rounds: Collection[int]) -> dict[int, int]:
        found = dict.fromkeys(range(1, 13), 0)
        for number in rounds:
            for table, points in over.rounds[number - 1].results():
                for who, its in zip(table.places, points, strict=True):
                    found[who] += its or 0
        return found

    before, after = made((1, 2, 3)), made((4, 5))
    share = {"all": lambda n: n, "half": lambda n: (n + 1) // 2, "none": lambda _n: 0}[carry]
    lines = STAGES.rank(options, PAIRS, over, "seed")
    assert {line.entrant: line.score for line in lines} == {
        who: share(before[who]) + after[who] for who in before
    }
    if carry != "all":
        assert all(line.carried == share(before[line.entrant]) for line in lines)
        assert {line.counted for line in lines} == {range(4, 6)}


def test_the_knockout_decides_by_wins_and_leaves_the_score_of_the_qualification() -> None:
    options = chosen(**QUALIFYING)
    after = play_on(options, of(20), 3)
    scores = {line.entrant: line.score for line in STAGES.rank(options, PAIRS, after, "seed")}
    upset = play_on(options, after, score=lambda number, table: by_strength(number, table)[::-1])
    lines = STAGES.rank(options, PAIRS, upset, "seed")
    assert lines[0].entrant == 8
    assert {line.entrant for line in lines[:8]} == {*range(1, 9)}
    assert all(line.score == scores[line.entrant] for line in lines)
    assert [line.place for line in lines[:8]] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert [line.entrant for line in lines[8:]] == [*range(9, 21)]


# ---- the consolation


@pytest.mark.parametrize("beside", ["swiss", "danish", "knockout"])
def test_the_others_play_a_consolation_for_the_places_behind(beside: str) -> None:
    options = chosen(**QUALIFYING, consolation=beside)
    after = play_on(options, of(21), 3)
    drawn = next_round(options, after)
    assert people_of(drawn) == [*range(1, 9)]
    assert {*people_of(drawn, beside=True), *drawn.byes} == {*range(9, 22)}
    numbers = [each.number or at for at, each in enumerate(drawn.tables, start=1)]
    assert numbers == [*range(1, len(drawn.tables) + 1)]
    over = play_on(options, after)
    assert over.number == (7 if beside == "knockout" else 6) == STAGES.rounds(options, PAIRS, 21)
    ranked = places(options, over)
    assert {*ranked[:8]} == {*range(1, 9)}
    assert {*ranked[8:]} == {*range(9, 22)}
    assert ranked[8] == 9


# ---- nobody is lost or doubled


KINDS = ["mitchell", "swiss", "danish", "groups", "knockout"]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_nobody_is_lost_or_doubled_between_stages(data: st.DataObject) -> None:
    draw = data.draw
    people = draw(st.integers(4, 24))
    options = chosen(
        first=draw(st.sampled_from(KINDS)),
        first_rounds=draw(st.integers(1, 4)),
        then=draw(st.sampled_from([*KINDS, "none"])),
        then_rounds=draw(st.integers(1, 3)),
        then_best=draw(st.integers(0, 12)),
        then_of=draw(st.sampled_from(["field", "group"])),
        then_carry=draw(st.sampled_from(["all", "half", "none"])),
        last=draw(st.sampled_from([*KINDS, "none"])),
        last_rounds=draw(st.integers(1, 3)),
        last_best=draw(st.integers(0, 6)),
        last_carry=draw(st.sampled_from(["all", "half", "none"])),
        consolation=draw(st.sampled_from(["none", "swiss", "danish", "knockout"])),
        odd=draw(st.sampled_from(["rests", "bye", "bots"])),
    )
    random = Random(draw(st.integers(0, 99)))
    history = of(people)
    for _ in range(40):
        try:
            drawn = STAGES.next_round(options, PAIRS, history, "seed")
        except CannotDraw:
            break
        if isinstance(drawn, Over):
            break
        assert isinstance(drawn, HistoryRound)
        there = [who for each in drawn.tables for who in each.places if who > 0] + [*drawn.byes]
        assert len(there) == len({*there}), "nobody is doubled"
        numbers = [each.number or at for at, each in enumerate(drawn.tables, start=1)]
        assert len(numbers) == len({*numbers})
        history = play_round(
            history,
            drawn,
            lambda _number, _table: (random.randrange(0, 500, 100), random.randrange(0, 500, 100)),
        )
        lines = STAGES.rank(options, PAIRS, history, "seed")
        assert sorted(line.entrant for line in lines) == [*range(1, people + 1)], "nobody is lost"
        assert all(one.place <= other.place for one, other in pairwise(lines))
        assert lines[0].place == 1
        if random.random() < 0.2:
            gone = random.choice(lines).entrant
            entrants = tuple(
                replace(each, left=history.number, competes=False)
                if each.id == gone and each.left is None
                else each
                for each in history.entrants
            )
            history = replace(history, entrants=entrants)
    else:
        pytest.fail("it does not end")


# ---- an evening of it


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.django_db
def test_a_qualification_by_figures_and_a_knockout_of_the_best(evening: NewEvening) -> None:
    """The Mondiale di maraffone of Sarsina in small: real tables, every third counts, a tie at the cut."""
    tonight = evening(
        game="maraffone",
        rules={"preset": "figure"},
        format="stages",
        venue="real",
        scores="match",
        settings={
            "first": "swiss", "first_rounds": 2, "then": "knockout", "then_best": 4, "scoring": "game",
            "consolation": "danish",
        },
    )  # fmt: skip
    people = [actions.Named(f"P{number}") for number in range(18)]
    tonight.enter(*zip(people[::2], people[1::2], strict=True))
    tonight.start()
    with translation.override("en"):
        shown = EventShown(selectors.event_sheet(tonight.event))
        assert shown.stages == "2 rounds of Swiss, then 2 rounds of Knockout with the best 4"
        assert "play a consolation: Danish" in shown.stage_rules
    assert shown.in_all == 4
    seen = []
    while not tonight.fresh().is_over:
        seen.append(sorted(each.stage for each in tonight.tables()))
        for table in tonight.tables():
            actions.enter_scores(tonight.organiser, table, {table.labels[0]: [124, 60]})
        tonight.at(seconds=1)
        if tonight.round.number == 3:
            with translation.override("en"):
                [level] = EventShown(selectors.event_sheet(tonight.event)).level_at_cuts
            assert level.startswith("Level on points at the cut: ")
        tonight.begin_round()
    assert seen[2:] == [
        ["consolation"] * 2 + ["semifinal"] * 2, ["consolation"] * 2 + ["final", "third"],
    ]  # fmt: skip
    lines = selectors.event_sheet(tonight.event).lines
    assert [line.place for line in lines[:4]] == [1, 2, 3, 4]
    in_semifinals = {who for table in tonight.tables(3) if table.stage == "semifinal" for who in table.places}
    assert {line.entrant for line in lines[:4]} == in_semifinals


def test_a_knockout_whose_first_round_a_director_has_changed_keeps_everybody_once() -> None:
    options = KNOCKOUT.settings({})
    swapped = HistoryRound(tuple(map(HistoryTable, ((7, 8), (4, 5), (2, 1), (3, 6)))))
    points = ((900, 100), (900, 100), (100, 900), (900, 100))
    history = replace(of(8), rounds=(PlayedRound(swapped, points),))
    drawn = KNOCKOUT.next_round(options, PAIRS, history, "seed")
    assert isinstance(drawn, HistoryRound)
    assert sorted(who for each in drawn.tables for who in each.places) == [1, 3, 4, 7]
