"""Tables drawn so that nobody meets the same people again: of three, of more, or of pairs that change."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from tournaments.formats import designs
from tournaments.formats.draw import OPPONENT, Past, Shape, draw, schedule
from tournaments.formats.format import (
    EventShape,
    Format,
    Settings,
    changing_partners,
    each_alone,
    seat,
    tables,
)
from tournaments.formats.history import History, Next, Over, Round, by_lot
from tournaments.formats.options import ABSENT, BREAKS, DEALS, DUPLICATE, ODD, ROUND_BY_ROUND, ROUNDS


def plan(settings: Settings, shape: EventShape, history: History, seed: str) -> tuple[Round, ...]:
    """All rounds, if nobody rests, comes, goes or has to be kept from another.

    Several bots are planned only in a perfect schedule: others would leave somebody alone with all of them.
    """
    begun = history.field(0)
    if (
        len(begun) < 2
        or history.forbidden
        or any(history.field(at) != begun for at in range(history.number + 1))
    ):
        return ()
    sitting, byes = seat(begun, shape.table.seats, settings, History(history.entrants))
    table, number = shape.table, settings["rounds"]
    perfect = designs.find(len(sitting), table.seats, bool(table.partners), number)
    several = len(sitting) > len(begun) + 1
    return () if byes or (several and not perfect) else _schedule(sitting, table, number, seed)


@lru_cache(maxsize=64)
def _schedule(entrants: tuple[int, ...], shape: Shape, rounds: int, seed: str) -> tuple[Round, ...]:
    """Kept, because it is asked for before every round."""
    return tuple(Round(tables(drawn)) for drawn in schedule(entrants, shape, rounds, seed))


def next_round(settings: Settings, shape: EventShape, history: History, seed: str) -> Next:
    """As planned, as long as all has gone as planned; else a draw that knows what has been.

    Bots count as having met, so that they spread over the tables.
    """
    number = history.number
    if number >= settings["rounds"]:
        return Over()
    planned = plan(settings, shape, history, seed)
    if planned and all(played.round == planned[at] for at, played in enumerate(history.rounds)):
        return planned[number]
    order = by_lot(history.field(), f"{seed}/{number}")
    sitting, byes = seat(order, shape.table.seats, settings, history)
    past = Past(shape.table)
    for played in history.rounds:
        past.add(table.places for table in played.round.tables)
    among_bots = combinations([who for who in sitting if who < 0], 2)
    past.met.update((OPPONENT, frozenset(two)) for two in among_bots)
    return Round(tables(draw(sitting, past, f"{seed}/{number}", history.forbidden)), byes)


TABLES = Format(
    "tables",
    next_round,
    each_alone,
    scorings=("matchpoints", "cross", "match", "game"),
    options=(ROUNDS, DEALS, DUPLICATE, ODD, ABSENT, BREAKS),
    plan=plan,
)

PARTNERS = Format(
    "partners",
    next_round,
    changing_partners,
    scorings=("matchpoints", "cross", "victory", "match", "game"),
    options=ROUND_BY_ROUND,
    plan=plan,
)
