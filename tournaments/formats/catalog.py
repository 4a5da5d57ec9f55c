"""The formats, and the functions that an event needs of them. All are pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments.formats import daily
from tournaments.formats.arena import ARENA
from tournaments.formats.daily import DAILY
from tournaments.formats.danish import DANISH
from tournaments.formats.early_end import left_open
from tournaments.formats.format import PAIR, SINGLE, TEAM, EventSides, Format, Settings
from tournaments.formats.groups import GROUPS
from tournaments.formats.heats import HEATS
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
from tournaments.formats.howell import HOWELL
from tournaments.formats.knockout import KNOCKOUT, THIRD, is_elimination
from tournaments.formats.mitchell import MITCHELL
from tournaments.formats.options import MOST_EXTRA, SEED, SIZES, BadSetting, FormatOption
from tournaments.formats.pairs import draw_pairs
from tournaments.formats.parts import PartCourse, PartsPlan, TieCourse, count_parts, follow_parts
from tournaments.formats.round_robin import ROBIN
from tournaments.formats.scoring import TableScores, full_points, score_tables, table_bounds
from tournaments.formats.stage_plan import Stage, has_knockout, stages_of_event
from tournaments.formats.stage_view import Cut
from tournaments.formats.stages import CONSOLATION, STAGES, cuts_of_event, entrants_left_out, repeats_of_event
from tournaments.formats.standings import StandingsLine, Sum, SumTerm
from tournaments.formats.swiss import SWISS
from tournaments.formats.tables import FEWEST, PARTNERS, TABLES, divide_into_tables
from tournaments.formats.teams import join_rooms, turn_places
from tournaments.formats.teams import rooms_of_teams as team_rooms

__all__ = [
    "CONSOLATION",
    "FORMATS",
    "KNOCKOUT",
    "MOST_EXTRA",
    "PAIR",
    "SEED",
    "SINGLE",
    "TEAM",
    "THIRD",
    "BadSetting",
    "CannotDraw",
    "Cut",
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
    "PartCourse",
    "PartsPlan",
    "PlayedRound",
    "Settings",
    "Stage",
    "StandingsLine",
    "Sum",
    "SumTerm",
    "TableScores",
    "TieCourse",
    "byes_go_on",
    "count_parts",
    "cuts_of_event",
    "deal_labels",
    "draw_pairs",
    "entrants_left_out",
    "follow_parts",
    "format_standings",
    "full_points",
    "further_deals",
    "is_ahead",
    "is_elimination",
    "join_byes",
    "join_rooms",
    "left_open",
    "next_round",
    "number_of_rounds",
    "planned_rounds",
    "plays_off_ties",
    "repeats_of_event",
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
        SWISS, DANISH, MITCHELL, HOWELL, STAGES, PARTNERS, TABLES, HEATS, ROBIN, KNOCKOUT, GROUPS,
        DAILY, ARENA,
    )
}  # fmt: skip


def next_round(
    format: Format, settings: Settings, shape: EventSides, history: EventHistory, seed: str
) -> Next:
    """Return the next round, `Wait` if nobody can be seated now, or `Over` if there is none.

    `seed` is the public seed of the event's lots. Entrants who have asked to sit out have a bye. Raises
    `CannotDraw`.
    """
    drawn = format.next_round(settings, shape, history, seed)
    if format.in_stages or not isinstance(drawn, HistoryRound):  # stages know who is out
        return drawn
    return replace(drawn, byes=(*drawn.byes, *history.sitting_out(history.number + 1)))


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


def plays_off_ties(format: Format, settings: Settings) -> bool:
    """Return whether there are tables whose loser is out, so that a tie must be decided."""
    return "tied" in settings and (not format.in_stages or has_knockout(settings))


def byes_go_on(stages: Iterable[str]) -> bool:
    """Return whether a bye in a round whose tables have these stages leads into the next round."""
    found = [*stages]
    return bool(found) and all(map(is_elimination, found))


def is_ahead(stage: str) -> bool:
    """Return whether those at a table with this stage can still win the event."""
    return stage != THIRD and not stage.startswith(CONSOLATION)


def further_deals(settings: Settings, shape: EventSides, table: HistoryTable) -> int:
    """Return the number of deals that a table plays at a time to break a tie.

    It is 0 if nobody is out after a tie, or the better seed goes on.
    """
    if not is_elimination(table.stage) or settings["tied"] == SEED:
        return 0
    return int(settings["extra"]) if shape.rooms > 1 else 1


def without_bots(drawn: HistoryRound) -> HistoryRound:
    """Return a round in which everybody rests who would have had a bot at the table."""
    tables = tuple(table for table in drawn.tables if min(table.places) > 0)
    byes = drawn.byes
    for table in reversed([each for each in drawn.tables if each not in tables]):
        byes = join_byes(byes, [who for who in table.places if who > 0], table.stage)
    return HistoryRound(tables, byes)


def join_byes(byes: Iterable[int], more: Iterable[int], stage: str) -> tuple[int, ...]:
    """Return the byes of a round with those from a table: they come first unless it is of a consolation."""
    return (*more, *byes) if is_ahead(stage) else (*byes, *more)


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
    number = table.deals or number
    return tuple(f"{number}-{deal}{own}" for deal in range(1, settings["deals"] + more + 1))
