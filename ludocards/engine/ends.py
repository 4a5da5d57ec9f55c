"""The end of a match: a number of deals, or of points or another unit, as an option of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ludocards.engine.game import Game, Json, Option, S
from ludocards.engine.wire import range_schema, record_schema

LONGEST = 999


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """When a match is over: a number of deals played, or of points or another unit that a side must reach."""

    unit: str
    target: int

    def as_json(self) -> dict[str, Json]:
        return {self.unit: self.target}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> MatchEnd:
        [(unit, target)] = data.items()
        return cls(unit, target)

    @property
    def deals(self) -> int | None:
        """The number of deals, if it is fixed."""
        return self.target if self.unit == "deals" else None

    def is_reached(
        self, deals: int, totals: Sequence[int], target: int | None = None, *, fewest_win: bool = False
    ) -> bool:
        """Return whether the match ends after this many deals.

        `target` is the one to compare totals with, if they are in another unit.
        """
        if self.deals is not None:
            return deals >= self.deals
        return is_decided(totals, target or self.target, fewest_win=fewest_win)


def is_decided(totals: Sequence[int], target: int, *, fewest_win: bool = False) -> bool:
    """Return whether a side is at the target, and one alone is in the lead."""
    best = min(totals) if fewest_win else max(totals)
    return max(totals) >= target and totals.count(best) == 1


def match_end(units: Sequence[str], choices: tuple[Json, ...]) -> Option:
    """The option for the end of a match, which accepts any number up to `LONGEST` of one of these units."""

    def accepts(value: Json) -> bool:
        if not isinstance(value, dict) or len(value) != 1:
            return False
        [(unit, target)] = value.items()
        return unit in units and type(target) is int and 1 <= target <= LONGEST

    schema = {"oneOf": [record_schema({unit: range_schema(1, LONGEST)}) for unit in units]}
    return Option("match_end", choices, accepts, schema)


class EndedRules(Protocol):
    """The rules of a game with the option `match_end`."""

    @property
    def match_end(self) -> MatchEnd: ...


E = TypeVar("E", bound=EndedRules)


class EndedGame(Game[E, S]):
    """A game whose tables choose the end of the match by the option `match_end`."""

    def lasting(self, deals: int) -> Mapping[str, Json]:
        return {"match_end": {"deals": deals}}

    def length(self, rules: E, players: int) -> int | None:
        return rules.match_end.deals
