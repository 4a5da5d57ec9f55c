"""Sampling of hidden cards in three places (such as hands) under constraints on each place.

The number of cards of each suit in each place is drawn first, weighted by the number of ways to deal them;
then the cards are drawn. So every deal that satisfies the constraints is equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, count, drawn, one_of, table

TRIES = 40
"""The number of attempts to deal the cards of a suit to places that are barred from some of them."""

CHOICES = table([comb(n, k) for n in range(32) for k in range(32)], "float64")
"""The binomial coefficients: n over k at `n << 5 | k`."""


def dealt(
    free: int,
    suits: Sequence[int],
    room: Ints,
    least: Ints,
    most: Ints,
    barred: Ints,
    many: int,
    chance: Ints,
) -> Ints:
    """Up to `many` deals of the free cards, each a row of three places; no rows if no deal is found.

    `suits` has the cards of each suit, `room` the number of cards in each place (together all free cards),
    `least` and `most` the limits by place and suit, `barred` the cards that a place may not have.
    """
    rows = np.zeros((many, 3), np.int64)
    ways = np.zeros((len(suits) + 1, room[0] + 1, room[1] + 1), np.float64)
    masks = np.array(suits, np.int64)
    return rows[: sample(free, masks, room, least, most, barred, ways, chance, rows)]


@kernel("float64(int64,int64[::1],int64[::1],int64[:,::1],int64[:,::1],float64[:,:,::1])")
def count_ways(free: int, suits: Ints, room: Ints, least: Ints, most: Ints, ways: Floats) -> float:
    """Write the number of ways to deal the free cards into `ways`: by suit, for this suit and those after it,
    and by the room left in the first two places."""
    rest = 0
    ways[len(suits), :, :] = 0
    ways[len(suits), 0, 0] = 1
    for back in range(len(suits)):
        suit = len(suits) - 1 - back
        n = count(free & suits[suit])
        rest += n
        for c0 in range(room[0] + 1) if suit else range(room[0], room[0] + 1):
            for c1 in range(room[1] + 1):
                total = 0.0
                if 0 <= rest - c0 - c1 <= room[2]:
                    for k0 in range(least[0, suit], min(most[0, suit], n, c0) + 1):
                        fewest = max(least[1, suit], n - k0 - most[2, suit])
                        for k1 in range(fewest, min(most[1, suit], n - k0 - least[2, suit], c1) + 1):
                            many = CHOICES[n << 5 | k0] * CHOICES[(n - k0) << 5 | k1]
                            total += many * ways[suit + 1, c0 - k0, c1 - k1]
                ways[suit, c0, c1] = total
    return ways[0, room[0], room[1]] if rest == room[0] + room[1] + room[2] else 0.0


@kernel(
    "int64(int64,int64[::1],int64[::1],int64[:,::1],int64[:,::1],int64[::1],float64[:,:,::1],int64[::1],int64[::1])"
)
def deal(
    free: int,
    suits: Ints,
    room: Ints,
    least: Ints,
    most: Ints,
    barred: Ints,
    ways: Floats,
    chance: Ints,
    row: Ints,
) -> int:
    """Deal the free cards to the places of a row; return 0 if barred cards made it impossible."""
    c0, c1 = room[0], room[1]
    row[:] = 0
    for suit in range(len(suits)):
        cards = free & suits[suit]
        n = count(cards)
        point = ways[suit, c0, c1] * drawn(chance) / 2147483648.0
        n0, n1 = -1, -1
        for k0 in range(least[0, suit], min(most[0, suit], n, c0) + 1):
            if point < 0:
                break
            fewest = max(least[1, suit], n - k0 - most[2, suit])
            for k1 in range(fewest, min(most[1, suit], n - k0 - least[2, suit], c1) + 1):
                many = CHOICES[n << 5 | k0] * CHOICES[(n - k0) << 5 | k1]
                part = many * ways[suit + 1, c0 - k0, c1 - k1]
                if point >= 0 and part > 0:
                    n0, n1 = k0, k1
                    point -= part
        c0, c1 = c0 - n0, c1 - n1
        done = False
        for _ in range(TRIES):
            first, second, third = 0, 0, cards
            for _ in range(n0):
                card = 1 << one_of(third, drawn(chance))
                first, third = first | card, third ^ card
            for _ in range(n1):
                card = 1 << one_of(third, drawn(chance))
                second, third = second | card, third ^ card
            if first & barred[0] == 0 and second & barred[1] == 0 and third & barred[2] == 0:
                row[0] |= first
                row[1] |= second
                row[2] |= third
                done = True
                break
        if not done:
            return 0
    return 1


@kernel(
    "int64(int64,int64[::1],int64[::1],int64[:,::1],int64[:,::1],int64[::1],float64[:,:,::1],int64[::1],int64[:,::1])"
)
def sample(
    free: int,
    suits: Ints,
    room: Ints,
    least: Ints,
    most: Ints,
    barred: Ints,
    ways: Floats,
    chance: Ints,
    rows: Ints,
) -> int:
    """Fill the rows with deals; return the number of rows filled."""
    if count_ways(free, suits, room, least, most, ways) <= 0:
        return 0
    found = 0
    for _ in range(4 * len(rows)):
        found += deal(free, suits, room, least, most, barred, ways, chance, rows[found])
        if found == len(rows):
            break
    return found
