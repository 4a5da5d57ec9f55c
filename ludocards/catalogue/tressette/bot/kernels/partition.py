"""Partitions: which deals of Tressette are one for the exact solver.

A deal is known by the number of cards of each class in each hand and suit, and by its signature: of each
class, who holds the highest, second highest and so on; the last follows from the counts. A proof that
compared two cards of a class holds for all deals that agree as far down as the lowest of its marks (a mark
is a card, and stands for all higher ones of its class).
"""

from __future__ import annotations

from typing import Any

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import table
from ludocards.catalogue.tressette.bot.kernels.pack import COUNT, HIGH, LOW, SUIT

# ---- tables over a suit


def _codes() -> Any:
    """How many cards of each class a suit has, in seven bits."""
    rows = []
    for suit in range(1024):
        low, mid, ace, top = ((suit & mask).bit_count() for mask in (15, 112, 128, 768))
        rows.append(low + 5 * (mid + 4 * (ace + 2 * top)))
    return table(rows)


CODE = _codes()
CLASS_BITS = table([15, 112, 128, 768], "int16")
FIELD = table([0, 6, 0, 10])
"""Where the holders of each class lie in the twelve bits of a suit: low cards six, figures four, tops two."""
KNOWN = table([3, 2, 0, 1])
"""How many holders of a class are kept: the last follows from the counts."""


def _planes(low: int, width: int, groups: tuple[tuple[int, int], ...]) -> Any:
    """By live cards and one bit of their holders (both `width` bits from `low` up), that bit for every
    card that is kept, the highest of a class first; `groups` are the bits of a class and its place in the
    twelve."""
    out = []
    for live in range(1 << width):
        for plane in range(1 << width):
            sign = 0
            for mask, field in groups:
                held = [rank for rank in range(width) if live & (mask >> low) & (1 << rank)][::-1]
                for place, rank in enumerate(held[: mask.bit_count() - 1]):
                    sign |= (plane >> rank & 1) << (field + 2 * place)
            out.append(sign)
    return table(out, "int16")


LOW_PLANE = _planes(0, 4, ((15, 0),))
HIGH_PLANE = _planes(4, 6, ((112, 6), (768, 10)))


@kernel("int64(int64,int64,int64,int64)")
def signature(a: int, b: int, c: int, d: int) -> int:
    """Who holds the cards, twelve bits a suit; 0 is who leads."""
    live, one, two = a | b | c | d, b | d, c | d
    sign = 0
    for suit in range(4):
        shift = 16 * suit
        of, x, y = live >> shift & SUIT, one >> shift & SUIT, two >> shift & SUIT
        low, high = (of & 15) << 4, (of >> 4) << 6
        bit0 = LOW_PLANE[low | (x & 15)] | HIGH_PLANE[high | (x >> 4)]
        bit1 = LOW_PLANE[low | (y & 15)] | HIGH_PLANE[high | (y >> 4)]
        sign |= (bit0 | bit1 << 1) << (12 * suit)
    return sign


@kernel("int64(int64)")
def counts(hand: int) -> int:
    """How many cards of each class a hand has in each suit, in 28 bits."""
    return (
        CODE[hand & SUIT]
        | CODE[hand >> 16 & SUIT] << 7
        | CODE[hand >> 32 & SUIT] << 14
        | CODE[hand >> 48 & SUIT] << 21
    )


@kernel("int64(int64,int64)")
def mask_of(marks: int, live: int) -> int:
    """The bits of a signature that say who holds the marked cards and all higher ones of their classes."""
    mask = 0
    for suit in range(4):
        marked = marks >> 16 * suit & SUIT
        if marked == 0:
            continue
        here = live >> 16 * suit & SUIT
        for group in (0, 1, 3):
            of = marked & CLASS_BITS[group]
            if of:
                lowest = LOW[of]
                held = here & CLASS_BITS[group]
                known = min(COUNT[held >> lowest], COUNT[held] - 1)
                mask |= ((1 << 2 * known) - 1) << (FIELD[group] + 12 * suit)
    return mask


@kernel("int64(int64,int64)")
def marks_of(mask: int, live: int) -> int:
    """The lowest cards of each class of which a signature tells the holder under this mask."""
    marks = 0
    for suit in range(4):
        here = mask >> 12 * suit & 4095
        if here == 0:
            continue
        for group in (0, 1, 3):
            if here >> FIELD[group] & 1 == 0:
                continue
            known = 1
            while known < KNOWN[group] and here >> (FIELD[group] + 2 * known) & 1:
                known += 1
            held = live >> 16 * suit & CLASS_BITS[group]
            for _ in range(known - 1):
                held ^= 1 << HIGH[held]
            marks |= 1 << (HIGH[held] + 16 * suit)
    return marks


@kernel("int64(int64,int64,int64,int64,int64)")
def widened(marks: int, a: int, b: int, c: int, d: int) -> int:
    """The marks, down to the end of the run of cards in one hand in which each lies."""
    live = a | b | c | d
    out = 0
    for suit in range(4):
        marked = marks >> 16 * suit & SUIT
        if marked == 0:
            continue
        here = live >> 16 * suit & SUIT
        for group in (0, 1, 3):
            of = marked & CLASS_BITS[group]
            if of == 0:
                continue
            lowest = LOW[of]
            place = lowest + 16 * suit
            hand = a if a >> place & 1 else b if b >> place & 1 else c if c >> place & 1 else d
            held = here & CLASS_BITS[group]
            below = held & ((1 << lowest) - 1)
            while below:
                following = HIGH[below]
                if hand >> (following + 16 * suit) & 1 == 0:
                    break
                lowest = following
                below ^= 1 << following
            out |= 1 << (lowest + 16 * suit)
    return out
