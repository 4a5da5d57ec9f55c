"""A deal of Tarocchi in packed form, with playouts by rules of thumb, at random, or with all cards seen.

A board is an array of what everybody knows and, in a determinization, the hands and the scarto. The rules of
thumb are those of the club bot (`bot.club`). They use only what a seat may see: its own hand, the cards
played, the known voids, and for the dealer the scarto.
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, count, drawn, lowest, one_of, table
from ludocards.bots.kernels.transposition import has_position, row_of, store_position
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
"""Offsets into a board, each for one number per seat: the hand, the known voids (bits), the number of cards,
the thirds and the tricks taken, the thirds of the cheapest card taken; then the cards on the table."""
GONE, SCARTO, DEALER, LEADER, LAID, OPENED, FROM, WITH, OPTIONS = range(21, 30)
"""Indices into a board: the cards played, the scarto, the dealer, the leader, the number of cards on the
table, the suits that had their first trick (bits), the seat that played the Fuggitivo, the seat that took
that trick, and the options of the table."""
BOARD = 30

MAY_LEAD, EXCUSES, LEADER_FORCED, OVERTRUMP = 1, 2, 4, 8
"""Options of the table: `fujutuMayLead`, `fujutuExcusesForced`, `forcedAppliesToLeader`, `overtrump`."""
USUAL = MAY_LEAD | LEADER_FORCED

NONE = 99
"""The cheapest card of a seat that has taken none."""
MOST_CARDS = 24

OUT = (2, MOST_CARDS)
"""The shape of what kernels write: the values of the cards, and the cards."""

# The parameters of the club bot, in points: round figures, tuned over some thousands of deals.

COURT_KEPT, GUARDED, KING, TRUMP, PICCIOTTI = 0.5, 0.75, 0.7, 0.8, 0.5
"""The part of its worth that a card still in the hand promises: a court alone, a court with a higher card of
its suit, a Re, a trump, the Picciotti."""
POWER, FADE = 5.5, 0.7
"""What a trump promises in addition, from the cards of others that it takes; and the factor for each unseen
trump that beats it."""
AWAY, HOMELESS = 2.0, 4.0
"""The cost of playing the Fuggitivo, and its risk for a player who has taken nothing to pay for it."""
WILLING = 0.9
"""The probability that a player who can take a trick takes it."""
VOID = 1.0
"""The gain of a void made by the scarto."""
LOW = 0.01
"""The cost of a card per rank, so that of two equal cards the lower is played."""
FILLER = 0.6
"""The points that each player to come adds to a trick."""
HOLD, OFFER = 0.0, -5.0
"""The expected gain above which the bot says tengo, and the one below which it makes an offer."""
PROMISES = {"T20": 14.7, "F": 8.0, "T1": 7.7, "R": 5.0, "Q": 1.3}
ARIE, MIDDLE, SMALL = (16, 6.2), (8, 2.3), (0, 2.0)
ANY_HAND, DEALER_HAS = 5.0, 14.0
"""The average gain of fifteen cards, split by card (the other trumps by ranges of numbers), measured over
1,200 deals of this bot against itself. The dealer gains more: the monte, the scarto and the last of the three
words."""


def _promised(card: Card) -> float:
    """Return what a card adds to the expected gain of a hand."""
    if card.suit == "T" and card.code not in PROMISES:
        return next(points for least, points in (ARIE, MIDDLE, SMALL) if int(card.rank) >= least)
    return PROMISES.get(card.code) or PROMISES.get(card.rank, 0.0)


PROMISE = table([_promised(card) for card in CARDS], "float64")
END_OF_DEAL = LAST_TRICK
BAGOTTI = 1


# ---- legal cards, and their effects


@kernel("int64(int64[::1])")
def turn(board: Ints) -> int:
    return (board[LEADER] + board[LAID]) % 3


@kernel("int64(int64[::1])")
def led(board: Ints) -> int:
    """The suit led; -1 if none has been led, or only the Fuggitivo."""
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
    """The index of the card that is winning the trick; -1 before a suit is led."""
    by = -1
    for place in range(board[LAID]):
        card = board[TRICK + place]
        if card != FUGGITIVO and (by < 0 or beats(card, board[TRICK + by])):
            by = place
    return by


@kernel("int64(int64[::1],int64,int64)")
def forced(board: Ints, hand: int, suit: int) -> int:
    """The only card (as a bit) of this ordinary suit that may be played; 0 if none is forced."""
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
    """Play this card for the seat on turn; the third card closes the trick."""
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
    """Lay these cards away for the dealer."""
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
    """Return the gain that the club bot expects from a hand of fifteen cards."""
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
    """The probability that a seat with `held` of the `hidden` cards has one of these `cards`."""
    return 1 - power(1 - cards / hidden, held) if cards else 0.0


@kernel("float64(int64,int64,int64)")
def kept(card: int, hand: int, stronger: int) -> float:
    """The value of keeping a card for later tricks; `stronger` trumps are still unseen."""
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
    """Write the value of each legal card of this hand by the rules of thumb into `out[0]`, the cards into
    `out[1]`; return their number."""
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
    """Play by the rules of thumb up to the end of a trick, until nobody has more than `until` cards."""
    while board[COUNTS + turn(board)] > 0 and (board[LAID] or board[COUNTS + board[LEADER]] > until):
        put(board, by_rules(board, out))


# ---- random play


@kernel("void(int64[::1],int64[::1],int64[::1])")
def at_random(board: Ints, chance: Ints, trace: Ints) -> None:
    """Play a random playout to the end, and write the cards into `trace` in the order played."""
    at = 0
    while board[COUNTS + turn(board)] > 0:
        trace[at] = one_of(legal(board, board[HANDS + turn(board)]), drawn(chance))
        put(board, trace[at])
        at += 1


# ---- perfect information


@kernel("int64(int64[::1])")
def circumstances(board: Ints) -> int:
    """The part of the transposition key besides the cards, between two tricks: the leader, the opened suits,
    the seats that played and took the Fuggitivo, and the card that can pay for it."""
    owner = board[FROM]
    for seat in range(3):
        if board[HANDS + seat] & F_BIT:
            owner = seat
    pays = NONE if owner < 0 else board[CHEAPEST + owner]
    return 1 + (board[LEADER] | board[OPENED] << 2 | board[FROM] + 1 << 8 | board[WITH] << 10 | pays << 12)


@kernel("void(int64[:,::1],int64,float64[:,::1],float64[:,::1],int64[:,::1],float64[:,::1])")
def search_ending(
    boards: Ints, level: int, wants: Floats, results: Floats, keys: Ints, stored: Floats
) -> None:
    """Write the final thirds of all seats under perfect information into `results[level]` (max^n search).

    Each seat maximises the sum of all thirds, weighted by its row of `wants`. Of equally good cards, the one
    with the lowest number is played.
    """
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
        if has_position(keys, row, cards, rest):
            for each in range(3):
                results[level, each] = board[POINTS + each] + stored[row, each]
            return
    best = -1e9
    while may:
        card = lowest(may)
        may &= may - 1
        for place in range(BOARD):
            boards[level + 1, place] = board[place]
        put(boards[level + 1], card)
        search_ending(boards, level + 1, wants, results, keys, stored)
        worth = 0.0
        for each in range(3):
            worth += wants[seat, each] * results[level + 1, each]
        if worth > best:
            best = worth
            for each in range(3):
                results[level, each] = results[level + 1, each]
    if row >= 0:
        store_position(keys, row, cards, rest)
        for each in range(3):
            stored[row, each] = results[level, each] - board[POINTS + each]
