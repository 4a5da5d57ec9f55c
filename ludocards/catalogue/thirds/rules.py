"""What the rules of the family share: the end of a match, the sources of the thirds, and signals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ludocards.catalogue.thirds.values import THIRDS
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Json, Option
from ludocards.engine.match import TrickMatch
from ludocards.engine.sheet import Match
from ludocards.engine.wire import between, record

# ---- the end of a match

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

    def is_reached(self, deals: int, totals: Sequence[int], target: int | None = None) -> bool:
        """Return whether the match ends after this many deals: one side is at the target and strictly ahead.

        `target` is the one to compare totals with, if they are in another unit.
        """
        if self.deals is not None:
            return deals >= self.deals
        most = max(totals)
        return most >= (target or self.target) and totals.count(most) == 1


def match_end(units: Sequence[str], choices: tuple[Json, ...]) -> Option:
    """The option for the end of a match, which accepts any number up to `LONGEST` of one of these units."""

    def accepts(value: Json) -> bool:
        if not isinstance(value, dict) or len(value) != 1:
            return False
        [(unit, target)] = value.items()
        return unit in units and type(target) is int and 1 <= target <= LONGEST

    schema = {"oneOf": [record({unit: between(1, LONGEST)}) for unit in units]}
    return Option("match_end", choices, accepts, schema)


# ---- the thirds of a deal

PARTS = ("aces", "figures", "last_trick")
"""The sources of a deal's thirds; `figures` includes the threes and the twos."""


def worth(card: Card) -> int:
    return THIRDS[card.rank]


def by_side(state: Match, amounts: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The sum for every side of (seat, amount) pairs."""
    sums = [0] * len(set(state.sides))
    for seat, amount in amounts:
        sums[state.sides[seat]] += amount
    return tuple(sums)


def parts(state: TrickMatch, last_trick: int) -> dict[str, tuple[int, ...]]:
    """The thirds of each side in a finished deal, by their source."""
    cards = [(presa.winner, card) for presa in state.tricks for card in presa.trick.cards]
    taken = {
        "aces": [(winner, worth(card)) for winner, card in cards if card.rank == "A"],
        "figures": [(winner, worth(card)) for winner, card in cards if card.rank != "A"],
        "last_trick": [(state.tricks[-1].winner, last_trick)],
    }
    return {part: by_side(state, amounts) for part, amounts in taken.items()}


# ---- signals


@dataclass(frozen=True, slots=True)
class Signal:
    """A word that goes with a card."""

    code: str
    name: str
    when: str = "always"
    """The name of its condition, by which it goes with some cards only."""
    dialect: str | None = None
    """Its name in the dialect of the place that plays it."""


@dataclass(frozen=True, slots=True)
class Signalled:
    """A signal that was given with a card."""

    seat: int
    trick: int
    card: Card
    signal: str

    def as_json(self) -> dict[str, Json]:
        return {"seat": self.seat, "trick": self.trick, "card": self.card.code, "signal": self.signal}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Signalled:
        return cls(data["seat"], data["trick"], ITALIAN40.cards[data["card"]], data["signal"])
