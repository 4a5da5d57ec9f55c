"""Cards and the three decks of the record (`docs/record.md`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `code` names it everywhere; `suit` is a letter, empty for the Fuggitivo."""

    code: str
    suit: str = field(compare=False)
    rank: str = field(compare=False)

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class UnknownCard:
    """What was read instead of a card of the deck."""

    text: str
    deck: str

    @property
    def message(self) -> str:
        return f"{self.text} is no card of {self.deck}"


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one deck: each suit's ranks high to low, and all cards by code in that order."""

    name: str
    suits: Mapping[str, str]
    """The Italian name of each suit letter."""
    ranks: Mapping[str, tuple[str, ...]]
    """The ranks of each suit letter, high to low."""
    cards: Mapping[str, Card]
    strengths: Mapping[str, int]

    def read(self, text: object) -> Card | UnknownCard:
        """The card with this code, from a source that may be wrong."""
        card = self.cards.get(text) if isinstance(text, str) else None
        return card or UnknownCard(repr(text)[:40], self.name)

    def of(self, codes: Iterable[str]) -> tuple[Card, ...]:
        """The cards with these codes, from a source that is right."""
        return tuple(self.cards[code] for code in codes)

    def strength(self, card: Card) -> int:
        """The place of a card in its own suit, from 1: the higher wins."""
        return self.strengths[card.code]


def codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]


def _deck(name: str, suits: Mapping[str, str], ranks: Mapping[str, str]) -> Deck:
    ordered = {suit: tuple(ranks[suit].split()) for suit in suits}
    strengths: dict[str, int] = {}
    cards: dict[str, Card] = {}
    for suit, row in ordered.items():
        for place, rank in enumerate(row):
            code = suit + rank if suit == "T" else rank + suit
            cards[code] = Card(code, suit, rank)
            strengths[code] = len(row) - place
    return Deck(name, suits, ordered, cards, strengths)


ITALIAN40 = _deck(
    "italian40",
    {"B": "bastoni", "C": "coppe", "D": "denari", "S": "spade"},
    dict.fromkeys("BCDS", "3 2 A R C F 7 6 5 4"),
)

FRENCH52 = _deck(
    "french52",
    {"S": "picche", "H": "cuori", "D": "quadri", "C": "fiori"},
    dict.fromkeys("SHDC", "K Q J 10 9 8 7 6 5 4 3 2 A"),
)

SICILIAN63 = _deck(
    "sicilian63",
    {"O": "oro", "C": "coppe", "S": "spade", "B": "bastoni", "T": "trionfi", "": "fuggitivo"},
    {
        **dict.fromkeys("CSB", "R Q C D 10 9 8 7 6 5"),
        "O": "R Q C D 10 9 8 7 6 5 4",
        "T": " ".join(str(number) for number in range(20, -1, -1)),
        "": "F",
    },
)

DECKS: Mapping[str, Deck] = {deck.name: deck for deck in (ITALIAN40, FRENCH52, SICILIAN63)}
