"""Sampling of hidden cards in any number of places, each with cards that it cannot hold.

Each deal comes from the previous one by random exchanges of cards between the places. An exchange is rejected
if more cards would lie where they are known not to be. So all possible deals are equally likely.
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Ints, drawn

EXCHANGES, REPAIRS = 3, 400
"""The number of exchanges tried per hidden card: between two deals, and before the first."""


@kernel("void(int64[::1],int64[::1],int64[::1],int64,int64[::1])")
def exchange(cards: Ints, places: Ints, barred: Ints, times: int, chance: Ints) -> None:
    """Try `times` random exchanges of two cards.

    `places` has the place of each card, and `barred` the cards that a place may not hold.
    """
    many = len(cards)
    for _ in range(times):
        i, j = drawn(chance) * many >> 31, drawn(chance) * many >> 31
        one, two = barred[places[i]], barred[places[j]]
        now = (one >> cards[i] & 1) + (two >> cards[j] & 1)
        then = (one >> cards[j] & 1) + (two >> cards[i] & 1)
        if then <= now:
            cards[i], cards[j] = cards[j], cards[i]


@kernel("void(int64[::1],int64[::1],int64[::1],int64[::1],int64[:,::1])")
def sample(cards: Ints, places: Ints, barred: Ints, chance: Ints, worlds: Ints) -> None:
    """Fill the rows with deals, a column for each place."""
    exchange(cards, places, barred, REPAIRS * len(cards), chance)
    for i in range(len(worlds)):
        exchange(cards, places, barred, EXCHANGES * len(cards), chance)
        worlds[i, :] = 0
        for k in range(len(cards)):
            worlds[i, places[k]] |= 1 << cards[k]
