"""Arena: free players are paired at once, with others of similar score whom they have not just met."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.formats.format import (
    EventSides,
    Format,
    Settings,
    any_units,
    bot_numbers,
    by_points_played,
    history_tables,
    without_number,
)
from tournaments.formats.history import EventHistory, HistoryRound, HistoryWait, Next, Over
from tournaments.formats.matching import pair_at_least_cost
from tournaments.formats.meetings import AGAIN, Past, draw_tables
from tournaments.formats.options import ABSENT, BREAKS, DEALS, MINUTES, ODD


def next_round(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Next:
    """Make as many full tables as possible, for those who have waited longest.

    While others are still playing, two who have just met wait for somebody else.
    """
    if history.closed:
        return Over()
    seats = shape.table.seats
    field = history.field()
    last = _last(history)
    free = [who for who in field if who not in history.busy]
    free.sort(key=lambda who: last.get(who, (-1, ()))[0])
    sitting = free[: len(free) - len(free) % seats]
    if not sitting and free and len(field) < seats and settings["odd"] == "bots":
        sitting = [*free, *bot_numbers(seats - len(free))]
    just_met = {
        frozenset((who, other)) for who in sitting for other in last.get(who, (-1, ()))[1] if who != other
    }
    standing = [line.entrant for line in by_points_played(settings, shape, history, seed)]
    order = sorted(sitting, key=lambda who: standing.index(who) if who > 0 else len(standing))
    drawn = _draw(order, shape, just_met, history.forbidden, f"{seed}/{history.number}")
    drawn = [places for places in drawn if not _has(places, history.forbidden)]
    fresh = [places for places in drawn if not _has(places, just_met)]
    seated = fresh if fresh or history.busy else drawn
    return HistoryRound(history_tables(seated)) if seated else HistoryWait()


def _has(places: Sequence[int], pairs: Collection[frozenset[int]]) -> bool:
    return any(frozenset(two) in pairs for two in combinations(places, 2))


def _last(history: EventHistory) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Return everybody's last round, by number, and the places of its table."""
    return {
        who: (number, table.places)
        for number, played in enumerate(history.rounds)
        for table in played.round.tables
        for who in table.places
    }


def _draw(
    order: Sequence[int],
    shape: EventSides,
    just_met: Collection[frozenset[int]],
    forbidden: Collection[frozenset[int]],
    seed: str,
) -> Sequence[tuple[int, ...]]:
    if shape.table.seats == 2:
        place = {who: at for at, who in enumerate(order)}
        apart = {*just_met, *forbidden}
        return pair_at_least_cost(
            order,
            lambda one, other: (int(frozenset((one, other)) in apart), (place[one] - place[other]) ** 2),
        )
    past = Past(shape.table)
    past.met.update((kind, two) for two in just_met for kind in AGAIN)
    return draw_tables(order, past, seed, forbidden)


ARENA = Format(
    "arena",
    next_round,
    any_units,
    scorings=("match", "game"),
    options=(
        replace(DEALS, default=2),
        MINUTES,
        ODD,
        replace(ABSENT, default="rest"),
        replace(BREAKS, default=("direct", "wins")),
    ),
    rounds=without_number,
    rank=by_points_played,
    flows=True,
    duplicate=False,
)
