"""Torneo del giorno: one person with bots at each table, all day, and the same deals for everybody.

The first players all get the same deals, so that they can be compared. Once there are enough players, there
are several deals under each number, and a lot decides which one a player gets: so what players say to each
other about the cards is rarely of use.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.formats.format import (
    EventSides,
    Format,
    Settings,
    bot_numbers,
    ranked_lines,
    units_of_anybody,
    without_number,
)
from tournaments.formats.history import EventHistory, HistoryRound, HistoryTable, HistoryWait, Next, Over
from tournaments.formats.options import DEALS, MINUTES, number_option
from tournaments.formats.standings import StandingsLine, lot_of

ENOUGH = 12
"""The number of people who share one set of deals before another one is opened."""

INSTANCES = number_option("instances", 3, 1, 26)


def next_round(_settings: Settings, shape: EventSides, history: EventHistory, _seed: str) -> Next:
    """Make a table for everybody who has not had one."""
    if history.closed:
        return Over()
    had = {who for played in history.rounds for table in played.round.tables for who in table.places}
    others = bot_numbers(shape.table.seats - 1)
    fresh = tuple(HistoryTable((who, *others)) for who in history.field() if who not in had)
    return HistoryRound(fresh) if fresh else HistoryWait()


def daily_deals(settings: Settings, seed: str, person: int) -> tuple[str, ...]:
    """Return the labels of a player's deals, "1b", "2a" …; `person` is their number in the order of
    entering."""
    sets = min(settings["instances"], max(1, person // ENOUGH))
    drawn = (lot_of(f"{seed}/{at}", person)[0] % sets for at in range(1, settings["deals"] + 1))
    return tuple(f"{at}{chr(ord('a') + instance)}" for at, instance in enumerate(drawn, start=1))


def rank(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> list[StandingsLine]:
    """Rank by points, without tie-breaks by opponents: nobody has met anybody."""
    return ranked_lines({**settings, "breaks": ()}, shape, history, seed, missed=False)


DAILY = Format(
    "daily",
    next_round,
    units_of_anybody,
    scorings=("matchpoints", "cross", "game"),
    options=(DEALS, INSTANCES, replace(MINUTES, default=24 * 60)),
    rounds=without_number,
    rank=rank,
    flows=True,
    alone=True,
)
