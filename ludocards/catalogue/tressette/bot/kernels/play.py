"""A deal of Tressette as numbers, played on by rules of thumb or at random, by three or four.

A board is an array: what everybody knows and, where it is a world, the hands. The rules of thumb, which
are the player of the club (`bot.club`), see what a seat may see: its own hand, what is gone, who is
void, what was shown and what was led, and for whose best card the partner knocks.
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, drawn, lowest, table
from ludocards.catalogue.tressette.bot.kernels.pack import COUNT, HIGH, LOW, RANKS, SUIT, WORTH

HANDS, VOIDS, LED, SHOWN, COUNTS, SIDES, STAKES, TAKEN = (4 * place for place in range(8))
"""Places of a board, by seat: the hand, suits as four bits (void, led), cards of the accuse, how many
cards, the side; then by side: what a third is worth to another side, in thousandths, and the thirds taken."""
GONE, LEADER, LAID, TRICK, PLAYERS, LAST, ASKED = 32, 33, 34, 35, 39, 40, 41
"""The cards played; who leads; how many cards lie on the table, and which; how many play; the last trick; one
more than the seat for whose best card the leader of this trick knocks, 0 without."""
BOARD = 42

PACK = sum(SUIT << 16 * suit for suit in range(4))

OUT = (3, 16)
"""The shape of what kernels write: what each card is worth, which card it is, and room for the reckoning."""
GAIN, BESIDE = 4, 8
"""Places of the reckoning, by seat: first how likely it takes the trick; then what a third is worth to me in
its hands, and what the trick brings beside the cards that lie there."""

# What the player of the club believes, in thirds: round figures, near which long trials found nothing better.

TAKING = 0.6
"""The lead, when we take the trick."""
FILLER = 0.5
"""The thirds that each player to come adds to a trick of their own side."""
MASTER, SECOND = 2.5, 1.2
"""A card that nothing can beat, kept; a guarded card that one card can beat."""
BARE_ACE, ONE_GUARD, TWO_GUARDS = -1.0, 0.2, 0.8
"""An ace that may fall, by the cards that guard it."""
LOW_CARD = 0.1
"""Any other card, kept, for each rank."""
LENGTH, FRIENDS_SUIT, THEIRS = 0.2, 0.8, -0.4
"""Leading from a suit, for each card of it; a suit that the partner has led; one that an opponent has."""
ANSWER = 1.5
"""My best card to the partner's busso."""
END_OF_DEAL = 1
"""The last trick, whatever the table counts for it."""
RIVAL, CHASE = 0.35, 0.2
"""Alone: what an opponent's third weighs, and how much more the leader's."""
ACE = RANKS.index("A")


# ---- what may be played, and what happens then


@kernel("int64(int64,int64)")
def legal(hand: int, led: int) -> int:
    """The cards that may be played to a trick of this suit; -1 before it."""
    if led >= 0 and hand >> 16 * led & SUIT:
        return hand & (SUIT << 16 * led)
    return hand


@kernel("int64(int64[::1],int64,int64)")
def seat_after(board: Ints, seat: int, steps: int) -> int:
    """The seat so many places further on, once round the table at most."""
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
    """The place of the card that takes the trick as it lies there, which is not empty."""
    by = 0
    for place in range(1, board[LAID]):
        if beats(board[TRICK + place], board[TRICK + by]):
            by = place
    return by


@kernel("void(int64[::1],int64)")
def put(board: Ints, card: int) -> None:
    """The seat on turn plays this card; the last one closes the trick."""
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


# ---- the rules of thumb


@kernel("float64(int64,int64)")
def promised(mine: int, unseen: int) -> float:
    """Return the thirds that the cards of a suit promise for the tricks to come."""
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
    """The worth of a third to me in the hands of a seat."""
    side = board[SIDES + seat]
    return 1.0 if side == board[SIDES + me] else board[STAKES + side] / 1000


@kernel("int64(int64[::1],int64,int64)")
def followers(board: Ints, me: int, seat: int) -> int:
    """How many play after me who are of this seat's side."""
    friends = 0
    for step in range(1, board[PLAYERS] - board[LAID]):
        if board[SIDES + seat_after(board, me, step)] == board[SIDES + seat]:
            friends += 1
    return friends


@kernel("void(int64[::1],int64,int64,int64,int64,int64,float64[::1])")
def takers(board: Ints, me: int, suit: int, unseen: int, best: int, winner: int, out: Floats) -> None:
    """How likely each seat takes the trick if this card, of the seat `winner`, is the best so far: of the
    seats that play after me, the one with the highest card does. Into `out`."""
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
    """How likely each seat takes the trick if I play this card of my hand, into `out`."""
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
    """Return the mean, over the seats that may take the trick, of what stands there from this place on."""
    total = 0.0
    for seat in range(players):
        total += out[seat] * out[at + seat]
    return total


@kernel("int64(int64[::1],int64,int64,float64[:,::1])")
def values(board: Ints, me: int, hand: int, out: Floats) -> int:
    """Write the worth of each card of this hand by the rules of thumb into `out[0]`, the cards into `out[1]`;
    return how many may be played. `out[2]` is for the reckoning."""
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
    """By the rules of thumb, to the end of a trick after which nobody has more than so many cards."""
    while board[COUNTS + turn(board)] > 0 and (board[LAID] or board[COUNTS + board[LEADER]] > until):
        put(board, by_rules(board, out))


# ---- chance


def _nth() -> list[int]:
    rows = [[rank for rank in range(10) if suit >> rank & 1] for suit in range(1024)]
    return [rank for row in rows for rank in [*row, *[0] * (16 - len(row))]]


NTH = table(_nth())
"""The n-th card of a suit, at `suit << 4 | n`."""


@kernel("int64(int64,int64)")
def one_of(may: int, number: int) -> int:
    """A card of these, each as likely, from a number below 2^31."""
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
    """The place of the card that takes a trick of these four."""
    best, by = x, 0
    if beats(y, best):
        best, by = y, 1
    if beats(z, best):
        best, by = z, 2
    return 3 if beats(w, best) else by


@kernel("int64(int64,int64,int64,int64,int64,int64,int64[::1],int64[::1])")
def at_random(a: int, b: int, c: int, d: int, last: int, games: int, chance: Ints, trace: Ints) -> int:
    """The thirds of the side of `a`, who leads, in these random playouts; the last one is written down."""
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
