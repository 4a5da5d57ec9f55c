"""Svizzero: the pairing with the closest scores, checked by brute force against all pairings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.test_events import SEED, begin
from tournaments.formats import catalog
from tournaments.formats.catalog import EventHistory, HistoryEntrant, HistoryRound, HistoryTable, PlayedRound
from tournaments.formats.matching import MOST_BITS, pair_at_least_cost

REST = None
Pairs = tuple[tuple[int, int | None], ...]


def every_pairing(order: list[int | None]) -> Iterator[Pairs]:
    if not order:
        yield ()
        return
    first, *others = order
    assert first is not None
    for at, other in enumerate(others):
        for rest in every_pairing(others[:at] + others[at + 1 :]):
            yield ((first, other), *rest)


def faults(pairs: Pairs, history: EventHistory, score: dict[int, int]) -> tuple[int, ...]:
    """Return the penalties of a pairing, the most important first, computed from the history alone."""
    met = Counter(frozenset(table.places) for played in history.rounds for table in played.round.tables)
    rested = {who for played in history.rounds for who in played.round.byes}
    present = {each.id for each in history.entrants if each.present}
    least = min(score[who] for who in history.field())
    forbidden = 0
    for one, other in pairs:
        forbidden += one in rested if other is REST else frozenset((one, other)) in history.forbidden
    again = sum(met[frozenset((one, other))] for one, other in pairs if other is not REST)
    mixed = sum((one in present) != (other in present) for one, other in pairs)
    apart = sum(
        (score[one] - (least if other is None else score.get(other, least))) ** 2 for one, other in pairs
    )
    return forbidden, again, mixed, apart


@settings(max_examples=150)
@given(
    entrants=st.integers(2, 8),
    rounds=st.integers(0, 6),
    seed=st.integers(0, 2**32),
    scoring=st.sampled_from(["victory", "match"]),
    odd=st.sampled_from(["bots", "bye"]),
    data=st.data(),
)
def test_the_pairing_is_optimal(
    entrants: int, rounds: int, seed: int, scoring: str, odd: str, data: st.DataObject
) -> None:
    event = begin("swiss", (0, 1, 0, 1), entrants, seed, scoring=scoring, odd=odd, rounds=rounds + 1)
    for number, _ in enumerate(event.play()):
        if number == rounds:
            break
    else:
        return  # there are no new opponents left
    away = data.draw(st.sets(st.integers(1, entrants)))
    apart = data.draw(
        st.frozensets(st.frozensets(st.integers(1, entrants), min_size=2, max_size=2), max_size=3)
    )
    people = tuple(replace(each, present=each.id not in away) for each in event.history.entrants)
    event.history = replace(event.history, entrants=people, forbidden=apart)
    drawn = event.next_round()
    assert isinstance(drawn, HistoryRound)
    lines = catalog.format_standings(event.format, event.settings, event.history, SEED, event.shape)
    score = {line.entrant: line.score for line in lines}
    tables = [(max(table.places), min(table.places)) for table in drawn.tables]
    done: Pairs = (*tables, *((who, REST) for who in drawn.byes))
    rested = {who for played in event.history.rounds for who in played.round.byes}
    left: list[int | None] = []
    if entrants % 2:
        left = [REST if odd == "bye" and len(rested) < entrants else -1]
    best = min(faults(each, event.history, score) for each in every_pairing([*score, *left]))
    assert faults(done, event.history, score) == best


def after(*rounds: tuple[tuple[int, int], ...], entrants: int = 8, **more: Any) -> EventHistory:
    """Return a history in which the first of each pair has always won."""
    played = [
        PlayedRound(HistoryRound(tuple(HistoryTable(two) for two in pairs)), ((200, 0),) * len(pairs))
        for pairs in rounds
    ]
    return EventHistory(
        tuple(HistoryEntrant(number) for number in range(1, entrants + 1)), tuple(played), **more
    )


def drawn_after(history: EventHistory, **chosen: Any) -> list[set[int]]:
    event = begin("swiss", (0, 1), 2, scoring="match", **{"rounds": 5, **chosen})
    event.history = history
    drawn = event.next_round()
    assert isinstance(drawn, HistoryRound)
    return [{*table.places} for table in drawn.tables] + [{who} for who in drawn.byes]


def test_the_leaders_meet_regardless_of_sides() -> None:
    """Home and away are not like colours in chess: two players who both sat at home twice may meet."""
    history = after(((1, 5), (2, 6), (3, 7), (4, 8)), ((1, 3), (2, 4), (5, 7), (6, 8)))
    assert drawn_after(history)[0] == {1, 2}


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    assert drawn_after(after()) == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert drawn_after(after(entrants=7), odd="bye") == [{1, 4}, {2, 5}, {3, 6}, {7}]


def test_present_entries_meet_and_so_do_absent_ones() -> None:
    history = after()
    absent = tuple(replace(each, present=each.id not in (5, 6)) for each in history.entrants)
    drawn = drawn_after(replace(history, entrants=absent))
    assert {5, 6} in drawn
    odd = tuple(replace(each, present=each.id != 2) for each in history.entrants[:7])
    assert {2} in drawn_after(replace(history, entrants=odd), odd="bye"), "who is not there rests"
    assert {2, -1} in drawn_after(replace(history, entrants=odd)), "or meets the bot"


def test_unavoidable_repeats_are_minimal() -> None:
    history = after(((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)), entrants=4)
    again = replace(
        history, entrants=(*history.entrants, HistoryEntrant(5, joined=3), HistoryEntrant(6, joined=3))
    )
    drawn = drawn_after(again, rounds=5)
    assert sum(two <= {1, 2, 3, 4} for two in drawn) == 1


def test_home_and_away_take_turns() -> None:
    event = begin("swiss", (0, 1, 0, 1), 8, rounds=4)
    home = Counter(table.places[0] for drawn in event.play() for table in drawn.tables)
    assert max(home.values()) - min(home.values()) <= 2


def test_a_matching_leaves_nobody_out() -> None:
    assert pair_at_least_cost([], lambda _one, _other: (0,)) == []
    assert pair_at_least_cost([3, 1, 2, 9], lambda one, other: (10**9 * (one + other == 4), 0)) in (
        [(3, 2), (1, 9)], [(3, 9), (1, 2)],
    )  # fmt: skip
    with pytest.raises(ValueError, match="no pairs"):
        pair_at_least_cost([1, 2, 3], lambda _one, _other: (0,))


def test_costs_may_be_as_long_as_rustworkx_can_count() -> None:
    most = (1 << MOST_BITS) // 4 - 2

    def cost(one: int, other: int | None) -> tuple[int]:
        assert other is not None
        return (most - (7 * one * other) % 11,)

    best = min(sum(cost(*two)[0] for two in pairs) for pairs in every_pairing([*range(8)]))
    assert sum(cost(*two)[0] for two in pair_at_least_cost(range(8), cost)) == best
    with pytest.raises(OverflowError, match="121 bits"):
        pair_at_least_cost(range(8), lambda _one, _other: (most + 2,))


def test_three_hundred_pairs_are_paired_in_seconds() -> None:
    event = begin("swiss", (0, 1, 0, 1), 300, rounds=3)
    begun = process_time()
    assert len([*event.play()]) == 3
    assert process_time() - begun < 30, "of processor time, however slow the machine"
