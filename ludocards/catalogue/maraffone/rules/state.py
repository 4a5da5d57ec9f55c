"""The complete state of a match of Maraffone, hidden cards included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.catalogue.maraffone.rules.presets import Rules, rules_from
from ludocards.catalogue.thirds.rules import PARTS
from ludocards.engine import match
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Json
from ludocards.engine.signals import Signalled
from ludocards.engine.tricks import Hands, Presa, Trick

PLAYERS = 4

ROWS = ("points", "cards", "cricca", "scores", *PARTS)
"""The parts of a line of the sheet that are by side."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The result of a finished deal, by side."""

    points: tuple[int, ...]
    """Thirds, including the last trick, without the cricca."""
    cards: tuple[int, ...]
    """What the thirds count, in the unit of the score."""
    cricca: tuple[int, ...]
    """The bonus, in the unit of the score."""
    scores: tuple[int, ...]
    """Points; thirds of a point if figures are counted."""
    aces: tuple[int, ...]
    figures: tuple[int, ...]
    last_trick: tuple[int, ...]
    namer: int
    trump: str

    def as_json(self) -> dict[str, Json]:
        rows = {name: [*getattr(self, name)] for name in ROWS}
        return {**rows, "namer": self.namer, "trump": self.trump}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> SheetLine:
        rows = {name: tuple(data[name]) for name in ROWS}
        return cls(**rows, namer=data["namer"], trump=data["trump"])


@dataclass(frozen=True)
class State:
    rules: Rules
    first_dealer: int
    phase: str
    """`deal`, `name`, `play` or `over`."""
    deal: int
    """The number of the deal in play; in phase `deal` of the one to be dealt, in phase `over` of the last."""
    hands: Hands
    trick: Trick
    namer: int | None = None
    """The seat that names the trumps and leads; None until the first deal is dealt."""
    trump: str | None = None
    tricks: tuple[Presa, ...] = ()
    cricca: int | None = None
    """The seat that has scored the cricca in this deal."""
    signalled: tuple[Signalled, ...] = ()
    sheet: tuple[SheetLine, ...] = ()

    @property
    def dealer(self) -> int:
        """The last namer deals, so that the next one sits on the right; or the deal rotates by itself."""
        if self.deal and self.rules.next_namer == "from_namer":
            return self.sheet[self.deal - 1].namer
        return (self.first_dealer + self.deal) % PLAYERS

    @property
    def turn(self) -> int:
        return self.trick.seat(len(self.trick.cards), PLAYERS)

    @property
    def sides(self) -> tuple[int, ...]:
        return (0, 1, 0, 1)


def load(data: Mapping[str, Json]) -> State:
    return State(
        **match.load(data, ITALIAN40, rules_from),
        namer=data["namer"],
        trump=data["trump"],
        cricca=data["cricca"],
        signalled=tuple(map(Signalled.from_json, data["signalled"])),
        sheet=tuple(map(SheetLine.from_json, data["sheet"])),
    )
