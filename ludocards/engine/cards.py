"""Cards, the three decks of the record (`docs/record.md`), and what beats what in a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Card(NamedTuple):
    """One card. `code` names it everywhere; `suit` is a letter, empty for the Fuggitivo."""

    code: str
    suit: str
    rank: str

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class UnknownCard:
    """A text that names no card of the deck."""

    text: str
    deck: str

    @property
    def message(self) -> str:
        return f"{self.text} is no card of {self.deck}"


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one deck by code, in the order of a new pack. What beats what is a `Ranking`."""

    name: str
    suits: Mapping[str, str]
    """The English name of each suit letter."""
    cards: Mapping[str, Card]

    def read(self, text: object) -> Card | UnknownCard:
        """Return the card with this code, or `UnknownCard`: for input that is not trusted."""
        card = self.cards.get(text) if isinstance(text, str) else None
        return card or UnknownCard(repr(text)[:40], self.name)

    def of(self, codes: Iterable[str]) -> tuple[Card, ...]:
        """Return the cards with these codes; raises `KeyError` for any other."""
        return tuple(self.cards[code] for code in codes)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order of the cards within each suit of a deck, as a game defines it."""

    ranks: Mapping[str, tuple[str, ...]]
    """The ranks of each suit letter, high to low."""
    strengths: Mapping[str, int]

    @classmethod
    def of(cls, deck: Deck, ranks: Mapping[str, str]) -> Ranking:
        """The ranking with these ranks in each suit, high to low, a space between them."""
        rows = {suit: tuple(row.split()) for suit, row in ranks.items()}
        places = {code: rows[card.suit].index(card.rank) for code, card in deck.cards.items()}
        return cls(rows, {code: len(rows[deck.cards[code].suit]) - place for code, place in places.items()})

    def strength(self, card: Card) -> int:
        """The strength of a card within its suit, from 1: the higher wins."""
        return self.strengths[card.code]


def codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]


def _deck(name: str, suits: Mapping[str, str], ranks: Mapping[str, str]) -> Deck:
    cards: dict[str, Card] = {}
    for suit in suits:
        for rank in ranks[suit].split():
            code = suit + rank if suit == "T" else rank + suit
            cards[code] = Card(code, suit, rank)
    return Deck(name, suits, cards)


ITALIAN40 = _deck(
    "italian40",
    {"B": "batons", "C": "cups", "D": "coins", "S": "swords"},
    dict.fromkeys("BCDS", "3 2 A R C F 7 6 5 4"),
)

FRENCH52 = _deck(
    "french52",
    {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
    dict.fromkeys("SHDC", "K Q J 10 9 8 7 6 5 4 3 2 A"),
)

SICILIAN63 = _deck(
    "sicilian63",
    {"O": "coins", "C": "cups", "S": "swords", "B": "batons", "T": "trumps", "": "fuggitivo"},
    {
        **dict.fromkeys("CSB", "R Q C D 10 9 8 7 6 5"),
        "O": "R Q C D 10 9 8 7 6 5 4",
        "T": " ".join(str(number) for number in range(20, -1, -1)),
        "": "F",
    },
)

DECKS: Mapping[str, Deck] = {deck.name: deck for deck in (ITALIAN40, FRENCH52, SICILIAN63)}
