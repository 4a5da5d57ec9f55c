"""Tie-breaks agree with tiebreak-core, an implementation of FIDE's C.07, on random events.

A win is 2 points here and 1 there. Sonneborn-Berger of players with a bye is not compared: Ludopoli counts
the bye as a tie, FIDE by the points that it brought.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tiebreak_core import PAIRING_BYE, GameRecord, PlayerTiebreakData, fide2024, rank_standings_strict

from tournaments.formats.catalog import (
    FORMATS,
    EventHistory,
    EventSides,
    HistoryEntrant,
    HistoryRound,
    PlayedRound,
)
from tournaments.formats.standings import Field, TableResult, sorted_standings

THEIRS = {
    "buchholz": ("buchholz", 200),
    "buchholz_cut_1": ("buchholz_cut1", 200),
    "buchholz_cut_2": ("buchholz_cut2", 200),
    "sonneborn_berger": ("sonneborn_berger", 400),
    "wins": ("won", 1),
}
"""By tie-break: its name in tiebreak-core, and the factor between a value here and there."""
EVENTS = st.tuples(st.integers(2, 14), st.integers(1, 6), st.integers(0, 2**32))
SHAPE = EventSides("pair", (0, 1, 0, 1))


def event(entrants: int, rounds: int, seed: int, *, odd: bool) -> list[TableResult]:
    """Return the results of a random danese, in which equal scores are frequent."""
    random = Random(seed)
    entrants += entrants % 2 if not odd else 1 - entrants % 2
    rounds = min(rounds, entrants // 2)  # tiebreak-core counts a rematch only once
    format = FORMATS["danish"]
    chosen = format.settings({"scoring": "match", "odd": "bye", "rounds": rounds})
    history = EventHistory(tuple(HistoryEntrant(each) for each in range(1, entrants + 1)))
    while isinstance(drawn := format.next_round(chosen, SHAPE, history, f"{seed}"), HistoryRound):
        points = tuple(random.choice([(200, 0), (100, 100), (0, 200)]) for _ in drawn.tables)
        history = EventHistory(history.entrants, (*history.rounds, PlayedRound(drawn, points)))
    return [*history.results(SHAPE.sides_at, missed=True)]


def theirs(field: Field, results: list[TableResult]) -> dict[int, PlayerTiebreakData]:
    """Convert an event to tiebreak-core's format, where a win is 1 and a bye has the points of ours."""
    games: dict[int, list[GameRecord]] = {entrant: [] for entrant in field.score}
    for number, places, points, _ in results:
        if len(places) == 1:
            rested = field.score[places[0]] - sum(field.made[places[0]])
            games[places[0]].append(GameRecord(-1, 0, rested / 200, "white", number, PAIRING_BYE))
            continue
        for place, entrant in enumerate(places):
            assert points[place] is not None
            record = GameRecord(places[1 - place], 0, points[place] / 200, "white", number, "played")  # type: ignore[operator]
            games[entrant].append(record)
    return {who: PlayerTiebreakData(who, 0, score / 200, games[who]) for who, score in field.score.items()}


def compare(drawn: tuple[int, int, int], names: Sequence[str], *, odd: bool) -> None:
    results = event(*drawn, odd=odd)
    field = Field({who for result in results for who in result.places}, results)
    data, total = theirs(field, results), max(result.round for result in results)
    for line in sorted_standings(field.score, results, "seed", names):
        for name in names:
            there, times = THEIRS[name]
            expected = fide2024.calculate(data[line.entrant], data, there, total)
            assert line.breaks[name].value == round(times * expected), (name, line.entrant)


@settings(max_examples=60)
@given(EVENTS)
def test_every_sum_matches_the_reference(drawn: tuple[int, int, int]) -> None:
    compare(drawn, [*THEIRS], odd=False)


@settings(max_examples=60)
@given(EVENTS)
def test_sums_with_byes_match_the_reference(drawn: tuple[int, int, int]) -> None:
    compare(drawn, [name for name in THEIRS if name != "sonneborn_berger"], odd=True)


@settings(max_examples=60)
@given(EVENTS)
def test_the_order_matches_the_reference(drawn: tuple[int, int, int]) -> None:
    """The direct match comes first, as C.07 has it; ties in everything keep the order of Ludopoli."""
    results = event(*drawn, odd=False)
    field = Field({who for result in results for who in result.places}, results)
    ours = sorted_standings(field.score, results, "seed", ["direct", "buchholz_cut_1", "sonneborn_berger"])
    ranked = rank_standings_strict(
        theirs(field, results),
        ["direct_encounter", "buchholz_cut1", "sonneborn_berger"],
        total_rounds=max(result.round for result in results),
        ruleset="fide-2024",
        deterministic_keys={line.entrant: line.place for line in ours},
    )
    assert [each.player_id for each in ranked.players] == [line.entrant for line in ours]
