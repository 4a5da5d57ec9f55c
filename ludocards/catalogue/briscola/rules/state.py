"""The complete state of a match of Briscola, hidden cards included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.catalogue.briscola.rules.presets import Rules, rules_from
from ludocards.engine import match
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Json, plain
from ludocards.engine.signals import Signalled
from ludocards.engine.tricks import Hands, Presa, Trick


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The result of a finished deal, by side."""

    points: tuple[int, ...]
    """The worth of the cards taken."""
    scores: tuple[int, ...]
    """The unit that the match counts: games won, or points."""

    def as_json(self) -> dict[str, Json]:
        return {"points": plain(self.points), "scores": plain(self.scores)}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> SheetLine:
        return cls(tuple(data["points"]), tuple(data["scores"]))


@dataclass(frozen=True, slots=True)
class Exchange:
    """A trump that was laid down for the turned card."""

    seat: int
    card: Card
    taken: Card

    def as_json(self) -> dict[str, Json]:
        return {"seat": self.seat, "card": self.card.code, "taken": self.taken.code}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Exchange:
        return cls(data["seat"], ITALIAN40.cards[data["card"]], ITALIAN40.cards[data["taken"]])


@dataclass(frozen=True)
class State:
    rules: Rules
    first_dealer: int
    phase: str
    """`deal`, `play` or `over`."""
    deal: int
    """The number of the deal in play; in phase `deal` of the one to be dealt, in phase `over` of the last."""
    hands: Hands
    trick: Trick
    tricks: tuple[Presa, ...] = ()
    stock: tuple[Card, ...] = ()
    """The cards to be drawn, in order; the last one lies face up."""
    turned: Card | None = None
    """The card that lies face up, or lay there until it was drawn; None before the cards are dealt."""
    turned_to: int | None = None
    """The seat that has drawn it."""
    exchanged: tuple[Exchange, ...] = ()
    signalled: tuple[Signalled, ...] = ()
    sheet: tuple[SheetLine, ...] = ()

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def dealer(self) -> int:
        return (self.first_dealer + self.deal) % self.players

    @property
    def turn(self) -> int:
        return self.trick.seat(len(self.trick.cards), self.players)

    @property
    def sides(self) -> tuple[int, ...]:
        return (0, 1, 0, 1) if self.players == 4 else tuple(range(self.players))

    @property
    def pack(self) -> tuple[Card, ...]:
        removed = self.rules.removed_card if self.players == 3 else None
        return tuple(card for card in ITALIAN40.cards.values() if card.code != removed)

    @property
    def trump(self) -> str | None:
        return self.turned.suit if self.turned else None

    def partner(self, seat: int) -> int | None:
        return (seat + 2) % 4 if self.players == 4 else None

    def open_to(self, seat: int) -> tuple[Card, ...] | None:
        """The partner's hand, if the seat may see it now."""
        partner = self.partner(seat)
        is_open = self.phase == "play" and not self.stock and self.rules.partner_cards == "last_three"
        return self.hands[partner] if is_open and partner is not None else None


def load(data: Mapping[str, Json]) -> State:
    turned = data["turned"]
    return State(
        **match.load(data, ITALIAN40, rules_from),
        stock=ITALIAN40.of(data["stock"]),
        turned=turned and ITALIAN40.cards[turned],
        turned_to=data["turned_to"],
        exchanged=tuple(map(Exchange.from_json, data["exchanged"])),
        signalled=tuple(map(Signalled.from_json, data["signalled"])),
        sheet=tuple(map(SheetLine.from_json, data["sheet"])),
    )
