"""Words that go with a card in some games; each game lists its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Json


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
