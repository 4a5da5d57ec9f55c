"""A deal of Tressette a perdere in packed form, and playouts of it by rules of thumb, for three to eight
players.

A board is an array of what everybody knows and, in a determinization, the hands. The rules of thumb are those
of the club bot (`bot.club`). They use only what a seat may see: its own hand, the cards played, the known
voids, and the thirds taken. Amounts are thirds of a point.
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, lowest
from ludocards.catalogue.thirds.bot.kernels.pack import COUNT, INDEX, LOW, PACK, SUIT, VALUE, WORTH
from ludocards.catalogue.thirds.values import POINT
from ludocards.catalogue.traversone.values import ALL_POINTS, ALL_THIRDS

HANDS, VOIDS, COUNTS, TAKEN, TRICK = (8 * place for place in range(5))
"""Offsets into a board, each for one number per seat: the hand, the known voids (four bits), the number of
cards, the thirds taken; then the cards on the table, in the order played."""
GONE, LEADER, LAID, PLAYERS, ASIDE = range(40, 45)
"""Indices into a board: the cards played or left out, the seat that leads, the number of cards on the table,
the number of players, and in a determinization the cards that lie aside for the last trick."""
TO_LAST, CAPPOTTO, EXTRA, BASTONI = range(45, 49)
"""Indices into a board: whether fractions go to the last trick; 0 without cappotto, 1 for 11 points, 2 for
all cards; the points that the ace of bastoni costs, and the seat that has taken it, from 1 (0 for none)."""
BOARD = 49

VALUES, CHOICES = range(2)
"""Rows that kernels write: the values of the choices, and the choices."""
OUT = (2, 16)

ACE_OF_BASTONI = INDEX["AB"]

THROWN = 1.5
"""The worth of a card thrown on a trick by a player without the suit, on average."""
WILLING = 0.15
"""The frequency with which a player takes a trick that need not be taken."""
LEAD = 0.4
"""The cost of having to lead."""
POT = 0.8
"""The thirds that each player adds to a trick that is lost later in the deal."""
COVERED = 0.55
"""The part of the danger of a card that is left for each lower card of its suit in the same hand."""
WATCHED = 14
"""The thirds from which a player who has taken all of them may be about to take everything."""


# ---- legal cards, and their effects


@kernel("int64(int64[::1],int64,int64)")
def seat_after(board: Ints, seat: int, steps: int) -> int:
    """The seat that is `steps` further on, at most once round the table."""
    seat += steps
    return seat - board[PLAYERS] if seat >= board[PLAYERS] else seat


@kernel("int64(int64[::1])")
def turn(board: Ints) -> int:
    return seat_after(board, board[LEADER], board[LAID])


@kernel("int64(int64[::1],int64)")
def legal(board: Ints, hand: int) -> int:
    """The cards of a hand that may be played now."""
    if board[LAID] == 0:
        return hand
    return hand & SUIT << 16 * (board[TRICK] >> 4) or hand


@kernel("int64(int64[::1])")
def winning(board: Ints) -> int:
    """The index of the card that is winning the trick, which must not be empty."""
    by = 0
    for place in range(1, board[LAID]):
        card, best = board[TRICK + place], board[TRICK + by]
        if card >> 4 == best >> 4 and card > best:
            by = place
    return by


@kernel("void(int64[::1],int64)")
def put(board: Ints, card: int) -> None:
    """Play this card for the seat on turn; the last card closes the trick."""
    seat = turn(board)
    board[HANDS + seat] &= ~(1 << card)
    board[GONE] |= 1 << card
    board[COUNTS + seat] -= 1
    board[TRICK + board[LAID]] = card
    board[LAID] += 1
    if card >> 4 != board[TRICK] >> 4:
        board[VOIDS + seat] |= 1 << (board[TRICK] >> 4)
    if board[LAID] < board[PLAYERS]:
        return
    board[LEADER] = seat_after(board, board[LEADER], winning(board))
    for place in range(board[LAID]):
        board[TAKEN + board[LEADER]] += WORTH[board[TRICK + place] & 15]
        if board[TRICK + place] == ACE_OF_BASTONI:
            board[BASTONI] = 1 + board[LEADER]
    board[LAID] = 0


@kernel("void(int64[::1],float64[::1])")
def write(board: Ints, scores: Floats) -> None:
    """Write the points of each seat at the end of the deal; the leader has taken the last trick."""
    last, players, total = board[LEADER], board[PLAYERS], 0
    aside, own, ace = 0, board[TAKEN + last], board[BASTONI] - 1
    for suit in range(4):
        aside += VALUE[board[ASIDE] >> 16 * suit & SUIT]
    if board[ASIDE] >> ACE_OF_BASTONI & 1:
        ace = last
    own += aside
    for seat in range(players):
        scores[seat] = (own if seat == last else board[TAKEN + seat]) // POINT
        total += int(scores[seat])
    scores[last] += ALL_POINTS - total if board[TO_LAST] else 1
    is_all = board[CAPPOTTO] > 0 and scores[last] == ALL_POINTS
    if is_all and (board[CAPPOTTO] == 1 or own == ALL_THIRDS):
        for seat in range(players):
            scores[seat] = 0 if seat == last else ALL_POINTS
    elif ace >= 0:
        scores[ace] += board[EXTRA]


# ---- the rules of thumb


@kernel("float64(int64,int64,int64)")
def danger(mine: int, theirs: int, players: int) -> float:
    """The thirds that the cards of one suit, a hand's and those still out, are likely to cost their holder.

    A card is dangerous if most of the others of its suit are lower, and its holder has no lower one.
    """
    cost, lower = 0.0, 1.0
    every = COUNT[theirs]
    while mine:
        low = LOW[mine]
        mine &= mine - 1
        if every:
            below = COUNT[theirs & (1 << low) - 1] / every
            cost += below * below**0.5 * lower * (POT * players + WORTH[low])
        lower *= COVERED
    return cost


@kernel("float64(int64[::1],int64,int64,int64,int64)")
def takes(board: Ints, me: int, card: int, unseen: int, hidden: int) -> float:
    """The probability that the card takes the current trick if seat `me` plays it now."""
    suit = card >> 4
    if board[LAID]:
        best = board[TRICK + winning(board)]
        if suit != best >> 4 or card < best:
            return 0.0
    theirs = unseen >> 16 * suit & SUIT
    low = COUNT[theirs & (1 << (card & 15)) - 1]
    high = COUNT[theirs] - low
    left = 1.0
    for step in range(1, board[PLAYERS] - board[LAID]):
        seat = seat_after(board, me, step)
        if board[VOIDS + seat] >> suit & 1:
            continue
        absent = 1 - board[COUNTS + seat] / max(hidden, 1)
        over = 1 - absent**high
        left *= 1 - over * (WILLING + (1 - WILLING) * absent**low)
    return left


@kernel("float64(int64[::1],int64,int64,int64,int64)")
def coming(board: Ints, me: int, card: int, unseen: int, hidden: int) -> float:
    """The thirds that the players still to come are likely to add to a trick that this card takes."""
    led = board[TRICK] >> 4 if board[LAID] else card >> 4
    theirs = unseen >> 16 * led & SUIT
    under = theirs & (1 << (card & 15)) - 1
    follows = VALUE[under] / max(COUNT[under], 1)
    thirds = 0.0
    for step in range(1, board[PLAYERS] - board[LAID]):
        seat = seat_after(board, me, step)
        void = 1.0
        if not board[VOIDS + seat] >> led & 1:
            void = (1 - board[COUNTS + seat] / max(hidden, 1)) ** COUNT[theirs]
        thirds += void * THROWN + (1 - void) * follows
    return thirds


@kernel("int64(int64[::1])")
def sole(board: Ints) -> int:
    """The seat that has taken all thirds so far, if they are many and a cappotto counts; below 0 if none."""
    total, by = 0, -1
    for seat in range(board[PLAYERS]):
        total += board[TAKEN + seat]
        if board[TAKEN + seat] > 0:
            by = seat if by < 0 else board[PLAYERS]
    return by if board[CAPPOTTO] and total >= WATCHED and by < board[PLAYERS] else -1


@kernel("int64(int64[::1],int64,int64,float64[:,::1])")
def values(board: Ints, me: int, hand: int, out: Floats) -> int:
    """Write the value of each card by the rules of thumb, and the card, into `out`; return their number.

    The value is minus the thirds that the trick is likely to cost, and minus the danger of the cards kept.
    """
    players, laid, left = board[PLAYERS], board[LAID], board[COUNTS + me]
    unseen, hidden = PACK & ~(board[GONE] | hand), 0
    pot, kept, found = 0, 0.0, 0
    for suit in range(4):
        hidden += COUNT[unseen >> 16 * suit & SUIT]
        kept += danger(hand >> 16 * suit & SUIT, unseen >> 16 * suit & SUIT, players)
    for place in range(laid):
        pot += WORTH[board[TRICK + place] & 15]
    last = POINT + board[TO_LAST] * 0.5 * players if left == 1 else 0.0
    alone = sole(board)
    share = 0.0 if alone < 0 else (board[TAKEN + alone] / ALL_THIRDS) ** 2
    may = legal(board, hand)
    while may:
        card = lowest(may)
        may &= may - 1
        suit = card >> 4
        mine, theirs = hand >> 16 * suit & SUIT, unseen >> 16 * suit & SUIT
        rest = kept - danger(mine, theirs, players)
        rest += danger(mine & ~(1 << (card & 15)), theirs, players)
        wins = takes(board, me, card, unseen, hidden)
        trick = pot + WORTH[card & 15] + last
        if wins > 0.0:
            trick += coming(board, me, card, unseen, hidden)
        cost = trick + LEAD
        if alone == me:
            cost -= 3 * share * cost
            rest *= 1 - 2 * share
        elif alone >= 0 and trick >= POINT:
            cost -= share * POINT * ALL_POINTS
        out[VALUES, found] = -wins * cost - rest
        out[CHOICES, found] = card
        found += 1
    return found


@kernel("int64(int64[::1],float64[:,::1])")
def by_rules(board: Ints, out: Floats) -> int:
    """The card of the rules of thumb."""
    me, best = turn(board), 0
    may = legal(board, board[HANDS + me])
    if may & (may - 1) == 0:
        return lowest(may)
    for i in range(1, values(board, me, board[HANDS + me], out)):
        if out[VALUES, i] > out[VALUES, best]:
            best = i
    return int(out[CHOICES, best])


@kernel("void(int64[::1],float64[:,::1],int64)")
def play_out(board: Ints, out: Floats, until: int) -> None:
    """Play by the rules of thumb up to the end of a trick, until nobody has more than `until` cards."""
    while board[LAID] or board[COUNTS + board[LEADER]] > until:
        put(board, by_rules(board, out))
