"""The formats, and all that an event asks of them. Pure: the same arguments give the same answer."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.formats import daily
from tournaments.formats.arena import ARENA
from tournaments.formats.daily import DAILY
from tournaments.formats.danish import DANISH
from tournaments.formats.format import PAIR, SINGLE, EventShape, Format, Settings
from tournaments.formats.groups import GROUPS
from tournaments.formats.history import (
    CannotDraw,
    Entrant,
    History,
    Next,
    Over,
    PlayedRound,
    Round,
    Table,
    Wait,
    seeded,
)
from tournaments.formats.knockout import KNOCKOUT, THIRD
from tournaments.formats.mitchell import MITCHELL
from tournaments.formats.options import SIZES, BadSetting, Option
from tournaments.formats.pairs import draw_pairs
from tournaments.formats.robin import ROBIN
from tournaments.formats.scoring import Made, bounds, score
from tournaments.formats.standings import Line, Sum, Term
from tournaments.formats.swiss import SWISS
from tournaments.formats.tables import FEWEST, PARTNERS, TABLES, divide

__all__ = [
    "FORMATS",
    "PAIR",
    "SINGLE",
    "THIRD",
    "BadSetting",
    "CannotDraw",
    "Entrant",
    "EventShape",
    "Format",
    "History",
    "Line",
    "Made",
    "Next",
    "Option",
    "Over",
    "PlayedRound",
    "Round",
    "Settings",
    "Sum",
    "Table",
    "Term",
    "Wait",
    "bounds",
    "deals",
    "draw_pairs",
    "is_decisive",
    "next_round",
    "plan",
    "rounds",
    "score",
    "seating",
    "seeded",
    "sizes",
    "standings",
]

FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        SWISS, DANISH, MITCHELL, PARTNERS, TABLES, ROBIN, KNOCKOUT, GROUPS, DAILY, ARENA,
    )
}  # fmt: skip


def next_round(format: Format, settings: Settings, shape: EventShape, history: History, seed: str) -> Next:
    """The round that follows; `Wait` if nobody can be seated now, `Over` if there is none.

    `seed` is that of the event's lots, which anybody may know. Raises `CannotDraw`.
    """
    return format.next_round(settings, shape, history, seed)


def plan(
    format: Format, settings: Settings, shape: EventShape, history: History, seed: str
) -> tuple[Round, ...]:
    """All rounds, where they are known beforehand; of groups those before the final."""
    return format.plan(settings, shape, history, seed)


def rounds(format: Format, settings: Settings, shape: EventShape, entrants: int) -> int | None:
    """How many, for so many entrants; None: as long as it is open."""
    return format.rounds(settings, shape, entrants)


def standings(
    format: Format, settings: Settings, history: History, seed: str, shape: EventShape
) -> list[Line]:
    """From the first to the last, of what has results; without bots."""
    return format.rank(settings, shape, history, seed)


def is_decisive(format: Format, table: Table) -> bool:
    """Whether somebody is out after it: level ones play another deal, and another."""
    return format.knockout and not table.stage.startswith("group:")


def seating(shape: EventShape, table: Table) -> tuple[tuple[int, int], ...]:
    """By seat of the game: the entrant, and which of its people, 0 or 1."""
    if shape.unit == SINGLE:
        return tuple((entrant, 0) for entrant in table.places)
    return tuple((table.places[side], seat // 2) for seat, side in enumerate(shape.sides))


def sizes(settings: Settings, shape: EventShape, entrants: int) -> tuple[int, ...] | None:
    """The sizes of the tables of a round of so many, where they may differ; otherwise None."""
    if settings.get("odd") != SIZES or entrants < FEWEST:
        return None
    return divide(entrants, shape)


def deals(
    format: Format, settings: Settings, seed: str, number: int, table: Table, more: int = 0
) -> tuple[str, ...]:
    """The labels of the deals at a table of round `number`, from 1: the same label is the same cards.

    `more` are those that a level table plays on. Where the tables play different deals, the label has the
    number of an entrant.
    """
    if format is DAILY:
        return daily.deals(settings, seed, table.places[0])
    own = "" if settings.get("duplicate", format.duplicate) else f"-{max(table.places)}"
    return tuple(f"{number}-{deal}{own}" for deal in range(1, settings["deals"] + more + 1))
