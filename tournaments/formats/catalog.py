"""The formats, and the functions that an event needs of them. All are pure."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.formats import daily
from tournaments.formats.arena import ARENA
from tournaments.formats.daily import DAILY
from tournaments.formats.danish import DANISH
from tournaments.formats.early_end import left_open
from tournaments.formats.format import PAIR, SINGLE, TEAM, EventSides, Format, Settings
from tournaments.formats.groups import GROUPS
from tournaments.formats.history import (
    CannotDraw,
    EventHistory,
    HistoryEntrant,
    HistoryRound,
    HistoryTable,
    HistoryWait,
    Next,
    Over,
    PlayedRound,
    seeded_entrants,
)
from tournaments.formats.knockout import KNOCKOUT, THIRD
from tournaments.formats.mitchell import MITCHELL
from tournaments.formats.options import MOST_EXTRA, SEED, SIZES, BadSetting, FormatOption
from tournaments.formats.pairs import draw_pairs
from tournaments.formats.round_robin import ROBIN
from tournaments.formats.scoring import TableScores, score_tables, table_bounds
from tournaments.formats.stages import STAGES, Stage, stages_of_event
from tournaments.formats.standings import StandingsLine, Sum, SumTerm
from tournaments.formats.swiss import SWISS
from tournaments.formats.tables import FEWEST, PARTNERS, TABLES, divide_into_tables
from tournaments.formats.teams import join_rooms, turn_places
from tournaments.formats.teams import rooms_of_teams as team_rooms

__all__ = [
    "FORMATS",
    "MOST_EXTRA",
    "PAIR",
    "SEED",
    "SINGLE",
    "STAGES",
    "TEAM",
    "THIRD",
    "BadSetting",
    "CannotDraw",
    "EventHistory",
    "EventSides",
    "Format",
    "FormatOption",
    "HistoryEntrant",
    "HistoryRound",
    "HistoryTable",
    "HistoryWait",
    "Next",
    "Over",
    "PlayedRound",
    "Settings",
    "Stage",
    "StandingsLine",
    "Sum",
    "SumTerm",
    "TableScores",
    "deal_labels",
    "draw_pairs",
    "format_standings",
    "further_deals",
    "join_rooms",
    "left_open",
    "next_round",
    "number_of_rounds",
    "planned_rounds",
    "score_tables",
    "seats_of_table",
    "seeded_entrants",
    "stages_of_event",
    "table_bounds",
    "table_sizes",
    "team_rooms",
    "turn_places",
    "without_bots",
]

FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        SWISS, DANISH, MITCHELL, STAGES, PARTNERS, TABLES, ROBIN, KNOCKOUT, GROUPS, DAILY, ARENA,
    )
}  # fmt: skip


def next_round(
    format: Format, settings: Settings, shape: EventSides, history: EventHistory, seed: str
) -> Next:
    """Return the next round, `Wait` if nobody can be seated now, or `Over` if there is none.

    `seed` is the public seed of the event's lots. Raises `CannotDraw`.
    """
    return format.next_round(settings, shape, history, seed)


def planned_rounds(
    format: Format, settings: Settings, shape: EventSides, history: EventHistory, seed: str
) -> tuple[HistoryRound, ...]:
    """Return all rounds, if they are known beforehand; for groups, those before the final."""
    return format.plan(settings, shape, history, seed)


def number_of_rounds(format: Format, settings: Settings, shape: EventSides, entrants: int) -> int | None:
    """Return the number of rounds for this number of entrants; None if it is not fixed."""
    return format.rounds(settings, shape, entrants)


def format_standings(
    format: Format, settings: Settings, history: EventHistory, seed: str, shape: EventSides
) -> list[StandingsLine]:
    """Return the standings, without bots, by the results so far."""
    return format.rank(settings, shape, history, seed)


def further_deals(format: Format, settings: Settings, shape: EventSides, table: HistoryTable) -> int:
    """Return the number of deals that a table plays at a time to break a tie.

    It is 0 if nobody is out after a tie, or the better seed goes on.
    """
    if not format.knockout or table.stage.startswith("group:") or settings["tied"] == SEED:
        return 0
    return int(settings["extra"]) if shape.rooms > 1 else 1


def without_bots(drawn: HistoryRound) -> HistoryRound:
    """Return a round in which everybody rests who would have had a bot at the table."""
    tables = tuple(table for table in drawn.tables if min(table.places) > 0)
    alone = (who for table in drawn.tables if table not in tables for who in table.places if who > 0)
    return HistoryRound(tables, (*drawn.byes, *alone))


def seats_of_table(shape: EventSides, table: HistoryTable, room: int = 0) -> tuple[tuple[int, int], ...]:
    """Return by seat the entrant and the number of its member: of a pair 0 or 1, of a team the place in its
    line-up, which fills one room after the other."""
    if shape.unit == SINGLE:
        return tuple((entrant, 0) for entrant in table.places)
    a_side = len(shape.sides) // len({*shape.sides})
    ahead = [shape.sides[:seat].count(side) for seat, side in enumerate(shape.sides)]
    return tuple(
        (table.places[side], room * a_side + at) for side, at in zip(shape.sides, ahead, strict=True)
    )


def table_sizes(settings: Settings, shape: EventSides, entrants: int) -> tuple[int, ...] | None:
    """Return the sizes of the tables for this number of entrants; None if all are of one size."""
    if settings.get("odd") != SIZES or entrants < FEWEST:
        return None
    return divide_into_tables(entrants, shape)


def deal_labels(
    format: Format, settings: Settings, seed: str, number: int, table: HistoryTable, more: int = 0
) -> tuple[str, ...]:
    """Return the labels of the deals at a table of round `number`, from 1: the same label means the same
    cards.

    `more` counts the further deals of a tied table. If the tables play different deals, the labels contain
    the number of an entrant.
    """
    if format is DAILY:
        return daily.daily_deals(settings, seed, table.places[0])
    own = "" if settings.get("duplicate", format.duplicate) else f"-{max(table.places)}"
    return tuple(f"{number}-{deal}{own}" for deal in range(1, settings["deals"] + more + 1))
