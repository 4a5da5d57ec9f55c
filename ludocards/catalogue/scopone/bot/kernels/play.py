"""A deal of Scopone or Scopa in packed form, the rules of thumb of the club bot, and playouts.

A board is an array of what everybody knows and, in a determinization, the hands and the order of the stock. A
choice is a number (`pack`). The rules of thumb use only what a seat may see: its own hand, the table and the
captures. Amounts are points.
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, count, lowest, table
from ludocards.catalogue.scopone.bot.kernels.pack import (
    CHANCE,
    HELD,
    HIDDEN,
    INDEX,
    KING,
    LIKES,
    MONEY,
    OTHER_PRIMES,
    PACK,
    PLAYED,
    PRIMES,
    SEVEN,
    SUIT,
)
from ludocards.catalogue.scopone.values import DEALT, SHORTEST_NAPOLA

HANDS, COUNTS, PILES, SCOPE = (4 * place for place in range(4))
"""Offsets into a board: by seat the hand and the number of cards, by side the cards taken and the scope."""
TABLE, TURN, PLAYERS, SIDES, DEALER, STOCK, LAST = range(16, 23)
"""Indices into a board: the cards on the table, the seat on turn, the numbers of players and of sides, the
dealer, the number of cards left to deal, and the side that captured last (below 0 if none)."""
LAST_SCOPA, NAPOLA, REBELLO, FIGURES = range(23, 27)
"""Indices into a board, for options: whether the last card can make a scopa, whether a napola counts and the
king of denari, and whether figures differ in the primiera."""
DRAWS = 27
"""Offset of the stock, one card to a seat at a time; the last is at `DRAWS`, the next at
`DRAWS + STOCK - 1`."""
BOARD = DRAWS + 36

VALUES, CHOICES, SUMS, TAKEN = range(4)
"""Rows that kernels write: the values of the choices, the choices, and by number what a table offers as a sum
and as a card of that number."""
OUT = (4, 256)

THREE = DEALT["three"]

# The parameters of the club bot, in points.

CARD, DENARO, SETTEBELLO, SCOPA = 0.06, 0.15, 0.7, 1.0
PRIMIERA = {"7": 0.22, "6": 0.09, "A": 0.06, "5": 0.04, "4": 0.02}
"""The worth of what a capture brings."""
PAIRED = 0.03
"""The worth of one value less that is odd among the cards left, for the dealer's side."""
REST = 0.35
"""The part of the table that goes with the last capture, with one card in the hand; less with more."""
OTHERS = 0.9
"""The weight of what the next player may take."""


def _worth(code: str) -> float:
    denari = DENARO * (MONEY >> INDEX[code] & 1) + SETTEBELLO * (SEVEN >> INDEX[code] & 1)
    return CARD + PRIMIERA.get(code[0], 0.0) + denari


WORTH = table([_worth(code) for code in sorted(INDEX, key=INDEX.__getitem__)], "float64")


# ---- the course of a deal


@kernel("int64(int64[::1],int64)")
def side(board: Ints, seat: int) -> int:
    return seat % board[SIDES]


@kernel("int64(int64[::1])")
def gone(board: Ints) -> int:
    """The cards in all piles."""
    return board[PILES] | board[PILES + 1] | board[PILES + 2] | board[PILES + 3]


@kernel("int64(int64,int64,int64,float64[:,::1],int64)")
def sums(cards: int, left: int, choice: int, out: Floats, found: int) -> int:
    """Add the sets of cards that sum up to `left` to the choices in `out`; return the number of choices."""
    while cards:
        bit = cards & -cards
        number = 1 + (lowest(bit) >> 2)
        if number > left:
            break
        cards ^= bit
        if number == left:
            out[CHOICES, found] = choice | bit
            found += 1
        else:
            found = sums(cards, left - number, choice | bit, out, found)
    return found


@kernel("int64(int64,int64,float64[:,::1])")
def choices(cards: int, hand: int, out: Floats) -> int:
    """Write what a hand may play and take from the cards on the table into `out`; return their number."""
    found = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        likes, before = cards & LIKES << (card & ~3), found
        while likes:
            out[CHOICES, found] = card << PLAYED | likes & -likes
            likes &= likes - 1
            found += 1
        if found == before:
            found = sums(cards, 1 + (card >> 2), card << PLAYED, out, found)
        if found == before:
            out[CHOICES, found] = card << PLAYED
            found += 1
    return found


@kernel("void(int64[::1])")
def deal_more(board: Ints) -> None:
    """Give everybody three cards of the stock, one at a time from the dealer's right."""
    for place in range(THREE * board[PLAYERS]):
        seat = (board[DEALER] + 1 + place) % board[PLAYERS]
        board[STOCK] -= 1
        board[HANDS + seat] |= 1 << board[DRAWS + board[STOCK]]
        board[COUNTS + seat] += 1


@kernel("void(int64[::1],int64)")
def put(board: Ints, choice: int) -> None:
    """Make this choice for the seat on turn; after the last card of a hand more are dealt, and after that of
    the deal the rest goes to the last to capture."""
    seat, bit, taken = board[TURN], 1 << (choice >> PLAYED), choice & PACK
    board[HANDS + seat] &= ~bit
    board[COUNTS + seat] -= 1
    board[TURN] = (seat + 1) % board[PLAYERS]
    is_out = board[COUNTS + board[TURN]] == 0
    if taken:
        board[LAST] = side(board, seat)
        board[TABLE] &= ~taken
        board[PILES + board[LAST]] |= taken | bit
        is_last = is_out and board[STOCK] == 0
        if board[TABLE] == 0 and (board[LAST_SCOPA] or not is_last):
            board[SCOPE + board[LAST]] += 1
    else:
        board[TABLE] |= bit
    if is_out and board[STOCK]:
        deal_more(board)
    elif is_out and board[LAST] >= 0:
        board[PILES + board[LAST]] |= board[TABLE]
        board[TABLE] = 0


# ---- the points


@kernel("int64(int64,int64)")
def primiera(pile: int, figures: int) -> int:
    """The sum of the best card of each suit; 0 if a suit is missing."""
    total = 0
    for suit in range(4):
        best, held = 0, pile >> suit & SUIT
        while held:
            number = lowest(held) >> 2
            held &= held - 1
            best = max(best, OTHER_PRIMES[number] if figures else PRIMES[number])
        if best == 0:
            return 0
        total += best
    return total


@kernel("int64(int64)")
def napola(pile: int) -> int:
    """The points of A 2 3 … of denari."""
    row, money = 0, pile & MONEY
    while row < 10 and money & LIKES << 4 * row:
        row += 1
    return row if row >= SHORTEST_NAPOLA else 0


@kernel("void(int64[::1],int64,int64,float64[::1])")
def award(board: Ints, kind: int, figures: int, ends: Floats) -> None:
    """Give the point to the side that is strictly ahead in cards (0), denari (1) or the primiera (2)."""
    best, by = 0, -1
    for each in range(board[SIDES]):
        pile = board[PILES + each]
        have = count(pile) if kind == 0 else count(pile & MONEY) if kind == 1 else primiera(pile, figures)
        if have > best:
            best, by = have, each
        elif have == best:
            by = -1
    if by >= 0:
        ends[by] += 1


@kernel("void(int64[::1],float64[::1])")
def write(board: Ints, ends: Floats) -> None:
    """Write the score of each side from the cards in its pile."""
    for each in range(board[SIDES]):
        pile = board[PILES + each]
        ends[each] = board[SCOPE + each] + (pile & SEVEN > 0)
        if board[NAPOLA]:
            ends[each] += napola(pile)
        if board[REBELLO]:
            ends[each] += pile & KING > 0
    for kind in range(3):
        award(board, kind, board[FIGURES], ends)


# ---- the rules of thumb


@kernel("float64(int64)")
def worth(cards: int) -> float:
    """The worth of these cards for whoever takes them."""
    total = 0.0
    while cards:
        total += WORTH[lowest(cards)]
        cards &= cards - 1
    return total


@kernel("int64(int64,int64)")
def made_odd(piles: int, moved: int) -> int:
    """The number of values more that are odd among the cards left, if these cards go to a pile."""
    odd = 0
    while moved:
        number = lowest(moved) & ~3
        if count(moved & LIKES << number) & 1:
            odd += -1 if count(piles & LIKES << number) & 1 else 1
        moved &= ~(LIKES << number)
    return odd


@kernel("void(int64,float64[:,::1])")
def offer(cards: int, out: Floats) -> None:
    """Write what a table offers to each number from 1 to 10 into `out[TAKEN]`: the worth of the best capture,
    with the point for a scopa; below 0 if there is none."""
    whole = 0
    for number in range(11):
        out[SUMS, number] = -1.0
        out[TAKEN, number] = -1.0
    out[SUMS, 0] = 0.0
    left = cards
    while left:
        card = lowest(left)
        left &= left - 1
        number = 1 + (card >> 2)
        whole += number
        out[TAKEN, number] = max(out[TAKEN, number], WORTH[card])
        for low in range(10 - number, -1, -1):
            if out[SUMS, low] >= 0:
                out[SUMS, low + number] = max(out[SUMS, low + number], out[SUMS, low] + WORTH[card])
    for number in range(1, 11):
        if out[TAKEN, number] < 0:
            out[TAKEN, number] = out[SUMS, number]
        if out[TAKEN, number] >= 0:
            out[TAKEN, number] += CARD + (SCOPA if whole == number else 0.0)


@kernel("float64(int64,int64,int64,float64[:,::1])")
def expected(cards: int, unseen: int, held: int, out: Floats) -> float:
    """The gain that the next player, with so many of the unseen cards, may expect from a table."""
    if cards == 0 or held == 0:
        return 0.0
    offer(cards, out)
    hidden, total, none_yet = count(unseen), 0.0, 1.0
    while none_yet > 0.0:
        best = 1
        for number in range(2, 11):
            if out[TAKEN, number] > out[TAKEN, best]:
                best = number
        gain = out[TAKEN, best]
        if gain < 0:
            break
        out[TAKEN, best] = -1.0
        likes = count(unseen >> 4 * (best - 1) & LIKES)
        chance = CHANCE[(likes * (HELD + 1) + held) * (HIDDEN + 1) + hidden]
        total += none_yet * chance * gain
        none_yet *= 1 - chance
    return total


@kernel("int64(int64[::1],int64,int64,float64[:,::1])")
def values(board: Ints, me: int, hand: int, out: Floats) -> int:
    """Write the value of each choice by the rules of thumb, and the choice, into `out`; return their number.

    The value is what the capture brings, minus what the next player may be expected to take from the table.
    """
    cards, piles, stock = board[TABLE], gone(board), board[STOCK]
    unseen = PACK & ~(piles | cards | hand)
    following = board[COUNTS + (me + 1) % board[PLAYERS]]
    is_last = stock == 0 and following == 0
    if following == 0:
        following = min(THREE, stock)
    odd = PAIRED if side(board, me) == side(board, board[DEALER]) else -PAIRED
    rest = 0.0 if stock else REST / max(board[COUNTS + me], 1)
    found = choices(cards, hand, out)
    for i in range(found):
        choice = int(out[CHOICES, i])
        bit, taken = 1 << (choice >> PLAYED), choice & PACK
        left, value = cards | bit, 0.0
        if taken:
            left = cards & ~taken
            value = worth(taken | bit) + rest * worth(left) - odd * made_odd(piles, taken | bit)
            if left == 0 and (board[LAST_SCOPA] or not is_last):
                value += SCOPA
        out[VALUES, i] = value - OTHERS * expected(left, unseen, following, out)
    return found


@kernel("int64(int64[::1],float64[:,::1])")
def by_rules(board: Ints, out: Floats) -> int:
    """The choice of the rules of thumb."""
    me, best = board[TURN], 0
    for i in range(1, values(board, me, board[HANDS + me], out)):
        if out[VALUES, i] > out[VALUES, best]:
            best = i
    return int(out[CHOICES, best])


@kernel("void(int64[::1],float64[:,::1],int64)")
def play_out(board: Ints, out: Floats, until: int) -> None:
    """Play by the rules of thumb until the stock is empty and the seat on turn has at most `until` cards."""
    while board[STOCK] or board[COUNTS + board[TURN]] > until:
        put(board, by_rules(board, out))
