"""The cards of Briscola as bits, and the tables that all its kernels read.

A suit is ten bits, from the lowest card, the 2 (bit 0), to the ace (bit 9); a hand is the four suits in one
integer, bastoni lowest, sixteen bits apart, so a card is 16 times its suit and its rank.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludocards.bots.kernels.numbers import table
from ludocards.catalogue.briscola.values import POINTS, RANKING
from ludocards.engine.cards import ITALIAN40

RANKS = "".join(reversed(RANKING.ranks["B"]))
SUIT = 1023
INDEX = {
    rank + suit: 16 * place + height
    for place, suit in enumerate(ITALIAN40.suits)
    for height, rank in enumerate(RANKS)
}
PACK = sum(1 << card for card in INDEX.values())
WORTH = table([POINTS[rank] for rank in RANKS])


def bits(codes: Iterable[str]) -> int:
    """The hand of these cards."""
    return sum(1 << INDEX[code] for code in codes)


def cards(hand: int) -> list[str]:
    return [code for code, place in INDEX.items() if hand >> place & 1]
