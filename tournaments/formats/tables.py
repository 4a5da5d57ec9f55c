"""Individuals at tables, with as few repeated meetings as possible: each alone, or with changing partners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from tournaments.formats import designs
from tournaments.formats.format import (
    EventSides,
    Format,
    Settings,
    bot_numbers,
    changing_partners,
    each_alone,
    history_tables,
    seat_entrants,
)
from tournaments.formats.history import EventHistory, HistoryRound, Next, Over, by_lot
from tournaments.formats.meetings import OPPONENT, Past, TableSeats, draw_tables, schedule_rounds
from tournaments.formats.options import (
    ABSENT,
    BREAKS,
    DEALS,
    DUPLICATE,
    ODD_SIZES,
    ROUND_BY_ROUND,
    ROUNDS,
    SIZES,
)

FEWEST = 2
"""The fewest entrants that can be seated."""


def plan(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> tuple[HistoryRound, ...]:
    """Return all rounds, if there are no byes, late entries, withdrawals or forbidden pairings; otherwise
    none.

    With several bots, only a perfect schedule is planned: any other could leave somebody alone with all of
    them.
    """
    begun = history.field(0)
    if (
        len(begun) < 2
        or history.forbidden
        or any(history.field(at) != begun for at in range(history.number + 1))
    ):
        return ()
    sitting, byes, sizes = fill_tables(begun, shape, settings, EventHistory(history.entrants))
    table, number = shape.table, settings["rounds"]
    perfect = designs.find_design(len(sitting), table.seats, bool(table.partners), number)
    several = len(sitting) > len(begun) + 1
    return () if byes or (several and not perfect) else _schedule(sitting, table, number, seed, sizes)


@lru_cache(maxsize=64)
def _schedule(
    entrants: tuple[int, ...], shape: TableSeats, rounds: int, seed: str, sizes: tuple[int, ...]
) -> tuple[HistoryRound, ...]:
    """Compute a schedule; cached, because it is needed before every round."""
    return tuple(
        HistoryRound(history_tables(drawn)) for drawn in schedule_rounds(entrants, shape, rounds, seed, sizes)
    )


def rounds_to_come(
    settings: Settings, shape: EventSides, history: EventHistory, seed: str
) -> tuple[HistoryRound, ...]:
    """Return the planned rounds that are left, if all has gone as planned; otherwise none."""
    planned = plan(settings, shape, history, seed)
    is_as_planned = all(each.round == whole for each, whole in zip(history.rounds, planned, strict=False))
    return planned[history.number :] if is_as_planned else ()


def fill_tables(
    order: Sequence[int], shape: EventSides, settings: Settings, history: EventHistory
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the entrants and bots to be seated, those with a bye, and the sizes of the tables."""
    seats = shape.table.seats
    if settings["odd"] == SIZES and len(order) >= FEWEST:
        sizes = divide_into_tables(len(order), shape)
        return (*order, *bot_numbers(sum(sizes) - len(order))), (), sizes
    sitting, byes = seat_entrants(order, seats, settings, history)
    return sitting, byes, (seats,) * (len(sitting) // seats)


@lru_cache(maxsize=64)
def divide_into_tables(people: int, shape: EventSides) -> tuple[int, ...]:
    """Return the sizes of the tables for this number of people, largest first.

    They hold everybody, with as few extra seats as possible, and are as near to the usual size as possible:
    the sum of the squared differences is minimal, and of several such divisions the one with fewer tables is
    taken. 9 people at tables of usually 4 are divided into 5 and 4.
    """
    usual = shape.table.seats
    sizes = shape.sizes or (usual,)
    best: dict[int, tuple[int, int, int]] = {0: (0, 0, 0)}
    """By number of people: the sum of squares, the number of tables, and the size of the last one."""
    for count in range(1, people + max(sizes) + 1):
        ways = [
            (best[count - size][0] + (size - usual) ** 2, best[count - size][1] + 1, size)
            for size in sizes
            if count - size in best
        ]
        if ways:
            best[count] = min(ways)
    left = min(count for count in best if count >= people)
    found = []
    while left:
        found.append(best[left][2])
        left -= found[-1]
    return tuple(sorted(found, reverse=True))


def next_round(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Next:
    """Return the planned round, if all has gone as planned; otherwise seat people by their past meetings."""
    if history.number >= settings["rounds"]:
        return Over()
    coming = rounds_to_come(settings, shape, history, seed)
    return coming[0] if coming else seat_apart(settings, shape, history, seed)


def seat_apart(
    settings: Settings, shape: EventSides, history: EventHistory, seed: str, since: int = 0
) -> HistoryRound:
    """Seat people with whom they have met least, in the rounds after `since` so many.

    Bots count as having met each other, so that they spread over the tables.
    """
    number = history.number
    order = by_lot(history.field(), f"{seed}/{number}")
    sitting, byes, sizes = fill_tables(order, shape, settings, history)
    past = Past(shape.table)
    for played in history.rounds[since:]:
        past.add(table.places for table in played.round.tables)
    among_bots = combinations([who for who in sitting if who < 0], 2)
    past.met.update((OPPONENT, frozenset(two)) for two in among_bots)
    return HistoryRound(
        history_tables(draw_tables(sitting, past, f"{seed}/{number}", history.forbidden, sizes)), byes
    )


TABLES = Format(
    "tables",
    next_round,
    each_alone,
    scorings=("matchpoints", "cross", "match", "game", "place"),
    options=(ROUNDS, DEALS, DUPLICATE, ODD_SIZES, ABSENT, BREAKS),
    plan=plan,
    plans_anew=True,
    apart=True,
)

PARTNERS = Format(
    "partners",
    next_round,
    changing_partners,
    scorings=("matchpoints", "cross", "victory", "match", "game"),
    options=ROUND_BY_ROUND,
    plan=plan,
    plans_anew=True,
    apart=True,
)
