"""Danese: neighbours in the standings meet, after every round anew: the first and the second, and so on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tournaments.formats import swiss
from tournaments.formats.format import EventShape, Format, Settings, by_points, seat, tables, two_sides
from tournaments.formats.history import History, Next, Over, Round, by_lot
from tournaments.formats.options import ROUND_BY_ROUND

Pairs = list[tuple[int, int]]


def next_round(settings: Settings, shape: EventShape, history: History, seed: str) -> Next:
    if history.number >= swiss.rounds(settings, shape, len(history.entrants)):
        return Over()
    sitting, byes = seat(_order(settings, shape, history, seed), 2, settings, history)
    apart = history.met | history.forbidden
    pairs = neighbours(sitting, lambda one, other: frozenset((one, other)) not in apart)
    if pairs is None:
        return swiss.with_repeats(sitting, byes, shape, history, f"{seed}/{history.number}")
    at_home = Counter(table.places[0] for played in history.rounds for table in played.round.tables)
    placed = [(b, a) if at_home[a] > at_home[b] else (a, b) for a, b in pairs]
    return Round(tables(placed), byes)


def _order(settings: Settings, shape: EventShape, history: History, seed: str) -> list[int]:
    """By lot, and then by the standings."""
    if not history.rounds:
        return by_lot(history.field(), seed)
    there = {*history.field()}
    return [line.entrant for line in by_points(settings, shape, history, seed) if line.entrant in there]


def neighbours(order: Sequence[int], may_meet: Callable[[int, int], bool]) -> Pairs | None:
    """Everybody with the next who may meet him. Who is left at the end takes somebody from the nearest pair
    that can be parted for it; None if no pair can.
    """
    left = [*order]
    pairs: Pairs = []
    stuck: list[int] = []
    while left:
        one = left.pop(0)
        other = next((each for each in left if may_meet(one, each)), None)
        if other is None:
            stuck.append(one)
        else:
            left.remove(other)
            pairs.append((one, other))
    for one, other in zip(stuck[::2], stuck[1::2], strict=True):
        for at in reversed(range(len(pairs))):
            if parted := _parted(pairs[at], one, other, may_meet):
                pairs[at : at + 1] = parted
                break
        else:
            return None
    return pairs


def _parted(pair: tuple[int, int], one: int, other: int, may_meet: Callable[[int, int], bool]) -> Pairs:
    """Two pairs of the four, other than these; nothing if they may not meet so."""
    for a, b in (pair, pair[::-1]):
        if may_meet(a, one) and may_meet(b, other):
            return [(a, one), (b, other)]
    return []


DANISH = Format(
    "danish",
    next_round,
    two_sides,
    scorings=("victory", "match", "matchpoints", "cross", "game"),
    options=ROUND_BY_ROUND,
    rounds=swiss.rounds,
)
