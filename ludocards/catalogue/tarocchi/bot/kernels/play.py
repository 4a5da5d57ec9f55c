"""A deal of Tarocchi as numbers, played on by rules of thumb, at random, or by who sees all cards.

A board is an array: what everybody knows and, where it is a world, the hands and the scarto. The rules of
thumb, which are the player of the club (`bot.club`), see what a seat may see: its own hand, what
is gone, who is void, and as dealer the scarto.
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.kept import keep, knows, row_of
from ludocards.bots.kernels.numbers import Floats, Ints, count, drawn, lowest, one_of, table
from ludocards.catalogue.tarocchi.bot.kernels.pack import (
    CARDS,
    COURT,
    F_BIT,
    FUGGITIVO,
    KINGS,
    KNIGHTS,
    MAIDS,
    OF_SUIT,
    PACK,
    QUEENS,
    STRENGTH,
    SUIT_OF,
    THIRDS,
    TRUMPS,
    WORTH,
    above,
)
from ludocards.catalogue.tarocchi.values import DEALER_PAR, HEAP, LAST_TRICK, PAR
from ludocards.engine.cards import Card

HANDS, VOIDS, COUNTS, POINTS, TRICKS, CHEAPEST, TRICK = (3 * place for place in range(7))
"""Places of a board, by seat: the hand, suits it is void of as bits, how many cards, the thirds and the
tricks taken, the least thirds of a card taken; then the cards on the table."""
GONE, SCARTO, DEALER, LEADER, LAID, OPENED, FROM, WITH, OPTIONS = range(21, 30)
"""The cards played; the scarto; who deals; who leads; how many cards lie on the table; the suits that had
their first trick, as bits; who played the Fuggitivo and who took that trick; how the table plays."""
BOARD = 30

MAY_LEAD, EXCUSES, LEADER_FORCED, OVERTRUMP = 1, 2, 4, 8
"""Options of the table: `fujutuMayLead`, `fujutuExcusesForced`, `forcedAppliesToLeader`, `overtrump`."""
USUAL = MAY_LEAD | LEADER_FORCED

NONE = 99
"""The cheapest card of who has taken none."""
MOST_CARDS = 24

OUT = (2, MOST_CARDS)
"""The shape of what kernels write: what each card is worth, and which card it is."""

# What the player of the club believes, in points: round figures, tried over some thousands of deals.

COURT_KEPT, GUARDED, KING, TRUMP, PICCIOTTI = 0.5, 0.75, 0.7, 0.8, 0.5
"""Kept in the hand, a card promises a part of its worth: a court alone, or beside a higher one of its suit, a
Re, a trump, the Picciotti …"""
POWER, FADE = 5.5, 0.7
"""… and a trump promises what others will put under it, less for each one that beats it."""
AWAY, HOMELESS = 2.0, 4.0
"""The cost of playing the Fuggitivo, and its risk for a player who has taken nothing to pay for it."""
WILLING = 0.9
"""How likely a player who can take does."""
VOID = 1.0
"""A suit that ends in the scarto."""
LOW = 0.01
"""Of two cards that are worth the same the lower is played, for each rank."""
FILLER = 0.6
"""The points that each player to come adds to a trick."""
HOLD, OFFER = 0.0, -5.0
"""Above what expected gain it holds; below what it pays to get away."""
PROMISES = {"T20": 14.7, "F": 8.0, "T1": 7.7, "R": 5.0, "Q": 1.3}
ARIE, MIDDLE, SMALL = (16, 6.2), (8, 2.3), (0, 2.0)
ANY_HAND, DEALER_HAS = 5.0, 14.0
"""The average gain of fifteen cards, card by card (other trumps from a number on), measured over 1,200 deals
of this player with itself; the dealer has more: the monte, the scarto and the last word of three."""


def _promised(card: Card) -> float:
    """Return what a card adds to what a hand promises."""
    if card.suit == "T" and card.code not in PROMISES:
        return next(points for least, points in (ARIE, MIDDLE, SMALL) if int(card.rank) >= least)
    return PROMISES.get(card.code) or PROMISES.get(card.rank, 0.0)


PROMISE = table([_promised(card) for card in CARDS], "float64")
END_OF_DEAL = LAST_TRICK
BAGOTTI = 1


# ---- what may be played, and what happens then


@kernel("int64(int64[::1])")
def turn(board: Ints) -> int:
    return (board[LEADER] + board[LAID]) % 3


@kernel("int64(int64[::1])")
def led(board: Ints) -> int:
    """The suit led; -1 before it, also when only the Fuggitivo lies there."""
    if board[LAID] > 0 and board[TRICK] != FUGGITIVO:
        return SUIT_OF[board[TRICK]]
    if board[LAID] > 1:
        return SUIT_OF[board[TRICK + 1]]
    return -1


@kernel("int64(int64,int64)")
def beats(card: int, best: int) -> int:
    """Return whether a card takes the trick from the best so far; neither is the Fuggitivo."""
    if SUIT_OF[card] == SUIT_OF[best]:
        return card > best
    return SUIT_OF[card] == TRUMPS


@kernel("int64(int64[::1])")
def winning(board: Ints) -> int:
    """The place of the card that takes the trick as it lies there; -1 before a suit is led."""
    by = -1
    for place in range(board[LAID]):
        card = board[TRICK + place]
        if card != FUGGITIVO and (by < 0 or beats(card, board[TRICK + by])):
            by = place
    return by


@kernel("int64(int64[::1],int64,int64)")
def forced(board: Ints, hand: int, suit: int) -> int:
    """The one card of an ordinary suit that may be played when this suit is, as a bit; 0 if there is none."""
    mine = hand & OF_SUIT[suit]
    if board[OPENED] >> suit & 1 == 0:
        if mine >> KINGS[suit] & 1:
            return 1 << KINGS[suit]
        others = 1 << QUEENS[suit] | 1 << MAIDS[suit]
        if mine >> KNIGHTS[suit] & 1 and count(mine) == 2 and mine & others == 0:
            return 1 << KNIGHTS[suit]
    if mine >> MAIDS[suit] & 1:
        for place in range(board[LAID]):
            if board[TRICK + place] == KINGS[suit]:
                return 1 << MAIDS[suit]
    return 0


@kernel("int64(int64[::1],int64)")
def legal(board: Ints, hand: int) -> int:
    """The cards that the seat on turn may play, if it has this hand."""
    options, suit = board[OPTIONS], led(board)
    fool = hand & F_BIT
    if suit < 0:
        may = hand
        if options & LEADER_FORCED:
            for each in range(1, 5):
                card = forced(board, hand, each)
                if card:
                    may = may & ~OF_SUIT[each] | card
        if fool and options & MAY_LEAD == 0 and hand != fool:
            may ^= fool
        return may
    if suit != TRUMPS:
        card = forced(board, hand, suit)
        if card:
            return card | fool if options & EXCUSES else card
    may = hand & OF_SUIT[suit]
    if may == 0:
        may = hand & OF_SUIT[TRUMPS]
    if may == 0:
        return hand
    if options & OVERTRUMP:
        highest = board[TRICK + winning(board)]
        higher = may & OF_SUIT[TRUMPS]
        if SUIT_OF[highest] == TRUMPS:
            higher = above(higher, highest)
        if higher:
            may = higher
    return may | fool


@kernel("void(int64[::1])")
def close(board: Ints) -> None:
    """Give the trick to its taker, and after the last one settle the Fuggitivo."""
    winner = (board[LEADER] + winning(board)) % 3
    for place in range(3):
        card = board[TRICK + place]
        board[POINTS + winner] += THIRDS[card]
        if card == FUGGITIVO:
            board[WITH] = winner
        else:
            board[CHEAPEST + winner] = min(board[CHEAPEST + winner], THIRDS[card])
    board[TRICKS + winner] += 1
    board[OPENED] |= 1 << led(board)
    board[LEADER] = winner
    board[LAID] = 0
    if board[COUNTS + winner] == 0:
        board[POINTS + winner] += HEAP * LAST_TRICK
        owner = board[FROM]
        if owner >= 0 and board[CHEAPEST + owner] < NONE:
            gain = THIRDS[FUGGITIVO] - board[CHEAPEST + owner]
            board[POINTS + owner] += gain
            board[POINTS + board[WITH]] -= gain


@kernel("void(int64[::1],int64)")
def put(board: Ints, card: int) -> None:
    """The seat on turn plays this card; the third one closes the trick."""
    seat, suit = turn(board), led(board)
    board[HANDS + seat] &= ~(1 << card)
    board[GONE] |= 1 << card
    board[COUNTS + seat] -= 1
    if card == FUGGITIVO:
        board[FROM] = seat
    elif suit >= 0 and SUIT_OF[card] != suit:
        board[VOIDS + seat] |= 1 << suit
        if SUIT_OF[card] != TRUMPS:
            board[VOIDS + seat] |= 1 << TRUMPS
    board[TRICK + board[LAID]] = card
    board[LAID] += 1
    if board[LAID] == 3:
        close(board)


@kernel("void(int64[::1],int64)")
def lay(board: Ints, scarto: int) -> None:
    """The dealer has laid these cards away."""
    dealer = board[DEALER]
    board[SCARTO] = scarto
    while scarto:
        card = lowest(scarto)
        scarto &= scarto - 1
        board[POINTS + dealer] += THIRDS[card]
        board[CHEAPEST + dealer] = min(board[CHEAPEST + dealer], THIRDS[card])


# ---- the rules of thumb


@kernel("float64(int64,int64)")
def gain_of(hand: int, deals: int) -> float:
    """Return what the club expects of a hand of fifteen cards."""
    total = ANY_HAND + (DEALER_HAS - DEALER_PAR if deals else -PAR)
    while hand:
        total += PROMISE[lowest(hand)]
        hand &= hand - 1
    return total


@kernel("float64(float64,int64)")
def power(base: float, times: int) -> float:
    result = 1.0
    while times:
        if times & 1:
            result *= base
        base *= base
        times >>= 1
    return result


@kernel("float64(int64,int64,int64)")
def has_any(cards: int, hidden: int, held: int) -> float:
    """How likely a seat with so many cards holds one of these, of so many that are hidden."""
    return 1 - power(1 - cards / hidden, held) if cards else 0.0


@kernel("float64(int64,int64,int64)")
def kept(card: int, hand: int, stronger: int) -> float:
    """The promise of a card in the hand for the tricks to come; `stronger` trumps are not yet seen."""
    if card == FUGGITIVO:
        return WORTH[card]
    suit = SUIT_OF[card]
    if suit == TRUMPS:
        home = PICCIOTTI if card == BAGOTTI else TRUMP
        return WORTH[card] * home + POWER * power(FADE, stronger)
    if card == KINGS[suit]:
        return WORTH[card] * KING
    if COURT[card] and above(hand & OF_SUIT[suit], card):
        return WORTH[card] * GUARDED
    return WORTH[card] * COURT_KEPT


@kernel("int64(int64[::1],int64,int64,float64[:,::1])")
def values(board: Ints, me: int, hand: int, out: Floats) -> int:
    """Write the worth of each card of this hand by the rules of thumb into `out[0]`, the cards into `out[1]`;
    return how many may be played."""
    unseen = PACK & ~board[GONE] & ~hand
    if me == board[DEALER]:
        unseen &= ~board[SCARTO]
    hidden, trumps = count(unseen), unseen & OF_SUIT[TRUMPS]
    laid, suit = board[LAID], led(board)
    pot = FILLER * (2 - laid)
    for place in range(laid):
        if board[TRICK + place] != FUGGITIVO:
            pot += WORTH[board[TRICK + place]]
    many = count(hand)
    if many == 1:
        pot += END_OF_DEAL
    best = -1
    if suit >= 0:
        best = board[TRICK + winning(board)]
    may, found = legal(board, hand), 0
    while may:
        card = lowest(may)
        may &= may - 1
        out[1, found] = card
        if card == FUGGITIVO:
            out[0, found] = -AWAY * many / 20
            if board[TRICKS + me] == 0 and me != board[DEALER]:
                out[0, found] -= HOMELESS
            found += 1
            continue
        mine = SUIT_OF[card]
        chance = 1.0
        if best >= 0 and not beats(card, best):
            chance = 0.0
        elif laid < 2:
            asked = suit if suit >= 0 else mine
            follow = unseen & OF_SUIT[asked]
            follows, over = count(follow), count(above(follow, card)) if mine == asked else 0
            ruffing = count(above(trumps, card) if mine == TRUMPS else trumps)
            for step in range(1, 3 - laid):
                seat = (me + step) % 3
                held = board[COUNTS + seat]
                follower, beating = 0.0, 0.0
                if board[VOIDS + seat] >> asked & 1 == 0:
                    follower, beating = has_any(follows, hidden, held), has_any(over, hidden, held)
                if asked != TRUMPS and board[VOIDS + seat] & 1 == 0:
                    beating = min(1.0, beating + (1 - follower) * has_any(ruffing, hidden, held))
                chance *= 1 - WILLING * beating
        stronger = count(above(trumps, card)) if mine == TRUMPS else 0
        lost = kept(card, hand, stronger) + LOW * STRENGTH[card]
        out[0, found] = chance * (pot + WORTH[card]) - lost
        found += 1
    return found


@kernel("int64(int64[::1],float64[:,::1])")
def by_rules(board: Ints, out: Floats) -> int:
    """The card that the rules of thumb play."""
    me = turn(board)
    hand = board[HANDS + me]
    may = legal(board, hand)
    if may & (may - 1) == 0:
        return lowest(may)
    best = 0
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


@kernel("void(int64[::1],int64[::1],int64[::1])")
def at_random(board: Ints, chance: Ints, trace: Ints) -> None:
    """A game of chance to its end; the cards as they are played are written down."""
    at = 0
    while board[COUNTS + turn(board)] > 0:
        trace[at] = one_of(legal(board, board[HANDS + turn(board)]), drawn(chance))
        put(board, trace[at])
        at += 1


# ---- who sees all cards


@kernel("int64(int64[::1])")
def circumstances(board: Ints) -> int:
    """All that the rest of a deal depends on between two tricks, beside the cards: the leader, the suits that
    were opened, the seats that played and hold the Fuggitivo, and the card that can pay for it."""
    owner = board[FROM]
    for seat in range(3):
        if board[HANDS + seat] & F_BIT:
            owner = seat
    pays = NONE if owner < 0 else board[CHEAPEST + owner]
    return 1 + (board[LEADER] | board[OPENED] << 2 | board[FROM] + 1 << 8 | board[WITH] << 10 | pays << 12)


@kernel("void(int64[:,::1],int64,float64[:,::1],float64[:,::1],int64[:,::1],float64[:,::1])")
def settled(boards: Ints, level: int, wants: Floats, results: Floats, keys: Ints, kept: Floats) -> None:
    """The thirds of everybody at the end, into `results[level]`, if all see all cards and each plays for
    what it wants: the sum of everybody's thirds, each by the weight in its row of `wants` (max^n). Of cards
    that bring the same the lowest number is played."""
    board, seat, may = boards[level], 0, 0
    while True:
        seat = turn(board)
        if board[COUNTS + seat] == 0:
            for each in range(3):
                results[level, each] = board[POINTS + each]
            return
        may = legal(board, board[HANDS + seat])
        if may & (may - 1):
            break
        put(board, lowest(may))
    row, cards, rest = -1, board[HANDS] | board[HANDS + 1] | board[HANDS + 2], 0
    if board[LAID] == 0 and len(keys):
        rest = circumstances(board)
        row = row_of(keys, cards, rest)
        if knows(keys, row, cards, rest):
            for each in range(3):
                results[level, each] = board[POINTS + each] + kept[row, each]
            return
    best = -1e9
    while may:
        card = lowest(may)
        may &= may - 1
        for place in range(BOARD):
            boards[level + 1, place] = board[place]
        put(boards[level + 1], card)
        settled(boards, level + 1, wants, results, keys, kept)
        worth = 0.0
        for each in range(3):
            worth += wants[seat, each] * results[level + 1, each]
        if worth > best:
            best = worth
            for each in range(3):
                results[level, each] = results[level + 1, each]
    if row >= 0:
        keep(keys, row, cards, rest)
        for each in range(3):
            kept[row, each] = results[level, each] - board[POINTS + each]
