"""Gironi e finale: a round robin in each group, then a knockout of the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats import round_robin
from tournaments.formats.format import EventSides, Format, Settings, two_sides
from tournaments.formats.history import CannotDraw, EventHistory, HistoryRound, Next, Over, PlayedRound
from tournaments.formats.knockout import THIRD_PLACE, Bracket, first_round, seeds_as_drawn
from tournaments.formats.options import (
    ABSENT,
    BREAKS,
    DEALS,
    DUPLICATE,
    EXTRA,
    ODD,
    SWING,
    TIED,
    number_option,
)
from tournaments.formats.standings import StandingsLine, TableResult, sorted_standings

HOW_MANY = number_option("groups", 4, 1, 32)
THROUGH = number_option("through", 2, 1, 16)
"""The number of entrants of each group that go on."""


def snake_into_groups(settings: Settings, entrants: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the groups, of at least two: the seeds snake through them, so that all are equally strong."""
    count = max(1, min(settings["groups"], len(entrants) // 2))
    turn = [*range(count), *reversed(range(count))]
    return [
        tuple(who for at, who in enumerate(entrants) if turn[at % len(turn)] == group)
        for group in range(count)
    ]


def plan(
    settings: Settings, _shape: EventSides, history: EventHistory, _seed: str
) -> tuple[HistoryRound, ...]:
    """Return the rounds of all groups in parallel; a smaller group ends earlier."""
    each = [
        round_robin.fill_rounds(round_robin.round_robin_rounds(group), settings, history, stage=f"group:{at}")
        for at, group in enumerate(snake_into_groups(settings, history.begun), start=1)
    ]
    rounds = [[group[at] for group in each if at < len(group)] for at in range(max(map(len, each)))]
    return tuple(
        HistoryRound(
            tuple(table for one in together for table in one.tables),
            tuple(who for one in together for who in one.byes),
        )
        for together in rounds
    )


def how_many(settings: Settings, _shape: EventSides, entrants: int) -> int:
    groups = snake_into_groups(settings, tuple(range(entrants)))
    largest, left = max(map(len, groups)), sum(min(settings["through"], len(group)) for group in groups)
    return largest - 1 + largest % 2 + (left - 1).bit_length()


def tables_of(
    settings: Settings, shape: EventSides, history: EventHistory, seed: str, rounds: int
) -> list[list[StandingsLine]]:
    """Return the standings of each group after this number of rounds."""
    played = EventHistory(history.entrants, history.rounds[:rounds])
    every = [*played.results(shape.sides_at, missed=False)]
    return [
        sorted_standings(group, _within(every, group), seed, settings["breaks"])
        for group in snake_into_groups(settings, history.begun)
    ]


def _within(results: list[TableResult], group: tuple[int, ...]) -> list[TableResult]:
    return [each for each in results if {*group}.intersection(each.places)]


def rank_qualifiers(groups: list[list[StandingsLine]], through: int) -> tuple[int, ...]:
    """Return the entrants that go on, the winners of all groups first, then the seconds …

    Each of these rows is rotated so that as few as possible meet somebody of their own group in the first
    round.
    """
    rows = [[group[place].entrant for group in groups if place < len(group)] for place in range(through)]
    home = {line.entrant: at for at, group in enumerate(groups) for line in group}

    def again(order: tuple[int, ...]) -> int:
        return sum(home[a] == home[b] for a, b in first_round(order) if a is not None and b is not None)

    chosen: tuple[int, ...] = ()
    for row in rows:
        turns = [(*chosen, *row[by:], *row[:by]) for by in range(max(1, len(row)))]
        chosen = min(turns, key=again)
    return chosen


def _seen(rounds: Sequence[PlayedRound]) -> set[int]:
    """Return everybody who had a table or a bye in these rounds."""
    drawn = [each.round for each in rounds]
    return {who for each in drawn for table in each.tables for who in table.places} | {
        who for each in drawn for who in each.byes
    }


def _final(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Bracket | None:
    """Return the bracket of the final once the groups are over."""
    rounds = len(plan(settings, shape, history, seed))
    if history.number < rounds:
        return None
    there = {*history.field(rounds)} & history.competing & _seen(history.rounds[:rounds])
    if history.number > rounds:  # as it was paired then
        there = _seen(history.rounds[rounds : rounds + 1])
    groups = tables_of(settings, shape, history, seed, rounds)
    still = [[line for line in group if line.entrant in there] for group in groups]
    through = rank_qualifiers(still, settings["through"])
    if history.number > rounds:
        through = seeds_as_drawn(through, history.rounds[rounds].round)
    return Bracket(through, history, since=rounds)


def next_round(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Next:
    if len(history.begun) < 2:
        raise CannotDraw("too_few", f"{len(history.begun)} entrants cannot play")
    final = _final(settings, shape, history, seed)
    if final is None:
        return plan(settings, shape, history, seed)[history.number]
    return final.next_round(settings) if len(final.seeds) > 1 else Over()


def rank(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> list[StandingsLine]:
    """Rank the finalists by how far they come, the others by their place in the group and then by score."""
    if not history.begun:
        return []
    rounds = len(plan(settings, shape, history, seed))
    groups = tables_of(settings, shape, history, seed, rounds)
    final = _final(settings, shape, history, seed)
    made = {line.entrant: line for group in groups for line in group}
    ahead = final.lines() if final and len(final.seeds) > 1 else []
    through = {line.entrant for line in ahead}
    others = sorted(
        (line for line in made.values() if line.entrant not in through),
        key=lambda line: (line.place, -line.score),
    )
    behind = enumerate(others, start=len(ahead) + 1)
    counted = range(1, rounds + 1) if history.number > rounds else None
    return [
        *(replace(made[line.entrant], place=line.place, counted=counted) for line in ahead),
        *(replace(line, place=place, counted=counted) for place, line in behind),
    ]


GROUPS = Format(
    "groups",
    next_round,
    two_sides,
    scorings=("match", "victory", "game"),
    options=(HOW_MANY, THROUGH, THIRD_PLACE, TIED, EXTRA, DEALS, DUPLICATE, ODD, ABSENT, SWING, BREAKS),
    rounds=how_many,
    plan=plan,
    rank=rank,
    late=False,
    out_after=lambda *_: 0,
    mixed=True,
)
