"""A deal of Whist in packed form, and playouts of it by rules of thumb or at random, for two to six players.

A board is an array of what everybody knows and, in a determinization, the hands. A choice is a bid during the
bidding, and a card afterwards. The rules of thumb are those of the club bot (`bot.club`). They use only what
a seat may see: its own hand, the cards played, the known voids, and the bids.
"""

from __future__ import annotations

from math import exp

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, count, drawn, lowest, one_of
from ludocards.catalogue.whist.bot.kernels.pack import COUNT, LOW, PACK, SUIT
from ludocards.catalogue.whist.values import EXACT

HANDS, VOIDS, COUNTS, BIDS, MADE = (6 * place for place in range(5))
"""Offsets into a board, each for one number per seat: the hand, the known voids (four bits), the number of
cards, the bid (-1 before it) and the tricks made."""
GONE, LEADER, LAID, TRICK = 30, 31, 32, 33
"""Indices into a board: the cards played, the seat that leads, the number of cards on the table; then those
cards."""
PLAYERS, SIZE, BIDDEN, TRUMP, DUTY, PENALTY = range(39, 45)
"""Indices into a board: the number of players, of cards each, and of bids made; the trump suit (-1 for none);
whether a void player must trump; the cost of a missed bid besides the difference."""
BOARD = 45

VALUES, CHOICES, CHANCES, CARDS, MAKING = range(5)
"""Rows that kernels write: the values of the choices, and the choices; the chances of a hand's cards to take
a trick, and the cards; the distribution of the number of tricks made."""
OUT = (5, 16)

TRUMPS = (0.45, -0.7, 0.25, 0.05, 0.05, 1.6)
RUFFED = (-0.95, -0.75, -0.5, -0.2, 0.4, 1.6)
PLAIN = (-0.5, -1.0, -0.05, 0.0, 0.2, 0.8)
"""The weights in the logistic model of `chances`: for a trump, for another card in a deal with trumps, and
for any card in a deal without. They were fitted to matches of this bot."""
EAGER, CALM = 0.8, 0.35
"""The frequency with which players beat a card if they can: those who need tricks, and those who do not."""
DISHONEST = 1000
"""The cost of bidding less than the tricks that are certain."""


# ---- legal choices, and their effects


@kernel("int64(int64[::1],int64,int64)")
def seat_after(board: Ints, seat: int, steps: int) -> int:
    """The seat that is `steps` further on, at most once round the table."""
    seat += steps
    return seat - board[PLAYERS] if seat >= board[PLAYERS] else seat


@kernel("int64(int64[::1])")
def turn(board: Ints) -> int:
    waiting = board[BIDDEN] if board[BIDDEN] < board[PLAYERS] else board[LAID]
    return seat_after(board, board[LEADER], waiting)


@kernel("int64(int64[::1])")
def forbidden(board: Ints) -> int:
    """The bid that the seat on turn may not make; below 0 if every bid is allowed."""
    if board[BIDDEN] != board[PLAYERS] - 1:
        return -1
    rest = board[SIZE]
    for seat in range(board[PLAYERS]):
        rest -= max(board[BIDS + seat], 0)
    return rest


@kernel("int64(int64[::1],int64)")
def legal(board: Ints, hand: int) -> int:
    """The cards of a hand that may be played now."""
    if board[LAID] == 0:
        return hand
    follow = hand & SUIT << 16 * (board[TRICK] >> 4)
    if follow == 0 and board[DUTY] and board[TRUMP] >= 0:
        follow = hand & SUIT << 16 * board[TRUMP]
    return follow or hand


@kernel("int64(int64,int64,int64)")
def rank(card: int, led: int, trump: int) -> int:
    """The strength of a card in a trick in which `led` was led; 0 if it cannot take the trick."""
    suit = card >> 4
    return 32 + (card & 15) if suit == trump else 16 + (card & 15) if suit == led else 0


@kernel("int64(int64[::1])")
def winning(board: Ints) -> int:
    """The index of the card that is winning the trick; below 0 before the first card."""
    best, by = -1, -1
    for place in range(board[LAID]):
        here = rank(board[TRICK + place], board[TRICK] >> 4, board[TRUMP])
        if here > best:
            best, by = here, place
    return by


@kernel("void(int64[::1],int64)")
def put(board: Ints, choice: int) -> None:
    """Make a choice for the seat on turn: a bid or a card. The last card closes the trick."""
    seat = turn(board)
    if board[BIDDEN] < board[PLAYERS]:
        board[BIDS + seat] = choice
        board[BIDDEN] += 1
        return
    board[HANDS + seat] &= ~(1 << choice)
    board[GONE] |= 1 << choice
    board[COUNTS + seat] -= 1
    board[TRICK + board[LAID]] = choice
    board[LAID] += 1
    led, trump = board[TRICK] >> 4, board[TRUMP]
    if choice >> 4 != led:
        board[VOIDS + seat] |= 1 << led
        if board[DUTY] and trump >= 0 and choice >> 4 != trump:
            board[VOIDS + seat] |= 1 << trump
    if board[LAID] < board[PLAYERS]:
        return
    board[LEADER] = seat_after(board, board[LEADER], winning(board))
    board[MADE + board[LEADER]] += 1
    board[LAID] = 0


@kernel("int64(int64,int64,int64)")
def score(bid: int, off: int, penalty: int) -> int:
    """The points of a bid that missed by `off` tricks."""
    return EXACT + bid if off == 0 else -penalty - abs(off)


@kernel("int64(int64[::1],int64)")
def points(board: Ints, seat: int) -> int:
    """The points of a seat for the tricks it made."""
    bid = board[BIDS + seat]
    return score(bid, bid - board[MADE + seat], board[PENALTY])


@kernel("float64(int64[::1],int64)")
def gain(board: Ints, me: int) -> float:
    """The gain of a seat when the deal is over: its points, minus the opponent's if there is only one."""
    if board[PLAYERS] == 2:
        return float(points(board, me) - points(board, 1 - me))
    return float(points(board, me))


# ---- the rules of thumb


@kernel("int64(int64[::1],int64,int64,float64[:,::1])")
def chances(board: Ints, me: int, hand: int, out: Floats) -> int:
    """Write the chance of each card of the hand to take a trick; return the number of cards.

    It is a logistic function of the cards above it, the seat's cards of the suit, the trumps that others
    hold, the seat's number of cards, and the slack: how far the tricks that the others still need fall short
    of an equal share, per trick left. The highest trump takes a trick for certain.
    """
    unseen = PACK & ~(board[GONE] | hand)
    left, out_of_sight, hidden, others, asked = board[COUNTS + me], 0, 0, 0, 0
    for seat in range(board[PLAYERS]):
        if seat != me:
            out_of_sight += board[COUNTS + seat]
            if board[BIDS + seat] >= 0:
                others += 1
                asked += max(board[BIDS + seat] - board[MADE + seat], 0)
    for suit in range(4):
        hidden += COUNT[unseen >> 16 * suit & SUIT]
    density = out_of_sight / max(hidden, 1)
    slack = others / board[PLAYERS] - asked / left
    trump = board[TRUMP]
    trumps = COUNT[unseen >> 16 * trump & SUIT] * density if trump >= 0 else 0.0
    found = 0
    for suit in range(4):
        mine, theirs = hand >> 16 * suit & SUIT, unseen >> 16 * suit & SUIT
        row = TRUMPS if suit == trump else RUFFED if trump >= 0 else PLAIN
        same = row[0] + row[2] * COUNT[mine] + row[3] * trumps + row[4] * left + row[5] * slack
        while mine:
            low = LOW[mine]
            mine &= mine - 1
            above = COUNT[theirs >> low]
            sure = suit == trump and above == 0
            out[CHANCES, found] = 1.0 if sure else 1 / (1 + exp(-(same + row[1] * above * density)))
            out[CARDS, found] = 16 * suit + low
            found += 1
    return found


@kernel("int64(int64,int64,float64[:,::1])")
def distribute(cards: int, without: int, out: Floats) -> int:
    """Write the probabilities that these cards take 0, 1, 2 … tricks; return the greatest number.

    The card at index `without` is left out; -1 leaves out none.
    """
    out[MAKING, 0] = 1.0
    most = 0
    for i in range(cards):
        if i != without:
            chance = out[CHANCES, i]
            out[MAKING, most + 1] = out[MAKING, most] * chance
            for tricks in range(most, 0, -1):
                out[MAKING, tricks] += (out[MAKING, tricks - 1] - out[MAKING, tricks]) * chance
            out[MAKING, 0] *= 1 - chance
            most += 1
    return most


@kernel("float64(int64,int64,int64,int64,float64[:,::1])")
def promise(most: int, need: int, bid: int, penalty: int, out: Floats) -> float:
    """The expected points of a bid that still needs `need` tricks, by the distribution in `out`."""
    points = 0.0
    for tricks in range(most + 1):
        points += out[MAKING, tricks] * score(bid, tricks - need, penalty)
    return points


@kernel("float64(int64[::1],int64,int64,int64,int64,int64,int64)")
def beats(board: Ints, seat: int, card: int, led: int, unseen: int, hidden: int, needs: int) -> float:
    """The probability that a later seat, which needs `needs` more tricks, beats the winning card."""
    trump = board[TRUMP]
    absent = 1 - board[COUNTS + seat] / max(hidden, 1)
    eager = CALM if needs <= 0 else EAGER
    above = COUNT[(unseen >> 16 * (card >> 4) & SUIT) >> (card & 15)]
    void = 1.0 if board[VOIDS + seat] >> led & 1 else absent ** COUNT[unseen >> 16 * led & SUIT]
    higher = 0.0 if board[VOIDS + seat] >> (card >> 4) & 1 else 1 - absent**above
    if card >> 4 != led:
        return eager * void * higher
    if trump < 0 or trump == led or board[VOIDS + seat] >> trump & 1:
        return eager * higher
    ruffs = void * (1 - absent ** COUNT[unseen >> 16 * trump & SUIT])
    return eager * higher + (ruffs if board[DUTY] else eager * ruffs)


@kernel("float64(int64[::1],int64,int64,int64)")
def takes(board: Ints, me: int, hand: int, card: int) -> float:
    """The probability that the card takes the current trick if seat `me` plays it now."""
    trump, laid = board[TRUMP], board[LAID]
    led = board[TRICK] >> 4 if laid else card >> 4
    if laid and rank(board[TRICK + winning(board)], led, trump) > rank(card, led, trump):
        return 0.0
    unseen = PACK & ~(board[GONE] | hand)
    hidden = 0
    for suit in range(4):
        hidden += COUNT[unseen >> 16 * suit & SUIT]
    left = 1.0
    for step in range(1, board[PLAYERS] - laid):
        seat = seat_after(board, me, step)
        needs = board[BIDS + seat] - board[MADE + seat]
        left *= 1 - beats(board, seat, card, led, unseen, hidden, needs)
    return left


@kernel("int64(int64[::1],int64,int64,float64[:,::1])")
def worths(board: Ints, me: int, hand: int, out: Floats) -> int:
    """Write the expected gain of each choice by the end of the deal, and the choice, into `out`.

    Returns the number of choices.
    """
    cards = chances(board, me, hand, out)
    penalty, found = board[PENALTY], 0
    if board[BIDDEN] < board[PLAYERS]:
        no, most = forbidden(board), distribute(cards, -1, out)
        for bid in range(board[SIZE] + 1):
            if bid != no:
                out[VALUES, found] = promise(most, bid, bid, penalty, out)
                out[CHOICES, found] = bid
                found += 1
        return found
    may, bid = legal(board, hand), board[BIDS + me]
    need = bid - board[MADE + me]
    for i in range(cards):
        card = int(out[CARDS, i])
        if may >> card & 1:
            wins = takes(board, me, hand, card)
            most = distribute(cards, i, out)
            won = promise(most, need - 1, bid, penalty, out)
            out[VALUES, found] = wins * won + (1 - wins) * promise(most, need, bid, penalty, out)
            out[CHOICES, found] = card
            found += 1
    return found


@kernel("int64(int64[::1],int64,int64,float64[:,::1])")
def values(board: Ints, me: int, hand: int, out: Floats) -> int:
    """Write the value of each choice by the rules of thumb, and the choice, into `out`; return their number.

    The value is the one of `worths`, with two exceptions: a bid below the number of certain tricks is
    penalised, and a player who leads and needs every trick leads the card most likely to take, trumps first,
    then the highest.
    """
    found, cards = worths(board, me, hand, out), count(hand)
    if board[BIDDEN] < board[PLAYERS]:
        sure = 0
        for i in range(cards):
            sure += out[CHANCES, i] == 1
        for i in range(found):
            if out[CHOICES, i] < sure:
                out[VALUES, i] -= DISHONEST
    elif board[LAID] == 0 and board[BIDS + me] - board[MADE + me] == cards:
        for i in range(found):
            card = int(out[CHOICES, i])
            trumps = card >> 4 == board[TRUMP]
            out[VALUES, i] = takes(board, me, hand, card) + trumps + (card & 15) / 1e6
    return found


@kernel("int64(int64[::1],float64[:,::1])")
def by_rules(board: Ints, out: Floats) -> int:
    """The choice of the rules of thumb."""
    me, best = turn(board), 0
    hand = board[HANDS + me]
    if board[BIDDEN] == board[PLAYERS]:
        may = legal(board, hand)
        if may & (may - 1) == 0:
            return lowest(may)
    for i in range(1, values(board, me, hand, out)):
        if out[VALUES, i] > out[VALUES, best]:
            best = i
    return int(out[CHOICES, best])


@kernel("void(int64[::1],float64[:,::1],int64)")
def play_out(board: Ints, out: Floats, until: int) -> None:
    """Play by the rules of thumb up to the end of a trick, until nobody has more than `until` cards."""
    while board[BIDDEN] < board[PLAYERS] or board[LAID] or board[COUNTS + board[LEADER]] > until:
        put(board, by_rules(board, out))


# ---- random play


@kernel("void(int64[::1],int64[::1])")
def play_at_random(board: Ints, chance: Ints) -> None:
    """Play uniformly random legal cards to the end of the deal; the bids have been made."""
    while board[LAID] or board[COUNTS + board[LEADER]]:
        put(board, one_of(legal(board, board[HANDS + turn(board)]), drawn(chance)))
