"""The complete state of a match of Tressette a perdere, hidden cards included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.catalogue.traversone.rules.presets import Rules, rules_from
from ludocards.catalogue.traversone.values import CARDS
from ludocards.engine import match
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Json, plain
from ludocards.engine.tricks import Hands, Presa, Trick

FOURS = ITALIAN40.of(f"4{suit}" for suit in ITALIAN40.suits)


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The result of a finished deal, by seat."""

    points: tuple[int, ...]
    """Thirds of a point, the last trick included."""
    scores: tuple[int, ...]
    cappotto: int | None
    """The seat that has taken everything, and writes nothing."""

    def as_json(self) -> dict[str, Json]:
        points, scores = plain(self.points), plain(self.scores)
        return {"points": points, "scores": scores, "cappotto": self.cappotto}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> SheetLine:
        return cls(tuple(data["points"]), tuple(data["scores"]), data["cappotto"])


@dataclass(frozen=True)
class State:
    rules: Rules
    first_dealer: int
    phase: str
    """`deal`, `discard`, `play` or `over`."""
    deal: int
    """The number of the deal in play; in phase `deal` of the one to be dealt, in phase `over` of the last."""
    hands: Hands
    trick: Trick
    tricks: tuple[Presa, ...] = ()
    stock: tuple[Card, ...] = ()
    """The cards that lie face down for the winner of the last trick: left over, or laid by by the dealer."""
    sheet: tuple[SheetLine, ...] = ()

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(range(self.players))

    @property
    def dealer(self) -> int:
        return (self.first_dealer + self.deal) % self.players

    @property
    def turn(self) -> int:
        return self.trick.seat(len(self.trick.cards), self.players)

    @property
    def dealer_discards(self) -> bool:
        """True if the dealer gets a card more than the others, and lays one by."""
        return self.players == 3 and self.rules.three_deck == "dealer_discards"

    @property
    def removed(self) -> tuple[Card, ...]:
        """The cards left out, so that the others can be divided."""
        if self.rules.three_deck == "monte" or self.dealer_discards:
            return ()
        if self.players == 6:
            return FOURS
        return (ITALIAN40.cards[self.rules.removed_card],) if self.players == 3 else ()

    @property
    def pack(self) -> tuple[Card, ...]:
        removed = self.removed
        return tuple(card for card in ITALIAN40.cards.values() if card not in removed)

    @property
    def sizes(self) -> list[int]:
        """The number of cards that each seat is dealt."""
        more = self.dealer if self.dealer_discards else None
        return [CARDS[self.players] + (seat == more) for seat in range(self.players)]


def load(data: Mapping[str, Json]) -> State:
    return State(
        **match.load(data, ITALIAN40, rules_from),
        stock=ITALIAN40.of(data["stock"]),
        sheet=tuple(map(SheetLine.from_json, data["sheet"])),
    )
