"""Tricks (prese): their leader, the cards that may be played to them, and their winner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ludocards.engine.cards import Card, Deck, Ranking, codes
from ludocards.engine.game import Json

Hands = tuple[tuple[Card, ...], ...]
"""The cards of all seats, by seat, in the order dealt."""


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards on the table, in playing order from the leader."""

    leader: int
    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> str | None:
        """The suit of the first card that has one (the Fuggitivo has none); None before it."""
        for card in self.cards:
            if card.suit:
                return card.suit
        return None

    def seat(self, position: int, players: int) -> int:
        """The seat that played, or will play, the card at this position."""
        return (self.leader + position) % players

    def with_card(self, card: Card) -> Trick:
        return Trick(self.leader, (*self.cards, card))

    def as_json(self) -> dict[str, Json]:
        return {"leader": self.leader, "cards": codes(self.cards)}

    def as_shown(self, players: int) -> dict[str, Json]:
        """As views have it: with the seat of each card, so that readers need not know the order of play."""
        seats = [self.seat(place, players) for place in range(len(self.cards))]
        return {**self.as_json(), "seats": seats}

    @classmethod
    def from_json(cls, data: Mapping[str, Json], deck: Deck) -> Trick:
        return cls(data["leader"], deck.of(data["cards"]))


@dataclass(frozen=True)
class Presa:
    """A trick that was taken, with its winner."""

    trick: Trick
    winner: int

    def as_json(self) -> dict[str, Json]:
        return {**self.trick.as_json(), "winner": self.winner}

    @cached_property
    def shown(self) -> dict[str, Json]:
        """As all views have it until the end of the deal; it has a card of every player."""
        return {**self.trick.as_shown(len(self.trick.cards)), "winner": self.winner}

    @classmethod
    def from_json(cls, data: Mapping[str, Json], deck: Deck) -> Presa:
        return cls(Trick.from_json(data, deck), data["winner"])


@dataclass(frozen=True, slots=True)
class Order:
    """How cards take tricks in a deal."""

    ranking: Ranking
    trump: str | None = None
    out: tuple[Card, ...] = ()
    """Cards that everybody has seen and nobody holds."""

    def beats(self, card: Card, other: Card) -> bool:
        """Return whether a card could take the trick from another one, which is led."""
        if card.suit != other.suit:
            return card.suit == self.trump is not None
        return self.ranking.strength(card) > self.ranking.strength(other)


def bound_to(hand: tuple[Card, ...], trick: Trick, trump: str | None = None) -> str | None:
    """The suit that the hand must play: the one led, or else trumps; None when it leads or holds neither."""
    led = trick.led
    for suit in (led, trump) if led else ():
        for card in hand:
            if card.suit == suit:
                return suit
    return None


def must_follow(hand: tuple[Card, ...], trick: Trick, trump: str | None = None) -> tuple[Card, ...]:
    """The cards of the suit led, or else the trumps; the whole hand when leading or when it holds neither."""
    suit = bound_to(hand, trick, trump)
    return hand if suit is None else tuple([card for card in hand if card.suit == suit])


def winning_position(trick: Trick, ranking: Ranking, trump: str | None = None) -> int:
    """The position of the highest trump in a non-empty trick, or else of the highest card of the suit led."""
    suit = trump if trump in [card.suit for card in trick.cards] else trick.led
    fitting = [(ranking.strength(card), place) for place, card in enumerate(trick.cards) if card.suit == suit]
    return max(fitting)[1]


def put_down(hands: Hands, seat: int, *cards: Card) -> Hands:
    """The hands after a seat has put down these cards."""
    rest = tuple([card for card in hands[seat] if card not in cards])
    return (*hands[:seat], rest, *hands[seat + 1 :])
