"""Torneo del giorno: one person and bots at each table, all day, and the same deals for everybody.

The first who come all get the same deals, so that they can be compared. When enough have come there are
several deals under each number, and the lot says which one a player gets: so what one tells another about the
cards is seldom about their own.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.formats.format import EventShape, Format, Settings, anybody, bots, ranking, without_number
from tournaments.formats.history import History, Next, Over, Round, Table, Wait
from tournaments.formats.options import DEALS, MINUTES, number
from tournaments.formats.standings import Line, lot

ENOUGH = 12
"""People for whom there is one set of deals; another set is opened with as many more."""

INSTANCES = number("instances", 3, 1, 26)


def next_round(_settings: Settings, shape: EventShape, history: History, _seed: str) -> Next:
    """A table for everybody who has not had one."""
    if history.closed:
        return Over()
    had = {who for played in history.rounds for table in played.round.tables for who in table.places}
    others = bots(shape.table.seats - 1)
    fresh = tuple(Table((who, *others)) for who in history.field() if who not in had)
    return Round(fresh) if fresh else Wait()


def deals(settings: Settings, seed: str, person: int) -> tuple[str, ...]:
    """The labels of a player's deals: "1b", "2a" …; `person` is their number in the order of entering."""
    sets = min(settings["instances"], max(1, person // ENOUGH))
    drawn = (lot(f"{seed}/{at}", person)[0] % sets for at in range(1, settings["deals"] + 1))
    return tuple(f"{at}{chr(ord('a') + instance)}" for at, instance in enumerate(drawn, start=1))


def rank(settings: Settings, shape: EventShape, history: History, seed: str) -> list[Line]:
    """By points: nobody has met anybody."""
    return ranking({**settings, "breaks": ()}, shape, history, seed, missed=False)


DAILY = Format(
    "daily",
    next_round,
    anybody,
    scorings=("matchpoints", "cross", "game"),
    options=(DEALS, INSTANCES, replace(MINUTES, default=24 * 60)),
    rounds=without_number,
    rank=rank,
    flows=True,
    alone=True,
)
