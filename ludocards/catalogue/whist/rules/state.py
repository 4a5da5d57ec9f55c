"""The complete state of a match of Whist, hidden cards included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.catalogue.whist.rules.presets import Rules, rules_from, schedule
from ludocards.engine import match
from ludocards.engine.cards import FRENCH52, Card
from ludocards.engine.game import Json
from ludocards.engine.tricks import Hands, Presa, Trick


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The result of a finished deal, by seat."""

    bids: tuple[int, ...]
    made: tuple[int, ...]
    scores: tuple[int, ...]

    def as_json(self) -> dict[str, Json]:
        """The line as JSON; `points`, which every game has, are the tricks made."""
        made = list(self.made)
        return {"points": made, "bids": list(self.bids), "made": made, "scores": list(self.scores)}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> SheetLine:
        return cls(*(tuple(data[name]) for name in ("bids", "made", "scores")))


@dataclass(frozen=True)
class State:
    rules: Rules
    players: int
    first_dealer: int
    phase: str
    """`deal`, `bid`, `play` or `over`."""
    deal: int
    """The number of the deal in play; in phase `deal` of the one to be dealt, in phase `over` of the last."""
    hands: Hands
    trick: Trick
    turned: Card | None = None
    """The card whose suit is trumps; nobody holds it."""
    bids: tuple[int, ...] = ()
    """The bids, in the order in which they were made, from the dealer's right."""
    tricks: tuple[Presa, ...] = ()
    sheet: tuple[SheetLine, ...] = ()

    @property
    def dealer(self) -> int:
        return (self.first_dealer + self.deal) % self.players

    @property
    def di_mano(self) -> int:
        """The seat that bids first and leads to the first trick."""
        return (self.dealer + 1) % self.players

    @property
    def turn(self) -> int:
        if self.phase == "bid":
            return (self.di_mano + len(self.bids)) % self.players
        return self.trick.seat(len(self.trick.cards), self.players)

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(range(self.players))

    @property
    def schedule(self) -> tuple[int, ...]:
        return schedule(self.rules, self.players)

    @property
    def size(self) -> int:
        """The number of cards per player in this deal, which is the number of tricks."""
        return self.schedule[self.deal]

    @property
    def trump(self) -> str | None:
        return self.turned.suit if self.turned else None

    @property
    def bids_by_seat(self) -> tuple[int | None, ...]:
        first = self.di_mano
        made = {(first + place) % self.players: tricks for place, tricks in enumerate(self.bids)}
        return tuple(made.get(seat) for seat in range(self.players))

    @property
    def made(self) -> tuple[int, ...]:
        """The number of tricks taken in this deal, by seat."""
        return match.taken(self)


def load(data: Mapping[str, Json]) -> State:
    return State(
        **match.load(data, FRENCH52, rules_from),
        players=data["players"],
        turned=FRENCH52.cards[data["turned"]] if data["turned"] else None,
        bids=tuple(data["bids"]),
        sheet=tuple(map(SheetLine.from_json, data["sheet"])),
    )
