"""A deal of Maraffone in packed form, the rules of thumb of the club bot, and playouts.

A board is an array of what everybody knows and, in a determinization, the hands. A choice is the number of a
card (`thirds.bot.kernels.pack`), or `NAMES` plus the number of a suit. The rules of thumb use only what a
seat may see: its own hand, the cards played, the known voids, the suits led, and a knock of the partner
(busso). Amounts are thirds of a point.
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, drawn, lowest, one_of
from ludocards.catalogue.thirds.bot.kernels.pack import COUNT, HIGH, LOW, RANKS, SUIT, WORTH

HANDS, VOIDS, LED, COUNTS = (4 * place for place in range(4))
"""Offsets into a board, by seat: the hand, the known voids and the suits led (four bits each), the number of
cards."""
TAKEN, GONE, LEADER, LAID, TRICK, TRUMP, LAST, BONUS, ASKED = 16, 18, 19, 20, 21, 25, 26, 27, 28
"""Indices into a board: the thirds taken by each side, the cards played, the leader, the number of cards on
the table, those cards, the trump suit (-1 until it is named), the worth of the last trick and of the cricca
that the namer leads, and the seat whose best card the leader asks for, plus 1."""
BOARD = 29

NAMES = 64
PACK = sum(SUIT << 16 * suit for suit in range(4))
OUT = (2, 16)
"""The shape of what kernels write: the values of the choices, and the choices."""

ACE = RANKS.index("A")
CRICCA = 7 << ACE
"""The ace, two and three of a suit."""

# The parameters of the club bot, in thirds.

TAKING = 0.6
"""The value of the lead after a trick taken by our side."""
FILLER = 0.6
"""The thirds that each player to come adds to a trick of their own side."""
RUFFS = 0.9
"""The share of tricks that a void player trumps."""
MASTER, SECOND = 2.2, 1.0
"""The value of keeping a card of a plain suit that nothing of its suit can beat, and a guarded one that one
card can beat."""
RISK = 0.6
"""What is left of these while the others hold trumps."""
BARE_ACE, ONE_GUARD, TWO_GUARDS = -1.0, 0.0, 0.5
"""The value of an ace that may be lost, by the number of cards that guard it."""
LOW_CARD = 0.06
"""The value of keeping any other card, per rank."""
TRUMP_CARD, TRUMP_MASTER, TRUMP_RANK = 1.5, 2.8, 0.1
"""The value of keeping a trump: any, one that nothing can beat, and more per rank of the others."""
LENGTH, FRIENDS_SUIT, THEIRS, TRUMPS_LED = 0.1, 0.6, -0.3, 0.3
"""The value of leading a suit: per card of it, if the partner has led it, and if an opponent has; and of
leading trumps, per trump held beyond three."""
ANSWER = 1.5
"""The value of playing the best card after the partner's busso."""
NAMED = (1.3, 1.4, 1.0, 0.6)
"""The value of naming a suit: per card, and for its 3, 2 and ace."""


# ---- legal cards, and their effects


@kernel("int64(int64,int64)")
def legal(hand: int, led: int) -> int:
    """The cards that may be played to a trick of this suit; -1 if none is led yet."""
    if led >= 0 and hand >> 16 * led & SUIT:
        return hand & (SUIT << 16 * led)
    return hand


@kernel("int64(int64[::1])")
def turn(board: Ints) -> int:
    return (board[LEADER] + board[LAID]) & 3


@kernel("int64(int64,int64,int64)")
def beats(card: int, best: int, trump: int) -> int:
    """Return whether a card takes the trick from the best so far."""
    if card >> 4 == best >> 4:
        return card > best
    return card >> 4 == trump


@kernel("int64(int64[::1])")
def winning(board: Ints) -> int:
    """The index of the card that is winning the trick, which must not be empty."""
    by = 0
    for place in range(1, board[LAID]):
        if beats(board[TRICK + place], board[TRICK + by], board[TRUMP]):
            by = place
    return by


@kernel("int64(int64[::1],int64,int64)")
def shows_cricca(board: Ints, hand: int, card: int) -> int:
    """Return whether this card is the lead with which the namer shows the cricca."""
    trump = board[TRUMP]
    return (
        board[GONE] == 0
        and board[LAID] == 0
        and board[BONUS] > 0
        and card == 16 * trump + ACE
        and hand >> 16 * trump & CRICCA == CRICCA
    )


@kernel("void(int64[::1],int64)")
def put(board: Ints, choice: int) -> None:
    """Make this choice for the seat on turn; the last card closes the trick."""
    if choice >= NAMES:
        board[TRUMP] = choice - NAMES
        return
    seat = turn(board)
    if shows_cricca(board, board[HANDS + seat], choice):
        board[TAKEN + (seat & 1)] += board[BONUS]
    board[HANDS + seat] &= ~(1 << choice)
    board[GONE] |= 1 << choice
    board[COUNTS + seat] -= 1
    if board[LAID] == 0:
        board[LED + seat] |= 1 << (choice >> 4)
    elif board[TRICK] >> 4 != choice >> 4:
        board[VOIDS + seat] |= 1 << (board[TRICK] >> 4)
    board[TRICK + board[LAID]] = choice
    board[LAID] += 1
    if board[LAID] < 4:
        return
    thirds = 0
    for place in range(4):
        thirds += WORTH[board[TRICK + place] & 15]
    winner = (board[LEADER] + winning(board)) & 3
    if board[COUNTS + winner] == 0:
        thirds += board[LAST]
    board[TAKEN + (winner & 1)] += thirds
    board[LEADER] = winner
    board[LAID] = 0
    board[ASKED] = 0


# ---- the rules of thumb


@kernel("float64(int64,int64,float64)")
def promised(mine: int, unseen: int, safe: float) -> float:
    """The expected thirds from keeping these cards of a plain suit; `safe` scales what may be trumped."""
    total = 0.0
    guards = COUNT[mine] - 1
    while mine:
        rank = LOW[mine]
        mine &= mine - 1
        above = COUNT[unseen >> rank]
        if above == 0:
            total += safe * MASTER
        elif rank == ACE:
            total += BARE_ACE if guards == 0 else ONE_GUARD if guards == 1 else TWO_GUARDS
        elif above == 1 and guards > 0:
            total += safe * SECOND
        else:
            total += LOW_CARD * (rank + 1)
    return total


@kernel("float64(int64,int64)")
def promised_trumps(mine: int, unseen: int) -> float:
    """The expected thirds from keeping these trumps."""
    total = 0.0
    while mine:
        rank = LOW[mine]
        mine &= mine - 1
        total += TRUMP_MASTER if unseen >> rank == 0 else TRUMP_CARD + TRUMP_RANK * rank
    return total


@kernel("float64(int64[::1],int64,int64,int64,int64)")
def may_trump(board: Ints, me: int, seat: int, unseen: int, best: int) -> float:
    """The chance that a seat to come has none of the suit led, and a trump that beats `best`."""
    led, trump = board[TRICK] >> 4 if board[LAID] else best >> 4, board[TRUMP]
    if led == trump or board[VOIDS + seat] >> trump & 1:
        return 0.0
    hidden, able = 0, 0
    for other in range(4):
        if other != me:
            hidden += board[COUNTS + other]
            if board[VOIDS + other] >> trump & 1 == 0:
                able += board[COUNTS + other]
    trumps = unseen >> 16 * trump & SUIT
    if best >> 4 == trump:
        trumps = trumps >> (best & 15) << (best & 15)
    chance = 1.0
    if board[VOIDS + seat] >> led & 1 == 0:
        chance = (1.0 - board[COUNTS + seat] / hidden) ** COUNT[unseen >> 16 * led & SUIT]
    return chance * (1.0 - (1.0 - board[COUNTS + seat] / max(able, 1)) ** COUNT[trumps])


@kernel("float64(int64[::1],int64,int64,int64,int64)")
def ours(board: Ints, me: int, unseen: int, best: int, holder: int) -> float:
    """The chance that the side of `me` takes the trick once `me` has played.

    `best`, the card of the seat `holder`, is the best so far. Of the seats that play after `me`, the one with
    the highest card of the suit takes the trick, unless a seat that is void trumps it.
    """
    suit = best >> 4
    able = 0
    for seat in range(4):
        if seat != me and board[VOIDS + seat] >> suit & 1 == 0:
            able += board[COUNTS + seat]
    led = board[TRICK] >> 4 if board[LAID] else suit
    still, won = 1.0, 0.0
    rest = (unseen >> 16 * suit & SUIT) >> (best & 15) << (best & 15)
    if suit != led:  # the trick is trumped already: only void seats can beat it
        rest = 0
    while rest:
        rest ^= 1 << HIGH[rest]
        taken = 0.0
        for step in range(1, 4 - board[LAID]):
            seat = (me + step) & 3
            if board[VOIDS + seat] >> suit & 1 == 0:
                chance = board[COUNTS + seat] / max(able, 1)
                taken += chance
                if seat & 1 == me & 1:
                    won += still * chance
        still *= max(0.0, 1.0 - taken)
    if holder & 1 == me & 1:
        won += still
    for step in range(1, 4 - board[LAID]):
        seat = (me + step) & 3
        trumping = RUFFS * may_trump(board, me, seat, unseen, best)
        won = won + (1.0 - won) * trumping if seat & 1 == me & 1 else won * (1.0 - trumping)
    return won


@kernel("int64(int64[::1],int64,float64[:,::1])")
def suits(board: Ints, hand: int, out: Floats) -> int:
    """Write the value of naming each suit with this hand into `out[0]`, the choices into `out[1]`."""
    each, three, two, ace = NAMED
    for suit in range(4):
        mine = hand >> 16 * suit & SUIT
        value = each * COUNT[mine] + three * (mine >> ACE + 2 & 1) + two * (mine >> ACE + 1 & 1)
        value += ace * (mine >> ACE & 1)
        if mine & CRICCA == CRICCA:
            value += board[BONUS]
        out[0, suit] = value
        out[1, suit] = NAMES + suit
    return 4


@kernel("int64(int64[::1],int64,int64,float64[:,::1])")
def values(board: Ints, me: int, hand: int, out: Floats) -> int:
    """Write the value of each legal choice by the rules of thumb into `out[0]`, the choices into `out[1]`;
    return their number."""
    trump, laid = board[TRUMP], board[LAID]
    if trump < 0:
        return suits(board, hand, out)
    led = board[TRICK] >> 4 if laid else -1
    unseen = PACK & ~board[GONE] & ~hand
    pot, by = 0.0, winning(board)
    best = board[TRICK + by] if laid else -1
    for place in range(laid):
        pot += WORTH[board[TRICK + place] & 15]
    if hand & (hand - 1) == 0:
        pot += board[LAST]
    holder = (board[LEADER] + by) & 3
    friends, foes = 0, 0
    for step in range(1, 4 - laid):
        friends += step & 1 == 0
        foes += step & 1
    may = legal(hand, led)
    answer = HIGH[may >> 16 * led & SUIT] if laid and board[ASKED] == me + 1 else -1
    safe = RISK if unseen >> 16 * trump & SUIT else 1.0
    losing, found = -1.0, 0
    for suit in range(4):
        shift = 16 * suit
        playable = may >> shift & SUIT
        if playable == 0:
            continue
        mine, others = hand >> shift & SUIT, unseen >> shift & SUIT
        all_kept = promised_trumps(mine, others) if suit == trump else promised(mine, others, safe)
        extra = 0.0
        if laid == 0:
            extra = LENGTH * COUNT[mine] + FRIENDS_SUIT * (board[LED + (me + 2 & 3)] >> suit & 1)
            extra += THEIRS * ((board[LED + (me + 1 & 3)] | board[LED + (me + 3 & 3)]) >> suit & 1)
            if suit == trump:
                extra += TRUMPS_LED * (COUNT[mine] - 3)
        while playable:
            rank = LOW[playable]
            playable &= playable - 1
            card = shift + rank
            if laid == 0 or beats(card, best, trump):
                chance = ours(board, me, unseen, card, me)
            else:
                if losing < 0:
                    losing = ours(board, me, unseen, best, holder)
                chance = losing
            left = mine & ~(1 << rank)
            kept = promised_trumps(left, others) if suit == trump else promised(left, others, safe)
            value = (2 * chance - 1) * (pot + WORTH[rank] + TAKING) + extra - (all_kept - kept)
            value += FILLER * (chance * friends - (1 - chance) * foes)
            if shows_cricca(board, hand, card):
                value += board[BONUS]
            if rank == answer and suit == led and beats(card, best, trump):
                value += ANSWER
            out[0, found] = value
            out[1, found] = card
            found += 1
    return found


@kernel("int64(int64[::1],float64[:,::1])")
def by_rules(board: Ints, out: Floats) -> int:
    """The choice of the rules of thumb."""
    me, best = turn(board), 0
    hand = board[HANDS + me]
    if board[TRUMP] >= 0:
        may = legal(hand, board[TRICK] >> 4 if board[LAID] else -1)
        if may & (may - 1) == 0:
            return lowest(may)
    for i in range(1, values(board, me, hand, out)):
        if out[0, i] > out[0, best]:
            best = i
    return int(out[1, best])


@kernel("void(int64[::1],float64[:,::1],int64)")
def play_out(board: Ints, out: Floats, until: int) -> None:
    """Play by the rules of thumb up to the end of a trick, until nobody has more than `until` cards."""
    while board[LAID] or board[COUNTS + board[LEADER]] > until:
        put(board, by_rules(board, out))


@kernel("void(int64[::1],int64[::1])")
def play_at_random(board: Ints, chance: Ints) -> None:
    """Play uniformly random legal cards to the end of the deal; the trumps have been named."""
    while board[LAID] or board[COUNTS + board[LEADER]]:
        led = board[TRICK] >> 4 if board[LAID] else -1
        put(board, one_of(legal(board[HANDS + turn(board)], led), drawn(chance)))
