"""The options of formats: their type, and the options that several formats share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tournaments.formats.standings import TIE_BREAKS, USUAL

Json: TypeAlias = Any


class BadSetting(ValueError):
    """An option is unknown or does not accept the value; `option` is its name."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option
        self.message = message


@dataclass(frozen=True)
class FormatOption:
    """An option: one of `choices`, an ordered selection of them (`some`), or a whole number."""

    name: str
    default: Json
    choices: tuple[Json, ...] = ()
    some: bool = False
    low: int = 0
    high: int = 0

    def accepts(self, value: Json) -> bool:
        if self.some:
            known = isinstance(value, list | tuple) and all(each in self.choices for each in value)
            return known and len({*value}) == len(value)
        if self.choices:
            return (type(value), value) in [(type(choice), choice) for choice in self.choices]
        return type(value) is int and self.low <= value <= self.high


def number_option(name: str, default: int, low: int, high: int) -> FormatOption:
    return FormatOption(name, default, low=low, high=high)


def choice_option(name: str, *choices: Json) -> FormatOption:
    """Make an option with these choices, the first being the default."""
    return FormatOption(name, choices[0], choices)


ROUNDS = number_option("rounds", 5, 1, 30)
DEALS = number_option("deals", 8, 1, 64)
"""The deals in a round."""
DUPLICATE = choice_option("duplicate", True, False)
BOTS, BYE, RESTS, SIZES = "bots", "bye", "rests", "sizes"
ODD = choice_option("odd", BOTS, BYE, RESTS)
"""The treatment of entrants who do not fill a table: bots fill it; they have a bye, once, and then bots; or
they have a bye whenever they are left over."""
ODD_SIZES = choice_option("odd", BOTS, BYE, RESTS, SIZES)
"""The same, for formats whose tables may have several sizes."""
OF_SIZES: Mapping[str, Json] = {"scoring": "place", "duplicate": False}
"""The options that tables of several sizes require, because such tables cannot be compared."""
REST = "rest"
ABSENT = choice_option("absent", BOTS, REST)
"""The treatment of absent entrants, and in a fixed plan of those that have left."""
SEED = "seed"
TIED = choice_option("tied", "boards", SEED)
"""The treatment of a tied table whose loser would be out: it plays further deals, or the better seed goes
on."""
EXTRA = number_option("extra", 4, 1, 16)
"""The further deals that a tied meeting of teams plays at a time; other tables play them one by one."""
MOST_EXTRA = 20
"""The most further deals of a tied table; if it is still tied, the better seed goes on."""
SWING = number_option("swing", 3, 1, 100)
"""The typical margin of a deal, in points: the measure of victory points."""
BREAKS = FormatOption("breaks", USUAL, tuple(TIE_BREAKS), some=True)
MINUTES = number_option("minutes", 60, 10, 7 * 24 * 60)
"""The minutes for which new tables are made, where rounds overlap."""

ROUND_BY_ROUND = (ROUNDS, DEALS, DUPLICATE, ODD, ABSENT, SWING, BREAKS)
