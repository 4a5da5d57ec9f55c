"""What counting alone proves about a deal of Tressette between two pairs with all cards open.

A hand that leads out its winners takes certain tricks. The others follow suit; without a card of the suit
they discard, opponents the least and the partner the most valuable of what is left. So the *pool* of a hand
says what it adds: how many cards of each worth it may still discard, how many it had to play, and their
worth. It is the sum of the pools of its suits.
"""

from __future__ import annotations

from typing import Any

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import table
from ludocards.catalogue.thirds.bot.kernels.pack import (
    CLASS,
    COUNT,
    HIGH,
    LOW,
    PACK,
    SUIT,
    VALUE,
    WORTH,
)
from ludocards.catalogue.tressette.bot.kernels.partition import CLASS_BITS

ONE_A_SUIT = PACK // SUIT
EVERYTHING = 63
"""A bound that stands for all thirds left."""

WORTHS = sorted({*WORTH.tolist()})
ONES, DEAR, FORCED, PLAYED = 5, 10, 13, 18
"""Offsets in a pool: first the number of cards worth nothing, then of those worth a third, of aces, of cards
played because the suit was led, and their worth."""


def _pools(best: bool) -> Any:
    """The pool of a suit after `n` cards of it were played, the least or the most valuable first: at
    `n << 10 | suit`."""
    out = []
    for many in range(11):
        for suit in range(1024):
            held = sorted((int(WORTH[rank]) for rank in range(10) if suit >> rank & 1), reverse=best)
            gone, left = held[:many], held[many:]
            pool = len(gone) << FORCED | sum(gone) << PLAYED
            for offset, worth in zip((0, ONES, DEAR), WORTHS, strict=True):
                pool |= left.count(worth) << offset
            out.append(pool)
    return table(out, "int32")


AGAINST, WITH = _pools(best=False), _pools(best=True)
"""The pools of an opponent, and of the partner."""


@kernel("int64(int64,int64)")
def least(pool: int, tricks: int) -> int:
    """The thirds that an opponent adds at least to this number of tricks."""
    more, thirds = tricks - (pool >> FORCED & 31) - (pool & 31), pool >> PLAYED
    if more <= 0:
        return thirds
    ones = pool >> ONES & 31
    if more <= ones:
        return thirds + more
    return thirds + ones + 3 * min(more - ones, pool >> DEAR & 7)


@kernel("int64(int64,int64)")
def most(pool: int, tricks: int) -> int:
    """The thirds that the partner can add to this number of tricks."""
    more, thirds = tricks - (pool >> FORCED & 31), pool >> PLAYED
    if more <= 0:
        return thirds
    dear = pool >> DEAR & 7
    if more <= dear:
        return thirds + 3 * more
    return thirds + 3 * dear + min(more - dear, pool >> ONES & 31)


@kernel("int64(int64)")
def up_to(cards: int) -> int:
    """All cards of each suit up to the highest of these, by shifts in all suits at once."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards &= PACK
    cards |= cards >> 4
    cards |= cards >> 2
    return cards & PACK


@kernel("int64(int64,int64)")
def best_of(live: int, hand: int) -> int:
    """The best live card of each suit of which this hand has a card."""
    held = (hand + PACK) >> 10 & ONE_A_SUIT
    return live & ~(up_to(live) >> 1) & ((held << 10) - held)


@kernel("int64(int64,int64,int64,int64)")
def run_of(me: int, left: int, friend: int, right: int) -> int:
    """The cards with which `me` takes every trick by leading them out: the winners of each suit, and the
    cards below them if the winners draw all others of the suit."""
    top = me & ~up_to(left | friend | right)
    run = top
    if top:
        for suit in range(4):
            shift = 16 * suit
            many = COUNT[top >> shift & SUIT]
            if (
                many
                and many >= COUNT[left >> shift & SUIT]
                and many >= COUNT[friend >> shift & SUIT]
                and many >= COUNT[right >> shift & SUIT]
            ):
                run |= me & SUIT << shift
    return run


@kernel("int64(int64,int64,int64,int64)")
def sure(run: int, left: int, friend: int, right: int) -> int:
    """The gain from leading out a run: the number of tricks, and from bit 6 up the thirds."""
    if run == 0:
        return 0
    tricks, thirds, pool_left, pool_friend, pool_right = 0, 0, 0, 0, 0
    for suit in range(4):
        shift = 16 * suit
        taken = run >> shift & SUIT
        many = COUNT[taken]
        tricks += many
        thirds += VALUE[taken]
        pool_left += AGAINST[many << 10 | (left >> shift & SUIT)]
        pool_friend += WITH[many << 10 | (friend >> shift & SUIT)]
        pool_right += AGAINST[many << 10 | (right >> shift & SUIT)]
    thirds += least(pool_left, tricks) + most(pool_friend, tricks) + least(pool_right, tricks)
    return tricks | thirds << 6


@kernel("int64(int64,int64,int64,int64,int64,int64)")
def joint(a: int, b: int, c: int, d: int, run_a: int, run_c: int) -> int:
    """The thirds that partners take if `a` leads out its run, crosses to `c`, and `c` leads out its own.

    Of a suit only one of them runs cards. They must not have all tricks together.
    """
    thirds, by_a, by_c, pool_a, pool_b, pool_c, pool_d = 0, 0, 0, 0, 0, 0, 0
    for suit in range(4):
        shift = 16 * suit
        theirs = c >> shift & SUIT
        taken = run_a >> shift & SUIT
        many = COUNT[taken]
        if many:
            by_a += many
            pool_c += WITH[many << 10 | theirs]
        else:
            taken = run_c >> shift & SUIT
            many = COUNT[taken]
            by_c += many
            pool_a += WITH[many << 10 | (a >> shift & SUIT)]
            if many == 0:
                pool_c += WITH[theirs]
        thirds += VALUE[taken]
        pool_b += AGAINST[many << 10 | (b >> shift & SUIT)]
        pool_d += AGAINST[many << 10 | (d >> shift & SUIT)]
    tricks = by_a + by_c
    return thirds + least(pool_b, tricks) + least(pool_d, tricks) + most(pool_a, by_c) + most(pool_c, by_a)


@kernel("int64(int64,int64)")
def winners(me: int, others: int) -> int:
    """The lowest winners of a hand, if they are in the same class as the best card of the others."""
    marks = 0
    top = me & ~up_to(others)
    if top:
        for suit in range(4):
            above, best = top >> 16 * suit & SUIT, HIGH[others >> 16 * suit & SUIT]
            if above and best >= 0 and CLASS[LOW[above]] == CLASS[best]:
                marks |= 1 << (LOW[above] + 16 * suit)
    return marks


@kernel("int64(int64,int64,int64,int64,int64,int64)")
def overtaken(me: int, left: int, friend: int, right: int, lead: int, tricks: int) -> int:
    """The thirds that `me` takes for certain from the lead of an opponent; -1 if this is not certain.

    `me` takes it with its lowest card above all others, also the partner's, and leads out its run. `left` is
    the opponent who led, without that card; `tricks` counts this one. From bit 6 up are the marks.
    """
    led, rank = lead >> 4, lead & 15
    shift = 16 * led
    mine, third, partners = me >> shift & SUIT, right >> shift & SUIT, friend >> shift & SUIT
    highest = max(rank, HIGH[third], HIGH[partners])
    above = mine >> (highest + 1) << (highest + 1)
    if above == 0:
        return -1
    winner = LOW[above]
    same = (mine | third | partners | left >> shift & SUIT | 1 << rank) & CLASS_BITS[CLASS[winner]]
    marks = 1 << (winner + shift) if same & (same - 1) else 0
    me ^= 1 << (winner + shift)
    run = run_of(me, left, friend, right)
    marks |= winners(me, left | friend | right)
    thirds, certain, pool_left, pool_friend, pool_right = WORTH[rank] + WORTH[winner], 0, 0, 0, 0
    for suit in range(4):
        place = 16 * suit
        taken = run >> place & SUIT
        many = COUNT[taken]
        following = many + 1 if suit == led else many
        certain += many
        thirds += VALUE[taken]
        pool_left += AGAINST[many << 10 | (left >> place & SUIT)]
        pool_friend += WITH[following << 10 | (friend >> place & SUIT)]
        pool_right += AGAINST[following << 10 | (right >> place & SUIT)]
    if certain == tricks - 1:
        return EVERYTHING | marks << 6
    thirds += least(pool_left, certain) + most(pool_friend, certain + 1) + least(pool_right, certain + 1)
    return thirds | marks << 6
