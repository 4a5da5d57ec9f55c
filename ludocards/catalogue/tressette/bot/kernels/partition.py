"""Partition search: deals of Tressette that are equivalent for the exact solver share an entry of its table.

A deal is described by the number of cards of each class in each hand and suit, and by its signature: the
holders of the cards of each class from the highest down (the last holder follows from the counts). A proof
holds for all deals that agree with its own as far down as its marks: a mark is a card that the proof
compared, and stands for all higher cards of its class too.
"""

from __future__ import annotations

from typing import Any

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import table
from ludocards.catalogue.thirds.bot.kernels.pack import CLASS, COUNT, HIGH, LOW, SUIT, everywhere

# ---- the classes of a suit, and tables over it

RANKS = len(CLASS)
_MASKS = [sum(1 << rank for rank in range(RANKS) if CLASS[rank] == each) for each in range(max(CLASS) + 1)]
_SIZES = [mask.bit_count() for mask in _MASKS]
CLASS_BITS = table(_MASKS, "int16")
KNOWN = table([size - 1 for size in _SIZES])
"""The number of holders stored for each class, two bits each; the last follows from the counts."""
FIELD = table([2 * sum(KNOWN[:each]) for each in range(len(_SIZES))])
"""The offset of the holders of each class in the bits of a suit."""
HOLDERS = int(2 * sum(KNOWN))
ALL_HOLDERS = (1 << HOLDERS) - 1
"""The number of bits for the holders of a suit, and a mask of them."""
SHARED = tuple(each for each, size in enumerate(_SIZES) if size > 1)
"""The classes of more than one card; the holder of a single card follows from the counts."""


def _planes(low: int, width: int) -> Any:
    """A table by the live cards and one bit of each holder (both `width` bits, from `low` up).

    An entry has that bit for every stored holder, the highest card of a class first.
    """
    here = [each for each, mask in enumerate(_MASKS) if mask >> low & (1 << width) - 1]
    out = []
    for live in range(1 << width):
        for plane in range(1 << width):
            sign = 0
            for each in here:
                held = [rank for rank in range(width) if live & _MASKS[each] >> low & 1 << rank][::-1]
                for place, rank in enumerate(held[: KNOWN[each]]):
                    sign |= (plane >> rank & 1) << (int(FIELD[each]) + 2 * place)
            out.append(sign)
    return table(out, "int16")


LOWER = _SIZES[0]
UPPER = RANKS - LOWER
"""A suit is looked up in two parts, the lowest class and the others: one table would be too large."""
LOWER_CARDS = (1 << LOWER) - 1
LOW_PLANE = _planes(0, LOWER)
HIGH_PLANE = _planes(LOWER, UPPER)


@kernel("int64(int64,int64,int64,int64)")
def signature(a: int, b: int, c: int, d: int) -> int:
    """The holders of the cards, `HOLDERS` bits a suit; 0 is the leader."""
    live, one, two = a | b | c | d, b | d, c | d
    sign = 0
    for suit in range(4):
        shift = 16 * suit
        of, x, y = live >> shift & SUIT, one >> shift & SUIT, two >> shift & SUIT
        low, high = (of & LOWER_CARDS) << LOWER, (of >> LOWER) << UPPER
        bit0 = LOW_PLANE[low | (x & LOWER_CARDS)] | HIGH_PLANE[high | (x >> LOWER)]
        bit1 = LOW_PLANE[low | (y & LOWER_CARDS)] | HIGH_PLANE[high | (y >> LOWER)]
        sign |= (bit0 | bit1 << 1) << (HOLDERS * suit)
    return sign


PAIRS, FOURS = everywhere(0x5555), everywhere(0x3333)
ACES = everywhere(_MASKS[2])
LOWS, FIGURES, TOPS = everywhere(0x7), everywhere(0x30), everywhere(0x300)


@kernel("int64(int64)")
def counts(hand: int) -> int:
    """The number of cards of each class in each suit of a hand, in the lower eight of its 16 bits.

    Bits are added by twos and fours, in all suits at once. Four bits hold one class, if the ace is set apart.
    """
    aces = hand & ACES
    rest = hand ^ aces
    pairs = rest - (rest >> 1 & PAIRS)
    fours = (pairs & FOURS) + (pairs >> 2 & FOURS)
    return fours & LOWS | (fours & FIGURES) >> 1 | (fours & TOPS) >> 3 | aces


@kernel("int64(int64,int64)")
def mask_of(marks: int, live: int) -> int:
    """The bits of a signature for the holders of the marked cards and all higher ones of their classes."""
    mask = 0
    for suit in range(4):
        marked = marks >> 16 * suit & SUIT
        if marked == 0:
            continue
        here = live >> 16 * suit & SUIT
        for group in SHARED:
            of = marked & CLASS_BITS[group]
            if of:
                lowest = LOW[of]
                held = here & CLASS_BITS[group]
                known = min(COUNT[held >> lowest], COUNT[held] - 1)
                mask |= ((1 << 2 * known) - 1) << (FIELD[group] + HOLDERS * suit)
    return mask


@kernel("int64(int64,int64)")
def marks_of(mask: int, live: int) -> int:
    """The lowest card of each class whose holder is within this mask of a signature."""
    marks = 0
    for suit in range(4):
        here = mask >> HOLDERS * suit & ALL_HOLDERS
        if here == 0:
            continue
        for group in SHARED:
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
    """The marks, each lowered to the end of the run of cards of the same hand in which it lies."""
    live = a | b | c | d
    out = 0
    for suit in range(4):
        marked = marks >> 16 * suit & SUIT
        if marked == 0:
            continue
        here = live >> 16 * suit & SUIT
        for group in SHARED:
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
