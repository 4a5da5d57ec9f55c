"""A deal of Tressette in packed form, and playouts of it by rules of thumb or at random, for three or four.

A board is an array of what everybody knows and, in a determinization, the hands. The rules of thumb are those
of the club bot (`bot.club`). They use only what a seat may see: its own hand, the cards played, the known
voids, the cards shown, the suits led, and a knock of the partner (busso).
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, drawn, lowest, table
from ludocards.catalogue.thirds.bot.kernels.pack import COUNT, HIGH, LOW, PACK, RANKS, SUIT, VALUE, WORTH

HANDS, VOIDS, LED, SHOWN, COUNTS, SIDES, STAKES, TAKEN = (4 * place for place in range(8))
"""Offsets into a board. For each seat: the hand, the known voids and the suits led (four bits each), the
cards shown in accuse, the number of cards, the side. For each side: the worth of a third to another side, in
thousandths, and the thirds taken."""
GONE, LEADER, LAID, TRICK, PLAYERS, LAST, ASKED = 32, 33, 34, 35, 39, 40, 41
"""Indices into a board: the cards played, the leader, the number of cards on the table, those cards, the
number of players, the worth of the last trick, and the seat whose best card the leader of this trick asks for
by a knock, plus 1 (0 without a knock)."""
BOARD = 42

OUT = (4, 16)
"""The shape of what kernels write: the values of the cards, the cards, scratch space, and what a third of the
trick is worth with each card."""
GAIN, BESIDE = 4, 8
"""Offsets into the scratch space, by seat. First comes the chance to take the trick, then the worth to me of
a third in its hands, then the gain of the trick besides the cards on the table."""

# The parameters of the club bot, in thirds: round figures; long trials found nothing better near them.

TAKING = 0.6
"""The value of the lead after a trick taken by our side."""
FILLER = 0.5
"""The thirds that each player to come adds to a trick of their own side."""
MASTER, SECOND = 2.5, 1.2
"""The value of keeping a card that nothing can beat, and a guarded card that one card can beat."""
BARE_ACE, ONE_GUARD, TWO_GUARDS = -1.0, 0.2, 0.8
"""The value of an ace that may be lost, by the number of cards that guard it."""
LOW_CARD = 0.1
"""The value of keeping any other card, per rank."""
LENGTH, FRIENDS_SUIT, THEIRS = 0.2, 0.8, -0.4
"""The value of leading a suit: per card of it, if the partner has led it, and if an opponent has."""
ANSWER = 1.5
"""The value of playing the best card after the partner's busso."""
END_OF_DEAL = 1
"""The value of the last trick, whatever it counts at the table."""
RIVAL, CHASE = 0.35, 0.2
"""Without partners: the weight of an opponent's third, and the extra weight if the opponent is the leader."""
ACE = RANKS.index("A")


# ---- legal cards, and their effects


@kernel("int64(int64,int64)")
def legal(hand: int, led: int) -> int:
    """The cards that may be played to a trick of this suit; -1 if none is led yet."""
    if led >= 0 and hand >> 16 * led & SUIT:
        return hand & (SUIT << 16 * led)
    return hand


@kernel("int64(int64[::1],int64,int64)")
def seat_after(board: Ints, seat: int, steps: int) -> int:
    """The seat that is `steps` further on, at most once round the table."""
    seat += steps
    return seat - board[PLAYERS] if seat >= board[PLAYERS] else seat


@kernel("int64(int64[::1])")
def turn(board: Ints) -> int:
    return seat_after(board, board[LEADER], board[LAID])


@kernel("int64(int64,int64)")
def beats(card: int, best: int) -> int:
    """Return whether a card takes the trick from the best so far."""
    return card >> 4 == best >> 4 and card > best


@kernel("int64(int64[::1])")
def winning(board: Ints) -> int:
    """The index of the card that is winning the trick, which must not be empty."""
    by = 0
    for place in range(1, board[LAID]):
        if beats(board[TRICK + place], board[TRICK + by]):
            by = place
    return by


@kernel("void(int64[::1],int64)")
def put(board: Ints, card: int) -> None:
    """Play this card for the seat on turn; the last card closes the trick."""
    seat = turn(board)
    board[HANDS + seat] &= ~(1 << card)
    board[SHOWN + seat] &= ~(1 << card)
    board[GONE] |= 1 << card
    board[COUNTS + seat] -= 1
    if board[LAID] == 0:
        board[LED + seat] |= 1 << (card >> 4)
    elif board[TRICK] >> 4 != card >> 4:
        board[VOIDS + seat] |= 1 << (board[TRICK] >> 4)
    board[TRICK + board[LAID]] = card
    board[LAID] += 1
    if board[LAID] < board[PLAYERS]:
        return
    thirds = 0
    for place in range(board[PLAYERS]):
        thirds += WORTH[board[TRICK + place] & 15]
    winner = seat_after(board, board[LEADER], winning(board))
    if board[COUNTS + winner] == 0:
        thirds += board[LAST]
    board[TAKEN + board[SIDES + winner]] += thirds
    board[LEADER] = winner
    board[LAID] = 0
    board[ASKED] = 0


@kernel("int64(int64[::1])")
def remaining(board: Ints) -> int:
    """The thirds of the hands and of the last trick, before a trick."""
    hands = board[HANDS] | board[HANDS + 1] | board[HANDS + 2] | board[HANDS + 3]
    thirds = board[LAST]
    for suit in range(4):
        thirds += VALUE[hands >> 16 * suit & SUIT]
    return thirds


# ---- the rules of thumb


@kernel("float64(int64,int64)")
def promised(mine: int, unseen: int) -> float:
    """Return the expected thirds from keeping these cards of a suit for later tricks."""
    total = 0.0
    guards = COUNT[mine] - 1
    while mine:
        rank = LOW[mine]
        mine &= mine - 1
        above = COUNT[unseen >> rank]
        if above == 0:
            total += MASTER
        elif rank == ACE:
            total += BARE_ACE if guards == 0 else ONE_GUARD if guards == 1 else TWO_GUARDS
        elif above == 1 and guards > 0:
            total += SECOND
        else:
            total += LOW_CARD * (rank + 1)
    return total


@kernel("float64(int64[::1],int64,int64)")
def gained(board: Ints, me: int, seat: int) -> float:
    """The worth to seat `me` of a third taken by another seat."""
    side = board[SIDES + seat]
    return 1.0 if side == board[SIDES + me] else board[STAKES + side] / 1000


@kernel("int64(int64[::1],int64,int64)")
def followers(board: Ints, me: int, seat: int) -> int:
    """The number of seats still to play after `me` that are on the side of `seat`."""
    friends = 0
    for step in range(1, board[PLAYERS] - board[LAID]):
        if board[SIDES + seat_after(board, me, step)] == board[SIDES + seat]:
            friends += 1
    return friends


@kernel("void(int64[::1],int64,int64,int64,int64,int64,float64[::1])")
def takers(board: Ints, me: int, suit: int, unseen: int, best: int, winner: int, out: Floats) -> None:
    """Write the chance of each seat to take the trick into `out`.

    `best`, the card of the seat `winner`, is the best so far. Of the seats that play after `me`, the one
    with the highest card takes the trick.
    """
    players = board[PLAYERS]
    able, shown = 0, 0
    for seat in range(players):
        out[seat] = 0.0
        shown |= board[SHOWN + seat]
        if seat != me and board[VOIDS + seat] >> suit & 1 == 0:
            able += board[COUNTS + seat]
    share = 1.0 / max(able, 1)
    still = 1.0
    rest = (unseen >> 16 * suit & SUIT) >> best << best
    while rest and still > 0:
        rank = HIGH[rest]
        rest ^= 1 << rank
        card = 1 << (16 * suit + rank)
        taken = 0.0
        for step in range(1, players - board[LAID]):
            seat = seat_after(board, me, step)
            chance = 0.0
            if shown & card:
                chance = 1.0 if board[SHOWN + seat] & card else 0.0
            elif board[VOIDS + seat] >> suit & 1 == 0:
                chance = board[COUNTS + seat] * share
            out[seat] += still * chance
            taken += chance
        still *= max(0.0, 1 - taken)
    out[winner] += still


@kernel("void(int64[::1],int64,int64,int64,float64[::1])")
def takers_of(board: Ints, me: int, hand: int, card: int, out: Floats) -> None:
    """Write the chance of each seat to take the trick, if `me` plays this card, into `out`."""
    unseen = PACK & ~board[GONE] & ~hand
    if board[LAID]:
        by = winning(board)
        best = board[TRICK + by]
        if not beats(card, best):
            holder = seat_after(board, board[LEADER], by)
            takers(board, me, best >> 4, unseen, best & 15, holder, out)
            return
    takers(board, me, card >> 4, unseen, card & 15, me, out)


@kernel("float64(float64[::1],int64,int64)")
def expected(out: Floats, at: int, players: int) -> float:
    """Return the mean of the numbers in `out` from `at` on, weighted by the chances to take the trick."""
    total = 0.0
    for seat in range(players):
        total += out[seat] * out[at + seat]
    return total


@kernel("int64(int64[::1],int64,int64,float64[:,::1])")
def values(board: Ints, me: int, hand: int, out: Floats) -> int:
    """Write the value of each legal card of this hand by the rules of thumb into `out[0]`, the cards into
    `out[1]`, and what a third of the trick is worth with it into `out[3]`; return their number. `out[2]` is
    scratch space."""
    laid = board[LAID]
    led = board[TRICK] >> 4 if laid else -1
    unseen = PACK & ~board[GONE] & ~hand
    pot, by = 0.0, winning(board)
    best = board[TRICK + by] if laid else -1
    for place in range(laid):
        pot += WORTH[board[TRICK + place] & 15]
    if hand & (hand - 1) == 0:
        pot += END_OF_DEAL
    holder = seat_after(board, board[LEADER], by)
    may = legal(hand, led)
    answer = HIGH[may >> 16 * led & SUIT] if laid and board[ASKED] == me + 1 else -1
    reckoning, players = out[2], board[PLAYERS]
    for seat in range(players):
        gain = gained(board, me, seat)
        reckoning[GAIN + seat] = gain
        reckoning[BESIDE + seat] = gain * (FILLER * followers(board, me, seat) + TAKING)
    found = 0
    worth, beside, known = 0.0, 0.0, False
    for suit in range(4):
        shift = 16 * suit
        playable = may >> shift & SUIT
        if playable == 0:
            continue
        mine, others = hand >> shift & SUIT, unseen >> shift & SUIT
        all_kept = promised(mine, others)
        extra = 0.0
        if laid == 0:
            friends, foes = 0, 0
            for seat in range(players):
                if board[LED + seat] >> suit & 1:
                    if board[SIDES + seat] != board[SIDES + me]:
                        foes = 1
                    elif seat != me:
                        friends = 1
            extra = LENGTH * COUNT[mine] + FRIENDS_SUIT * friends + THEIRS * foes
        while playable:
            rank = LOW[playable]
            playable &= playable - 1
            card = shift + rank
            if laid == 0 or beats(card, best):
                takers(board, me, suit, unseen, rank, me, reckoning)
                first, second = expected(reckoning, GAIN, players), expected(reckoning, BESIDE, players)
            else:
                if not known:
                    takers(board, me, led, unseen, best & 15, holder, reckoning)
                    worth, beside = expected(reckoning, GAIN, players), expected(reckoning, BESIDE, players)
                    known = True
                first, second = worth, beside
            kept = all_kept - promised(mine & ~(1 << rank), others)
            out[0, found] = first * (pot + WORTH[rank]) + second - kept + extra
            if rank == answer and beats(card, best):
                out[0, found] += ANSWER
            out[1, found] = card
            out[3, found] = first
            found += 1
    return found


@kernel("int64(int64[::1],float64[:,::1])")
def by_rules(board: Ints, out: Floats) -> int:
    """The card that the rules of thumb play."""
    me, best = turn(board), 0
    hand = board[HANDS + me]
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
    while board[COUNTS + turn(board)] > 0 and (board[LAID] or board[COUNTS + board[LEADER]] > until):
        put(board, by_rules(board, out))


# ---- random play


def _nth() -> list[int]:
    rows = [[rank for rank in range(10) if suit >> rank & 1] for suit in range(1024)]
    return [rank for row in rows for rank in [*row, *[0] * (16 - len(row))]]


NTH = table(_nth())
"""The n-th card of a suit, at `suit << 4 | n`."""


@kernel("int64(int64,int64)")
def one_of(may: int, number: int) -> int:
    """One of these cards, chosen uniformly by a number below 2^31."""
    n0, n1, n2 = COUNT[may & SUIT], COUNT[may >> 16 & SUIT], COUNT[may >> 32 & SUIT]
    place = number * (n0 + n1 + n2 + COUNT[may >> 48 & SUIT]) >> 31
    if place < n0:
        return NTH[(may & SUIT) << 4 | place]
    place -= n0
    if place < n1:
        return 16 + NTH[(may >> 16 & SUIT) << 4 | place]
    place -= n1
    if place < n2:
        return 32 + NTH[(may >> 32 & SUIT) << 4 | place]
    return 48 + NTH[(may >> 48 & SUIT) << 4 | (place - n2)]


@kernel("int64(int64,int64,int64,int64)")
def taker(x: int, y: int, z: int, w: int) -> int:
    """The index of the card that takes a trick of these four."""
    best, by = x, 0
    if beats(y, best):
        best, by = y, 1
    if beats(z, best):
        best, by = z, 2
    return 3 if beats(w, best) else by


@kernel("int64(int64,int64,int64,int64,int64,int64,int64[::1],int64[::1])")
def at_random(a: int, b: int, c: int, d: int, last: int, games: int, chance: Ints, trace: Ints) -> int:
    """The thirds of the side of `a`, which leads, in random playouts; the last is written into `trace`."""
    taken = 0
    for _ in range(games):
        one, two, three, four, sign, at = a, b, c, d, 1, 0
        while one:
            x = one_of(one, drawn(chance))
            led = x >> 4
            y = one_of(legal(two, led), drawn(chance))
            z = one_of(legal(three, led), drawn(chance))
            w = one_of(legal(four, led), drawn(chance))
            trace[at], trace[at + 1], trace[at + 2], trace[at + 3] = x, y, z, w
            at += 4
            by = taker(x, y, z, w)
            thirds = WORTH[x & 15] + WORTH[y & 15] + WORTH[z & 15] + WORTH[w & 15]
            one, two, three, four = one ^ 1 << x, two ^ 1 << y, three ^ 1 << z, four ^ 1 << w
            if one == 0:
                thirds += last
            if by == 1:
                one, two, three, four = two, three, four, one
            elif by == 2:
                one, two, three, four = three, four, one, two
            elif by == 3:
                one, two, three, four = four, one, two, three
            if by & 1:
                sign = -sign
            if sign > 0:
                taken += thirds
    return taken
