"""Random deals of hidden cards to any number of places, each with cards that it cannot hold.

Each deal is made from the previous one by random exchanges of cards between places. An exchange is rejected
if more cards would lie in places that cannot hold them. This makes all possible deals equally likely.
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Ints, drawn

EXCHANGES, REPAIRS = 3, 400
"""The exchanges tried for each hidden card: between two deals, and before the first deal."""


@kernel("void(int64[::1],int64[::1],int64[::1],int64,int64[::1])")
def exchange(cards: Ints, places: Ints, barred: Ints, times: int, rng: Ints) -> None:
    """Try `times` random exchanges of two cards.

    `cards` has the numbers of the cards, and `places` the place of each. `barred` has, as bits, the cards
    that each place cannot hold. `rng` is the state of the random numbers.
    """
    card_count = len(cards)
    for _ in range(times):
        i, j = drawn(rng) * card_count >> 31, drawn(rng) * card_count >> 31
        barred_at_i, barred_at_j = barred[places[i]], barred[places[j]]
        wrong_now = (barred_at_i >> cards[i] & 1) + (barred_at_j >> cards[j] & 1)
        wrong_after = (barred_at_i >> cards[j] & 1) + (barred_at_j >> cards[i] & 1)
        if wrong_after <= wrong_now:
            cards[i], cards[j] = cards[j], cards[i]


@kernel("void(int64[::1],int64[::1],int64[::1],int64[::1],int64[:,::1])")
def sample(cards: Ints, places: Ints, barred: Ints, rng: Ints, worlds: Ints) -> None:
    """Fill each row of `worlds` with a deal: the cards in each place, as bits."""
    exchange(cards, places, barred, REPAIRS * len(cards), rng)
    for i in range(len(worlds)):
        exchange(cards, places, barred, EXCHANGES * len(cards), rng)
        worlds[i, :] = 0
        for k in range(len(cards)):
            worlds[i, places[k]] |= 1 << cards[k]
