"""Invariants of events of every format, played to the end with random results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats import catalog
from tournaments.formats.catalog import (
    FORMATS,
    CannotDraw,
    EventHistory,
    EventSides,
    Format,
    HistoryEntrant,
    HistoryRound,
    HistoryTable,
    HistoryWait,
    Over,
    PlayedRound,
    Settings,
    TableScores,
)
from tournaments.formats.daily import ENOUGH

TABLES_OF_GAMES = [(0, 1), (0, 1, 0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5)]
ROUND_BY_ROUND = [each for each in FORMATS.values() if not each.flows]
SEED = "lots"


@dataclass
class Event:
    """An event under way, with random results; if `restless`, people come and go at random."""

    format: Format
    shape: EventSides
    settings: Settings
    history: EventHistory
    random: Random
    restless: bool = False
    rounds: list[HistoryRound] = field(default_factory=list)

    def play(self) -> Iterator[HistoryRound]:
        """Yield the rounds, each before it is played."""
        while isinstance(drawn := self.next_round(), HistoryRound):
            yield drawn
            self.rounds.append(drawn)
            self.history = replace(
                self.history, rounds=(*self.history.rounds, PlayedRound(drawn, self.points(drawn)))
            )
            if self.restless:
                self.come_and_go()
        assert isinstance(drawn, Over)

    def next_round(self) -> catalog.Next:
        return catalog.next_round(self.format, self.settings, self.shape, self.history, SEED)

    def points(self, drawn: HistoryRound) -> tuple[Any, ...]:
        made = [self.made(len(self.rounds), table) for table in drawn.tables]
        return tuple(catalog.score_tables(self.settings, made))

    def made(self, number: int, table: HistoryTable) -> TableScores:
        labels = catalog.deal_labels(self.format, self.settings, SEED, number, table)
        sides = len({*self.shape.place_sides})
        boards = {label: tuple(self.random.randrange(30) for _ in range(sides)) for label in labels}
        return TableScores(self.shape.place_sides, boards)

    def come_and_go(self) -> None:
        number, people = self.history.number, [*self.history.entrants]
        going = self.random.randrange(len(people))
        if len(self.history.field()) > 2 and people[going].left is None:
            people[going] = replace(people[going], left=number)
        if self.format.late and self.random.random() < 0.5:
            people.append(HistoryEntrant(len(people) + 1, joined=number))
        self.history = replace(self.history, entrants=tuple(people))


def begin(name: str, sides: tuple[int, ...], entrants: int, seed: int = 0, **chosen: Any) -> Event:
    format = FORMATS[name]
    history = EventHistory(tuple(HistoryEntrant(number) for number in range(1, entrants + 1)))
    shape = EventSides(format.units(sides)[0], sides)
    options = {each.name for each in format.all_options}
    settings = {"deals": 2, **chosen}
    return Event(
        format,
        shape,
        format.settings({option: value for option, value in settings.items() if option in options}),
        history,
        Random(seed),
    )


@st.composite
def events(draw: st.DrawFn) -> Event:
    format = draw(st.sampled_from(ROUND_BY_ROUND))
    sides = draw(st.sampled_from([each for each in TABLES_OF_GAMES if format.units(each)]))
    event = begin(
        format.name,
        sides,
        draw(st.integers(2, 20)),
        draw(st.integers(0, 2**32)),
        rounds=draw(st.integers(1, 6)),
        odd=draw(st.sampled_from(["bots", "bye"])),
        scoring=draw(st.sampled_from(format.scorings)),
        groups=draw(st.integers(1, 5)),
        through=draw(st.integers(1, 3)),
        twice=draw(st.booleans()),
    )
    event.restless = draw(st.booleans())
    return event


@settings(max_examples=100)
@given(events())
def test_every_entrant_sits_or_rests_once_per_round(event: Event) -> None:
    """Also, nobody rests twice, the same arguments give the same round, and the event ends."""
    rested: Counter[int] = Counter()
    is_out = event.format.out_after(event.settings, event.shape, len(event.history.begun)) is not None
    for drawn in event.play():
        assert drawn == event.next_round()
        there = {*event.history.field()}
        seated = Counter(who for table in drawn.tables for who in table.places if who > 0)
        assert {*seated} | {*drawn.byes} <= there
        assert {*seated.values()} <= {1}
        assert not seated.keys() & {*drawn.byes}
        if not is_out and event.format.name not in ("robin", "mitchell"):
            assert {*seated} | {*drawn.byes} == there
        for table in drawn.tables:
            assert len(table.places) == len({*table.places}) == event.shape.table.seats
            assert max(table.places) > 0, "bots do not play among themselves"
        if not is_out:
            rested.update(drawn.byes)
        assert len(event.rounds) < 60
    assert {*rested.values()} <= {1}
    lines = catalog.format_standings(event.format, event.settings, event.history, SEED, event.shape)
    begun = event.history.field(0) if is_out else [each.id for each in event.history.entrants]
    assert sorted(line.entrant for line in lines) == sorted(begun)
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    if not event.restless:
        assert len(event.rounds) == catalog.number_of_rounds(
            event.format, event.settings, event.shape, len(begun)
        )


@settings(max_examples=60)
@given(
    st.sampled_from(["swiss", "mitchell", "robin"]),
    st.integers(2, 5),
    st.integers(0, 6),
    st.sampled_from(["bots", "bye"]),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_nobody_meets_the_same_opponent_twice(
    name: str, rounds: int, more: int, odd: str, restless: bool, seed: int
) -> None:
    event = begin(name, (0, 1, 0, 1), 2 * rounds + 4 + more, seed, rounds=rounds, odd=odd)
    event.restless = restless and rounds < 4
    met = Counter(frozenset(table.places) for drawn in event.play() for table in drawn.tables)
    assert {*met.values()} == {1}


@settings(max_examples=40)
@given(st.sampled_from(["swiss", "danish", "tables", "partners"]), st.integers(0, 2**32))
def test_entries_kept_apart_do_not_meet(name: str, seed: int) -> None:
    sides = (0, 1, 2) if name == "tables" else (0, 1, 0, 1)
    event = begin(name, sides, 16, seed, rounds=3)
    apart = frozenset(frozenset(two) for two in ((1, 2), (1, 3), (4, 5)))
    event.history = replace(event.history, forbidden=apart)
    for drawn in event.play():
        for table in drawn.tables:
            assert not {frozenset(two) for two in combinations(table.places, 2)} & apart


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_single_entry_plays_only_against_bots(name: str) -> None:
    sides = next(each for each in TABLES_OF_GAMES if FORMATS[name].units(each))
    event = begin(name, sides, 1)
    if event.format.flows:
        assert isinstance(event.next_round(), HistoryRound)
    else:
        with pytest.raises(CannotDraw) as caught:
            event.next_round()
        assert caught.value.code == "too_few"


def test_in_a_danese_neighbours_in_the_standings_meet() -> None:
    event = begin("danish", (0, 1, 0, 1), 12, scoring="match", rounds=4)
    for number, drawn in enumerate(event.play()):
        if number == 1:
            lines = catalog.format_standings(event.format, event.settings, event.history, SEED, event.shape)
            place = {line.entrant: line.place for line in lines}
            gaps = [abs(place[table.places[0]] - place[table.places[1]]) for table in drawn.tables]
            assert sorted(gaps) == [1] * 6


def test_a_danese_has_the_chosen_rounds_and_allows_repeats() -> None:
    """They may meet again, as announced, but not twice in a row if it can be avoided."""
    event = begin("danish", (0, 1, 0, 1), 4, scoring="match", rounds=8)
    drawn = [{frozenset(table.places) for table in each.tables} for each in event.play()]
    assert len(drawn) == 8
    assert all(not before & after for before, after in pairwise(drawn))
    assert catalog.number_of_rounds(event.format, event.settings, event.shape, 4) == 8
    event = begin("danish", (0, 1), 2, rounds=3)
    assert len([*event.play()]) == 3


def test_groups_are_balanced_and_group_winners_meet_other_groups_first() -> None:
    event = begin("groups", (0, 1), 12, groups=3, through=2, scoring="match")
    [*drawn] = event.play()
    group_of = {who: table.stage for each in drawn[:3] for table in each.tables for who in table.places}
    sums = Counter[str]()
    for who, stage in group_of.items():
        sums[stage] += who
    assert {*sums.values()} == {26}
    first_round = drawn[3]
    assert len(first_round.byes) == 2
    assert all(len({group_of[who] for who in table.places}) == 2 for table in first_round.tables)
    assert [[table.stage for table in each.tables] for each in drawn[4:]] == [
        ["semifinal"] * 2, ["final", "third"],
    ]  # fmt: skip


def test_the_withdrawn_lose_and_the_final_decides() -> None:
    event = begin("knockout", (0, 1), 4)
    first = event.next_round()
    assert isinstance(first, HistoryRound)
    assert first == HistoryRound((HistoryTable((1, 4), "semifinal"), HistoryTable((2, 3), "semifinal")))
    people = (HistoryEntrant(1, left=1), *event.history.entrants[1:])
    event.history = EventHistory(people, (PlayedRound(first, (None, (0, 200))),))
    final = event.next_round()
    assert isinstance(final, HistoryRound)
    assert final == HistoryRound((HistoryTable((4, 3), "final"),)), (
        "2 has nobody to play for the third place with"
    )
    event.history = replace(event.history, rounds=(*event.history.rounds, PlayedRound(final, ((0, 200),))))
    assert isinstance(event.next_round(), Over)
    lines = catalog.format_standings(event.format, event.settings, event.history, SEED, event.shape)
    assert [(line.place, line.entrant, line.score) for line in lines] == [
        (1, 3, 200), (2, 4, 100), (3, 1, 0), (3, 2, 0),
    ]  # fmt: skip


def test_places_wait_for_the_tables_that_are_not_over() -> None:
    event = begin("knockout", (0, 1), 4)
    first = event.next_round()
    assert isinstance(first, HistoryRound)

    def places(busy: frozenset[int]) -> dict[int, int]:
        history = replace(event.history, busy=busy)
        lines = catalog.format_standings(event.format, event.settings, history, SEED, event.shape)
        return {line.entrant: line.place for line in lines}

    event.history = replace(event.history, rounds=(PlayedRound(first, (None, (0, 200))),))
    assert places(frozenset({1, 4})) == {3: 1, 1: 2, 2: 2, 4: 2}, "one semifinal is being played"
    event.history = replace(event.history, rounds=(PlayedRound(first, ((200, 0), (0, 200))),))
    final = event.next_round()
    assert isinstance(final, HistoryRound)
    event.history = replace(event.history, rounds=(*event.history.rounds, PlayedRound(final, (None, None))))
    assert places(frozenset({1, 2, 3, 4})) == {1: 1, 3: 1, 2: 3, 4: 3}, "nobody has won the final yet"
    assert places(frozenset({1, 3})) == {1: 1, 3: 1, 2: 3, 4: 4}, "there was no match for the third place"


def test_without_entries_there_is_no_table() -> None:
    event = begin("knockout", (0, 1), 2)
    event.history = replace(event.history, entrants=(HistoryEntrant(1), HistoryEntrant(2, left=1)))
    first = event.next_round()
    assert isinstance(first, HistoryRound)
    assert first.tables
    event.history = replace(event.history, rounds=(PlayedRound(first, (None,)),))
    assert isinstance(event.next_round(), Over)
    event = begin("knockout", (0, 1), 3)
    gone = (HistoryEntrant(1), HistoryEntrant(2, left=1), HistoryEntrant(3, left=1))
    played = PlayedRound(HistoryRound((HistoryTable((2, 3), "semifinal"),), (1,)), (None,))
    event.history = EventHistory(gone, (played,))
    assert event.next_round() == HistoryRound((), (1,))


def test_in_a_double_girone_a_rested_entry_meets_a_bot() -> None:
    event = begin("robin", (0, 1), 5, odd="bye", twice=True)
    [*drawn] = event.play()
    assert len(drawn) == 10
    assert Counter(who for each in drawn for who in each.byes) == Counter(range(1, 6))
    assert sum(-1 in table.places for each in drawn for table in each.tables) == 5


def test_bots_are_spread_over_the_tables() -> None:
    event = begin("tables", (0, 1, 2, 3, 4, 5), 7, rounds=4)
    for drawn in event.play():
        assert sorted(sum(who < 0 for who in table.places) for table in drawn.tables) == [2, 3]


@pytest.mark.parametrize("entrants", [9, 15, 17, 14])
def test_tables_follow_the_plan_until_a_withdrawal(entrants: int) -> None:
    event = begin("tables", (0, 1, 2), entrants, rounds=4)
    planned = catalog.planned_rounds(event.format, event.settings, event.shape, event.history, SEED)
    rounds = event.play()
    assert next(rounds) == planned[0]
    assert next(rounds) == planned[1]
    people = event.history.entrants
    event.history = replace(event.history, entrants=(replace(people[0], left=2), *people[1:]))
    third = next(rounds)
    assert catalog.planned_rounds(event.format, event.settings, event.shape, event.history, SEED) == ()
    assert third not in planned
    met = Counter(
        frozenset(two)
        for drawn in (*planned[:2], third)
        for table in drawn.tables
        for two in combinations(table.places, 2)
    )
    assert entrants < 12 or {*met.values()} == {1}, "the draw knows what has been"


# ---- rounds that overlap


@settings(max_examples=40)
@given(
    st.sampled_from([(0, 1), (0, 1, 0, 1), (0, 1, 2)]),
    st.integers(1, 14),
    st.integers(0, 2**32),
    st.booleans(),
)
def test_in_an_arena_free_players_are_seated_together(
    sides: tuple[int, ...], entrants: int, seed: int, as_pairs: bool
) -> None:
    """Nobody has two seats at once, or the same company again while waiting for others is possible."""
    event = begin("arena", sides, entrants, seed)
    if as_pairs and sides == (0, 1, 0, 1):
        event.shape = EventSides("pair", sides)
    playing: list[HistoryTable] = []
    last: dict[int, HistoryTable] = {}
    for _ in range(25):
        busy = frozenset(who for table in playing for who in table.places)
        event.history = replace(event.history, busy=busy)
        drawn = event.next_round()
        assert drawn == event.next_round()
        if isinstance(drawn, HistoryRound):
            for table in drawn.tables:
                assert not {who for who in table.places if who > 0} & busy
                together = (
                    last.get(one) == last.get(other, ()) for one, other in combinations(table.places, 2)
                )
                assert not busy or not any(together)
                last |= dict.fromkeys(table.places, table)
            playing += drawn.tables
            event.history = replace(
                event.history, rounds=(*event.history.rounds, PlayedRound(drawn, event.points(drawn)))
            )
        else:
            assert isinstance(drawn, HistoryWait)
            assert playing, "somebody could sit down and does not"
        playing.pop(event.random.randrange(len(playing)))
    event.history = replace(event.history, closed=True)
    assert isinstance(event.next_round(), Over)


def test_in_the_daily_tournament_everybody_plays_one_table() -> None:
    event = begin("daily", (0, 1, 0, 1), 3, deals=4, instances=3)
    drawn = event.next_round()
    assert isinstance(drawn, HistoryRound)
    assert drawn == HistoryRound(tuple(HistoryTable((who, -1, -2, -3)) for who in (1, 2, 3)))
    event.history = replace(
        event.history,
        entrants=(*event.history.entrants, HistoryEntrant(4, joined=1)),
        rounds=(PlayedRound(drawn, (None,) * 3),),
    )
    assert event.next_round() == HistoryRound((HistoryTable((4, -1, -2, -3)),))


def daily_deals(people: int) -> list[tuple[str, ...]]:
    event = begin("daily", (0, 1, 0, 1), 0, deals=4, instances=3)
    tables = (HistoryTable((who, -1, -2, -3)) for who in range(1, people + 1))
    return [catalog.deal_labels(event.format, event.settings, SEED, 1, table) for table in tables]


def test_the_first_players_of_a_day_have_the_same_deals() -> None:
    """Players with different cards cannot be compared, so a second set opens only when enough have come."""
    assert {*daily_deals(2 * ENOUGH - 1)} == {("1a", "2a", "3a", "4a")}
    assert {label[-1] for labels in daily_deals(3 * ENOUGH - 1) for label in labels} == {"a", "b"}


def test_daily_deals_have_variants_once_many_have_played() -> None:
    had = daily_deals(100)[3 * ENOUGH :]
    for number, labels in enumerate(zip(*had, strict=True), start=1):
        assert {*labels} == {f"{number}{letter}" for letter in "abc"}
    assert len({*had}) > 20, "not the same letters all along"
    assert daily_deals(100)[3 * ENOUGH :] == had


# ---- settings


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_settings_are_complete_and_reload(name: str) -> None:
    chosen = FORMATS[name].settings({})
    assert FORMATS[name].settings(dict(chosen)) == chosen
    assert chosen["scoring"] == FORMATS[name].scorings[0]


@pytest.mark.parametrize(
    ("data", "option"),
    [
        ({"rounds": 0}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"rounds": "5"}, "rounds"),
        ({"odd": "cat"}, "odd"),
        ({"duplicate": 1}, "duplicate"),
        ({"breaks": ["buchholz", "buchholz"]}, "breaks"),
        ({"breaks": "wins"}, "breaks"),
        ({"breaks": [["wins"]]}, "breaks"),
        ({"groups": 2}, "groups"),
        ({"scoring": "matchpoints", "duplicate": False}, "scoring"),
    ],
)
def test_an_invalid_setting_is_refused_by_name(data: dict[str, Any], option: str) -> None:
    with pytest.raises(catalog.BadSetting) as caught:
        FORMATS["swiss"].settings(data)
    assert caught.value.option == option


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((0, 1), {"swiss": "single", "robin": "single", "daily": "single", "arena": "single"}),
        ((0, 1, 0, 1), {"swiss": "pair", "mitchell": "pair", "partners": "single"}),
        ((0, 1, 2), {"tables": "single", "daily": "single", "arena": "single"}),
        ((0, 1, 2, 3, 4), {"tables": "single"}),
    ],
)
def test_formats_fit_their_tables(sides: tuple[int, ...], expected: dict[str, str]) -> None:
    for name, unit in expected.items():
        assert FORMATS[name].units(sides)[0] == unit
    assert not FORMATS["swiss"].units((0, 1, 2))
    assert not FORMATS["tables"].units((0, 1, 0, 1))


# ---- seats and deals


def test_entrants_are_seated_by_table() -> None:
    pairs = EventSides("pair", (0, 1, 0, 1))
    assert catalog.seats_of_table(pairs, HistoryTable((8, -1))) == ((8, 0), (-1, 0), (8, 1), (-1, 1))
    single = EventSides("single", (0, 1, 2))
    assert catalog.seats_of_table(single, HistoryTable((8, 9, -1))) == ((8, 0), (9, 0), (-1, 0))


def test_tables_share_deals_only_if_chosen() -> None:
    event = begin("swiss", (0, 1), 4, deals=2)
    same = [
        catalog.deal_labels(event.format, event.settings, SEED, 3, HistoryTable(two))
        for two in ((1, 2), (3, -1))
    ]
    assert same == [("3-1", "3-2"), ("3-1", "3-2")]
    event = begin("knockout", (0, 1), 4, deals=2, duplicate=False)
    own = [
        catalog.deal_labels(event.format, event.settings, SEED, 3, HistoryTable(two), 1)
        for two in ((1, 2), (3, 4))
    ]
    assert own == [("3-1-2", "3-2-2", "3-3-2"), ("3-1-4", "3-2-4", "3-3-4")]


def test_single_entrants_are_paired_up() -> None:
    singles = [HistoryEntrant(number, strength=2000 - number) for number in range(1, 8)]
    drawn = catalog.draw_pairs(singles, SEED)
    assert drawn == catalog.draw_pairs([*reversed(singles)], SEED)
    assert sorted(who for pair in drawn for who in pair if who) == [*range(1, 8)]
    assert [pair[1] for pair in drawn].count(None) == 1
    balanced = catalog.draw_pairs(singles, SEED, "balanced")
    assert balanced == ((1, 7), (2, 6), (3, 5), (4, None))
    apart = frozenset({frozenset((1, 7)), frozenset((1, 6))})
    assert catalog.draw_pairs(singles, SEED, "balanced", apart) == ((1, 5), (2, 6), (3, 7), (4, None))
    for number in range(20):
        assert (
            not {frozenset(pair) for pair in catalog.draw_pairs(singles, f"{number}", "random", apart)}
            & apart
        )
    with pytest.raises(ValueError, match="random, balanced"):
        catalog.draw_pairs(singles, SEED, "by beauty")
