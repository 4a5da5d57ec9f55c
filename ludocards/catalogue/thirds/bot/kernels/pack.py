"""The cards of Tressette as bits, and the tables that all its kernels read.

A suit is ten bits, from the lowest card, the 4 (bit 0), to the highest, the 3 (bit 9); a hand is the four
suits in one integer, bastoni lowest, sixteen bits apart, so a card is 16 times its
suit and its rank. Amounts are thirds of a point.
The cards of a suit are grouped in classes: neighbours in rank that are worth the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from ludocards.bots.kernels.numbers import table
from ludocards.catalogue.thirds.values import RANKING, THIRDS
from ludocards.engine.cards import ITALIAN40

RANKS = "".join(reversed(RANKING.ranks["B"]))
SUIT = 1023
INDEX = {
    rank + suit: 16 * place + height
    for place, suit in enumerate(ITALIAN40.suits)
    for height, rank in enumerate(RANKS)
}


def everywhere(suit: int) -> int:
    """These bits in each of the four suits."""
    return sum(suit << 16 * place for place in range(4))


PACK = everywhere(SUIT)


def bits(codes: Iterable[str]) -> int:
    """The hand of these cards."""
    return sum(1 << INDEX[code] for code in codes)


def cards(hand: int) -> list[str]:
    return [code for code, place in INDEX.items() if hand >> place & 1]


WORTH = table([THIRDS[rank] for rank in RANKS])
CLASS = table([len([*groupby(RANKS[: place + 1], THIRDS.__getitem__)]) - 1 for place in range(len(RANKS))])

_HELD = [[rank for rank in range(10) if suit >> rank & 1] for suit in range(1024)]

COUNT = table([len(held) for held in _HELD])
HIGH = table([max(held, default=-1) for held in _HELD])
LOW = table([min(held, default=10) for held in _HELD])


def _worths(best: bool) -> list[list[int]]:
    return [sorted((int(WORTH[rank]) for rank in held), reverse=best) for held in _HELD]


VALUE = table([sum(worths) for worths in _worths(best=True)])
MOST = table([sum(worths[:n]) for n in range(11) for worths in _worths(best=True)])
LEAST = table([sum(worths[:n]) for n in range(11) for worths in _worths(best=False)])
"""The worth of the most and of the least valuable `n` cards of a suit: at `n << 10 | suit`."""
