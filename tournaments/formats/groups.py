"""Gironi e finale: everybody against everybody in each group; then the best of the groups, the loser out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats import robin
from tournaments.formats.format import EventShape, Format, Settings, two_sides
from tournaments.formats.history import CannotDraw, History, Next, Over, PlayedRound, Round
from tournaments.formats.knockout import THIRD_PLACE, Bracket, first_round
from tournaments.formats.options import ABSENT, BREAKS, DEALS, DUPLICATE, ODD, SWING, number
from tournaments.formats.standings import Line, Result, standings

HOW_MANY = number("groups", 4, 1, 32)
THROUGH = number("through", 2, 1, 16)
"""How many of each group play on."""


def parts(settings: Settings, entrants: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The groups, of two and more: the seeds go through them forth and back, so that they are as strong."""
    count = max(1, min(settings["groups"], len(entrants) // 2))
    turn = [*range(count), *reversed(range(count))]
    return [
        tuple(who for at, who in enumerate(entrants) if turn[at % len(turn)] == group)
        for group in range(count)
    ]


def plan(settings: Settings, _shape: EventShape, history: History, _seed: str) -> tuple[Round, ...]:
    """The rounds of the groups, side by side; a smaller group ends first."""
    each = [
        robin.fill(robin.rounds(group), settings, history, stage=f"group:{at}")
        for at, group in enumerate(parts(settings, history.begun), start=1)
    ]
    rounds = [[group[at] for group in each if at < len(group)] for at in range(max(map(len, each)))]
    return tuple(
        Round(
            tuple(table for one in together for table in one.tables),
            tuple(who for one in together for who in one.byes),
        )
        for together in rounds
    )


def how_many(settings: Settings, _shape: EventShape, entrants: int) -> int:
    groups = parts(settings, tuple(range(entrants)))
    largest, left = max(map(len, groups)), sum(min(settings["through"], len(group)) for group in groups)
    return largest - 1 + largest % 2 + (left - 1).bit_length()


def tables_of(
    settings: Settings, shape: EventShape, history: History, seed: str, rounds: int
) -> list[list[Line]]:
    """The standings of each group after so many rounds."""
    played = History(history.entrants, history.rounds[:rounds])
    every = [*played.results(shape.sides_at, missed=False)]
    return [
        standings(group, _within(every, group), seed, settings["breaks"])
        for group in parts(settings, history.begun)
    ]


def _within(results: list[Result], group: tuple[int, ...]) -> list[Result]:
    return [each for each in results if {*group}.intersection(each.places)]


def seeds(groups: list[list[Line]], through: int) -> tuple[int, ...]:
    """Who plays on, the first of the groups before the second; turned so that in the first round as few as
    possible meet somebody of their own group.
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
    """Everybody who sat at a table of these rounds, or rested."""
    drawn = [each.round for each in rounds]
    return {who for each in drawn for table in each.tables for who in table.places} | {
        who for each in drawn for who in each.byes
    }


def _final(settings: Settings, shape: EventShape, history: History, seed: str) -> Bracket | None:
    """What follows the groups, when they are over."""
    rounds = len(plan(settings, shape, history, seed))
    if history.number < rounds:
        return None
    there = {*history.field(rounds)} & history.competing & _seen(history.rounds[:rounds])
    if history.number > rounds:  # as it was drawn then
        there = _seen(history.rounds[rounds : rounds + 1])
    groups = tables_of(settings, shape, history, seed, rounds)
    still = [[line for line in group if line.entrant in there] for group in groups]
    through = seeds(still, settings["through"])
    if history.number > rounds:
        through = _as_drawn(through, history.rounds[rounds].round)
    return Bracket(through, history, since=rounds)


def _as_drawn(through: tuple[int, ...], first: Round) -> tuple[int, ...]:
    """Who was drawn for the final plays it, also if a result of a group was changed later."""
    drawn = [who for table in first.tables for who in table.places] + [*first.byes]
    instead = (who for who in drawn if who not in through)
    return tuple(who if who in drawn else next(instead) for who in through)


def next_round(settings: Settings, shape: EventShape, history: History, seed: str) -> Next:
    if len(history.begun) < 2:
        raise CannotDraw("too_few", f"{len(history.begun)} entrants cannot play")
    final = _final(settings, shape, history, seed)
    if final is None:
        return plan(settings, shape, history, seed)[history.number]
    return final.next_round(settings) if len(final.seeds) > 1 else Over()


def rank(settings: Settings, shape: EventShape, history: History, seed: str) -> list[Line]:
    """Those who play on by how far they come, the others by their place in the group and then their score."""
    if not history.begun:
        return []
    groups = tables_of(settings, shape, history, seed, len(plan(settings, shape, history, seed)))
    final = _final(settings, shape, history, seed)
    made = {line.entrant: line for group in groups for line in group}
    ahead = final.lines() if final and len(final.seeds) > 1 else []
    through = {line.entrant for line in ahead}
    others = sorted(
        (line for line in made.values() if line.entrant not in through),
        key=lambda line: (line.place, -line.score),
    )
    behind = enumerate(others, start=len(ahead) + 1)
    return [
        *(replace(made[line.entrant], place=line.place) for line in ahead),
        *(replace(line, place=place) for place, line in behind),
    ]


GROUPS = Format(
    "groups",
    next_round,
    two_sides,
    scorings=("match", "victory", "game"),
    options=(HOW_MANY, THROUGH, THIRD_PLACE, DEALS, DUPLICATE, ODD, ABSENT, SWING, BREAKS),
    rounds=how_many,
    plan=plan,
    rank=rank,
    late=False,
    knockout=True,
)
