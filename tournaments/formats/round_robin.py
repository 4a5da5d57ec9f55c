"""Girone: a round robin, by the circle method."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.formats.format import EventSides, Format, Settings, as_planned, by_points_played, two_sides
from tournaments.formats.history import EventHistory, HistoryRound, HistoryTable
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
) -> tuple[HistoryRound, ...]:
    """Return the rounds with the entrants who are still in, with bots or byes for the others.

    A bot plays for entrants who have left or are absent, unless the event gives their opponents a bye. A bot
    also takes the empty place of an odd number, unless the entrant may have a bye and has not had one;
    those of `had` had one before these rounds. `numbers` are those of the tables, round by round, if people
    stay at them.
    """
    gone = sorted((each.left, each.id) for each in history.entrants if each.left is not None)
    stand_in: dict[int | None, int] = {None: -1} | {who: -at for at, (_, who) in enumerate(gone, start=2)}
    rested = {*had}
    filled = []
    for number, pairs in enumerate(drawn):
        there = {*history.field(number)}
        tables, byes = [], []
        for at, pair in enumerate(pairs):
            alone = next((who for who in pair if who in there), None)
            may_rest = settings["odd"] == RESTS or (settings["odd"] == BYE and alone not in rested)
            if None not in pair:
                may_rest = history.absent_rest and not there.issuperset(pair)
            if alone is not None and may_rest:
                byes.append(alone)
            elif alone is not None:
                home, away = (who if who in there else stand_in[who] for who in pair)
                tables.append(HistoryTable((home, away), stage, numbers[number][at] if numbers else 0))
        rested |= {*byes}
        filled.append(HistoryRound(tuple(tables), tuple(byes)))
    return tuple(filled)


def how_many(settings: Settings, _shape: EventSides, entrants: int) -> int:
    return (entrants - 1 + entrants % 2) * (1 + settings["twice"])


def plan(
    settings: Settings, _shape: EventSides, history: EventHistory, _seed: str
) -> tuple[HistoryRound, ...]:
    return fill_rounds(round_robin_rounds(history.begun, twice=settings["twice"]), settings, history)


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
)
