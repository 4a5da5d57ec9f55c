"""The cards of Scopone and Scopa as bits, captures as numbers, and the tables that all kernels read.

A card is 4 times its number, counted from 0, and its suit; so the likes of a card are four bits side by side.
A choice is one number: the set of the cards that are taken, and above it the card played (`PLAYED`).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

from ludocards.bots.kernels.numbers import table
from ludocards.catalogue.scopone.values import DENARI, FIGURES, NUMBERS, PRIMIERA, REBELLO, SETTEBELLO
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command

SUITS = [*ITALIAN40.suits]
INDEX = {
    code: 4 * (NUMBERS[card.rank] - 1) + SUITS.index(card.suit) for code, card in ITALIAN40.cards.items()
}
PACK = (1 << len(INDEX)) - 1
PLAYED = len(INDEX)
"""The place of the card played in a choice."""
LIKES = 15
SUIT = sum(1 << 4 * number for number in range(len(NUMBERS)))
"""The cards of the first suit."""
MONEY = SUIT << SUITS.index(DENARI)
SEVEN, KING = 1 << INDEX[SETTEBELLO.code], 1 << INDEX[REBELLO.code]

PRIMES = table([{**PRIMIERA, **FIGURES["ten"]}[rank] for rank in NUMBERS])
OTHER_PRIMES = table([{**PRIMIERA, **FIGURES["r10_c9_f8"]}[rank] for rank in NUMBERS])
"""The worth of a card for the primiera, by number; with figures that differ in the second table."""

HELD, HIDDEN = 10, 40
CHANCE = table(
    [
        float(likes > 0) if held >= hidden else 1 - comb(max(hidden - likes, 0), held) / comb(hidden, held)
        for likes in range(5)
        for held in range(HELD + 1)
        for hidden in range(HIDDEN + 1)
    ],
    "float64",
)
"""The probability that a hand has one of some cards, by their number, by the size of the hand, and by the
number of hidden cards: at `(likes * (HELD + 1) + held) * (HIDDEN + 1) + hidden`."""


def bits(cards: Iterable[str]) -> int:
    """The set of these cards."""
    return sum(1 << INDEX[code] for code in cards)


def cards(held: int) -> list[str]:
    return [code for code, place in INDEX.items() if held >> place & 1]


def number_of(command: Command) -> int:
    """The number of a choice for the kernels."""
    return INDEX[command.get("card")] << PLAYED | bits(command.get("take") or ())
