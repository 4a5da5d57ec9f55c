"""Girone: a round robin, by the circle method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from itertools import combinations

from tournaments.formats.format import EventSides, Format, Settings, as_planned, by_points_played, two_sides
from tournaments.formats.history import EventHistory, HistoryRound, HistoryTable
from tournaments.formats.matching import Cost, pair_at_least_cost
from tournaments.formats.options import (
    ABSENT,
    BREAKS,
    BYE,
    DEALS,
    DUPLICATE,
    ODD,
    RESTS,
    SWING,
    choice_option,
)

Pairing = tuple[int | None, int | None]
"""Two opponents, the first at home; None is nobody."""

NOBODY = 0
"""In place of an opponent of whoever rests."""

TWICE = choice_option("twice", False, True)
"""Two legs, home and away."""


def round_robin_rounds(entrants: Sequence[int], *, twice: bool = False) -> tuple[tuple[Pairing, ...], ...]:
    """Return all rounds; with an odd number one has a bye in each. `twice` adds them with home and away
    swapped."""
    circle: list[int | None] = [*entrants, *([None] * (len(entrants) % 2))]
    half = len(circle) // 2
    drawn: list[tuple[Pairing, ...]] = []
    for number in range(len(circle) - 1):
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        drawn.append(tuple((b, a) if number % 2 else (a, b) for a, b in pairs))
        circle[1:] = [circle[-1], *circle[1:-1]]
    back = [tuple((b, a) for a, b in pairs) for pairs in drawn]
    return (*drawn, *back) if twice else tuple(drawn)


def fill_rounds(
    drawn: Sequence[Sequence[Pairing]],
    settings: Settings,
    history: EventHistory,
    stage: str = "",
    had: Iterable[int] = (),
    numbers: Sequence[Sequence[int]] = (),
    sets: Sequence[Sequence[int]] = (),
) -> tuple[HistoryRound, ...]:
    """Return the rounds with the entrants who are still in, as by `fill_round`.

    Those of `had` had a bye before these rounds. `numbers` are those of the tables, round by round, if people
    stay at them, and `sets` those of the sets of deals, if these go from table to table.
    """
    rested = {*had}
    filled = []
    for at, pairs in enumerate(drawn):
        own, deals = (each[at] if each else () for each in (numbers, sets))
        filled.append(fill_round(pairs, settings, history, at, rested, stage, own, deals))
        rested |= {*filled[-1].byes}
    return tuple(filled)


def fill_round(
    pairs: Sequence[Pairing],
    settings: Settings,
    history: EventHistory,
    at: int,
    rested: Container[int],
    stage: str = "",
    numbers: Sequence[int] = (),
    sets: Sequence[int] = (),
) -> HistoryRound:
    """Return the round after `at` others with the entrants who are in, with bots or byes for the others.

    A bot plays for entrants who have left, are absent or sit out, unless the event gives their opponents a
    bye. A bot also takes the empty place of an odd number, unless the entrant may have a bye and has not
    `rested`.
    """
    gone = sorted((each.left, each.id) for each in history.entrants if each.left is not None)
    stand_in: dict[int | None, int] = {None: -1} | {who: -turn for turn, (_, who) in enumerate(gone, start=2)}
    there = {*history.field(at)}
    tables, byes = [], []
    for place, pair in enumerate(pairs):
        alone = next((who for who in pair if who in there), None)
        may_rest = settings["odd"] == RESTS or (settings["odd"] == BYE and alone not in rested)
        if None not in pair:
            may_rest = history.absent_rest and not there.issuperset(pair)
        if alone is not None and may_rest:
            byes.append(alone)
        elif alone is not None:
            home, away = (who if who in there else stand_in.get(who, -1) for who in pair)
            own, deals = (each[place] if each else 0 for each in (numbers, sets))
            tables.append(HistoryTable((home, away), stage, own, deals))
    return HistoryRound(tuple(tables), tuple(byes))


def table_numbers(drawn: Sequence[Sequence[Pairing]]) -> list[list[int]]:
    """Return the numbers of the tables as they are at the start, so that none changes when people leave.

    A table with an empty place has the last.
    """
    numbers = []
    for pairs in drawn:
        full = [at for at, pair in enumerate(pairs) if None not in pair]
        numbers.append([full.index(at) + 1 if at in full else len(pairs) for at in range(len(pairs))])
    return numbers


def let_nobody_rest_in_vain(
    planned: Sequence[HistoryRound], history: EventHistory, legs: int
) -> tuple[HistoryRound, ...]:
    """Return the rounds with other pairings where two would rest at once, or a late entrant has no table.

    From then on each round pairs those who have not met, as far as possible as it was planned; at most one
    rests. Nobody meets again unless there is no other way, and there are no more rounds once all have met.
    """
    rounds, met, rested = [*planned[: history.number]], history.meetings, history.rests
    for number, plain in enumerate(planned[history.number :], start=history.number):
        field = history.field(number)
        if all(met[frozenset(two)] >= legs for two in combinations(field, 2)):
            break
        here = {who for each in plain.tables for who in each.places} | {*plain.byes}
        is_new = all(met[frozenset(each.places)] < legs for each in plain.tables)
        fits = is_new and len(plain.byes) <= 1 and here >= {*field}
        made = plain if fits else _pair_those_left(plain, field, met, rested, legs)
        rounds.append(made)
        met = met + Counter(frozenset(each.places) for each in made.tables)
        rested = rested + Counter(made.byes)
    return tuple(rounds)


def _pair_those_left(
    plain: HistoryRound,
    field: Sequence[int],
    met: Counter[frozenset[int]],
    rested: Counter[int],
    legs: int,
) -> HistoryRound:
    """Pair everybody in the field, as far as possible with those whom they have not met, and as planned."""
    at = {frozenset(each.places): each for each in plain.tables}

    def cost(a: int, b: int) -> Cost:
        two = frozenset((a, b))
        if NOBODY in two:
            return (0, rested[a if b == NOBODY else b], 0)
        return (max(0, met[two] - legs + 1), 0, two not in at)

    pairs = pair_at_least_cost([*field, *([NOBODY] * (len(field) % 2))], cost)
    kept = [at[frozenset(two)] for two in pairs if frozenset(two) in at]
    taken = {each.number for each in kept}
    free = iter(number for number in range(1, len(field) + 1) if number not in taken)
    moved = [
        HistoryTable(two if met[frozenset(two)] % 2 == 0 else two[::-1], number=next(free))
        for two in pairs
        if NOBODY not in two and frozenset(two) not in at
    ]
    byes = tuple(who for two in pairs if NOBODY in two for who in two if who != NOBODY)
    return HistoryRound(tuple(sorted([*kept, *moved], key=lambda each: each.number)), byes)


def how_many(settings: Settings, _shape: EventSides, entrants: int) -> int:
    return (entrants - 1 + entrants % 2) * (1 + settings["twice"])


def plan(
    settings: Settings, _shape: EventSides, history: EventHistory, _seed: str
) -> tuple[HistoryRound, ...]:
    drawn = round_robin_rounds(history.begun, twice=settings["twice"])
    if not history.absent_rest:
        return fill_rounds(drawn, settings, history)
    planned = fill_rounds(drawn, settings, history, numbers=table_numbers(drawn))
    return let_nobody_rest_in_vain(planned, history, 1 + settings["twice"])


ROBIN = Format(
    "robin",
    as_planned(plan),
    two_sides,
    scorings=("victory", "match", "matchpoints", "cross", "game"),
    options=(TWICE, DEALS, DUPLICATE, ODD, ABSENT, SWING, BREAKS),
    rounds=how_many,
    plan=plan,
    rank=by_points_played,
    late=False,
    late_there=True,
    mixed=True,
)
