"""The cards of Whist as bits, and the tables that all its kernels read.

A suit is thirteen bits, the weakest card lowest; a hand is the four suits in one integer, sixteen bits
apart, so a card is 16 times its suit and its rank. Only the numbering (`INDEX`) depends on
whether the ace is high or low; the kernels do not.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludocards.bots.kernels.numbers import table
from ludocards.catalogue.whist.values import ACE_HIGH, RANKING
from ludocards.engine.cards import FRENCH52

SUIT = 8191
PACK = sum(SUIT << 16 * suit for suit in range(4))
SUITS = [*FRENCH52.suits]


def _index(ace_high: bool) -> dict[str, int]:
    ranking = ACE_HIGH if ace_high else RANKING
    return {
        rank + suit: 16 * SUITS.index(suit) + 12 - place
        for suit, row in ranking.ranks.items()
        for place, rank in enumerate(row)
    }


INDEX = {ace_high: _index(ace_high) for ace_high in (False, True)}
"""The number of each card, by whether the ace is high."""


def bits(codes: Iterable[str], ace_high: bool = False) -> int:
    """The hand of these cards."""
    return sum(1 << INDEX[ace_high][code] for code in codes)


def cards(hand: int, ace_high: bool = False) -> list[str]:
    return [code for code, place in INDEX[ace_high].items() if hand >> place & 1]


COUNT = table([suit.bit_count() for suit in range(SUIT + 1)])
LOW = table([(suit & -suit).bit_length() - 1 for suit in range(SUIT + 1)])
"""The number of cards in a suit, and the lowest of them."""
