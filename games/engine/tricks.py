"""Tricks (prese): who leads, what may be played to them, who wins."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Card, Deck


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards on the table, in playing order from the leader."""

    leader: int
    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> str | None:
        """The suit that was led, None before the first card."""
        return self.cards[0].suit if self.cards else None

    def seat(self, position: int, players: int) -> int:
        """Who played (or will play) the card at this position."""
        return (self.leader + position) % players

    def with_card(self, card: Card) -> Trick:
        return Trick(self.leader, (*self.cards, card))


def must_follow(hand: tuple[Card, ...], trick: Trick) -> tuple[Card, ...]:
    """The cards of the suit led; the whole hand when leading or when it holds none."""
    return tuple(card for card in hand if card.suit == trick.led) or hand


def winning_position(trick: Trick, deck: Deck) -> int:
    """Where the highest card of the suit led lies in a trick that is not empty."""
    followed = [place for place, card in enumerate(trick.cards) if card.suit == trick.led]
    return max(followed, key=lambda place: deck.strength(trick.cards[place]))
