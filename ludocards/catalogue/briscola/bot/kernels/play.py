"""A deal of Briscola in packed form, the rules of thumb of the club bot, and playouts.

A board is an array of what everybody knows and, in a determinization, the hands and the order of the stock. A
choice is the number of a card (`pack`), or `SWAP` plus the number of a card that is exchanged. The rules of
thumb use only what a seat may see: its own hand, the cards played, the turned card, and what the partner asks
for. Amounts are points.
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, count, lowest, table
from ludocards.catalogue.briscola.bot.kernels.pack import PACK, SUIT, WORTH

HANDS, COUNTS, TAKEN, TRICK = (4 * place for place in range(4))
"""Offsets into a board: by seat the hand and the number of cards, by side the points taken, and the cards on
the table."""
GONE, LEADER, LAID, TRUMP, PLAYERS, SIDES, STOCK, TURNED, LAST, ASKED = range(16, 26)
"""Indices into a board: the cards played or left out, the leader, the number of cards on the table, the trump
suit, the numbers of players and of sides, the number of cards left to draw, the turned card (-1 once it is
drawn), the worth of the last trick (1 where it breaks a tie), and what is asked in this trick: 0, or
`CARICO`, `LISCIO` or `BRISCOLA` plus four times the seat that is asked."""
DRAWS = 26
"""Offset of the cards to draw, in order; the last is at `DRAWS`, the next at `DRAWS + STOCK - 1`."""
BOARD = DRAWS + 40

SWAP = 64
CARICO, LISCIO, BRISCOLA = 1, 2, 3
OUT = (2, 8)
"""The shape of what kernels write: the values of the choices, and the choices."""

# The parameters of the club bot, in points.

KEEP_TRUMP = table([4.0, 4.2, 4.4, 4.6, 4.8, 6.0, 7.0, 8.5, 16.0, 19.0], "float64")
KEEP_PLAIN = table([0.6, 0.6, 0.5, 0.5, 0.5, 0.5, 0.0, 0.0, 1.0, 3.0], "float64")
"""The value of keeping a card, by rank, among trumps and in the other suits."""
AVERAGE = 4.0
"""The value of a card that is drawn unseen."""
SOON = table([0.0, 0.45, 0.8, 1.0], "float64")
"""The share of these values that is left once the stock is empty, by the number of cards in the hand."""
OVER, RUFF, RUFF_POINTS = 0.9, 0.15, 12.0
"""The chance that a player takes with a higher card of the suit, and with a trump a trick without points; and
the points at which a trump is sure to be spent."""
FRIEND, FOE = 3.0, 2.0
"""The points that a player to come adds to a trick of their own side."""
LEAD = 0.0
"""The value of the lead after a trick taken."""
WISH = 15.0
"""The value of playing what the partner asks for."""


# ---- the course of a deal


@kernel("int64(int64[::1])")
def turn(board: Ints) -> int:
    return (board[LEADER] + board[LAID]) % board[PLAYERS]


@kernel("int64(int64[::1],int64)")
def side(board: Ints, seat: int) -> int:
    return seat % board[SIDES]


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


@kernel("void(int64[::1])")
def draw(board: Ints) -> None:
    """Give everybody a card of the stock, from the leader on."""
    for place in range(board[PLAYERS]):
        seat = (board[LEADER] + place) % board[PLAYERS]
        board[STOCK] -= 1
        board[HANDS + seat] |= 1 << board[DRAWS + board[STOCK]]
        board[COUNTS + seat] += 1
    if board[STOCK] == 0:
        board[TURNED] = -1


@kernel("void(int64[::1],int64)")
def put(board: Ints, choice: int) -> None:
    """Make this choice for the seat on turn; the last card closes the trick, and everybody draws."""
    seat = turn(board)
    if choice >= SWAP:
        board[HANDS + seat] ^= 1 << (choice - SWAP) | 1 << board[TURNED]
        board[TURNED] = board[DRAWS] = choice - SWAP
        return
    board[HANDS + seat] &= ~(1 << choice)
    board[GONE] |= 1 << choice
    board[COUNTS + seat] -= 1
    board[TRICK + board[LAID]] = choice
    board[LAID] += 1
    if board[LAID] < board[PLAYERS]:
        return
    points = 0
    for place in range(board[LAID]):
        points += WORTH[board[TRICK + place] & 15]
    winner = (board[LEADER] + winning(board)) % board[PLAYERS]
    if board[COUNTS + winner] == 0:
        points += board[LAST]
    board[TAKEN + side(board, winner)] += points
    board[LEADER] = winner
    board[LAID] = board[ASKED] = 0
    if board[STOCK]:
        draw(board)


# ---- the rules of thumb


@kernel("float64(int64[::1],int64)")
def kept(board: Ints, card: int) -> float:
    """The value of keeping a card."""
    worth = KEEP_TRUMP[card & 15] if card >> 4 == board[TRUMP] else KEEP_PLAIN[card & 15]
    return worth if board[STOCK] else worth * SOON[board[COUNTS + turn(board)]]


@kernel("float64(int64[::1],int64,int64,int64,int64,float64)")
def ours(board: Ints, me: int, unseen: int, best: int, holder: int, pot: float) -> float:
    """The chance that the side of `me` takes the trick once `me` has played.

    `best`, the card of the seat `holder`, is the best so far, and `pot` are the points on the table.
    """
    trump, players = board[TRUMP], board[PLAYERS]
    hidden = max(count(unseen), 1)
    higher = count((unseen >> 16 * (best >> 4) & SUIT) >> (best & 15))
    trumps = 0 if best >> 4 == trump else count(unseen >> 16 * trump & SUIT)
    ruff = min(1.0, RUFF + pot / RUFF_POINTS)
    over = max(OVER, ruff) if best >> 4 != trump else ruff
    won = 1.0 if side(board, holder) == side(board, me) else 0.0
    for step in range(1, players - board[LAID]):
        seat = (me + step) % players
        size = board[COUNTS + seat]
        by_suit = over * (1.0 - (1.0 - higher / hidden) ** size)
        by_trump = ruff * (1.0 - (1.0 - trumps / hidden) ** size)
        takes = 1.0 - (1.0 - by_suit) * (1.0 - by_trump)
        won = won + (1.0 - won) * takes if side(board, seat) == side(board, me) else won * (1.0 - takes)
    return won


@kernel("float64(int64[::1],int64,int64)")
def wished(board: Ints, me: int, card: int) -> float:
    """The value of doing as the partner asks."""
    is_trump, worth = card >> 4 == board[TRUMP], WORTH[card & 15]
    asked = board[ASKED] - 4 * me
    does = (
        (asked == CARICO and worth >= 10 and not is_trump)
        or (asked == LISCIO and worth == 0 and not is_trump)
        or (asked == BRISCOLA and is_trump)
    )
    return WISH if does else 0.0


@kernel("int64(int64[::1],int64,int64,float64[:,::1])")
def values(board: Ints, me: int, hand: int, out: Floats) -> int:
    """Write the value of each card by the rules of thumb into `out[0]`, the cards into `out[1]`; return their
    number."""
    trump, laid, players = board[TRUMP], board[LAID], board[PLAYERS]
    unseen = PACK & ~board[GONE] & ~hand
    if board[TURNED] >= 0:
        unseen &= ~(1 << board[TURNED])
    pot, by = 0.0, winning(board)
    best = board[TRICK + by] if laid else -1
    for place in range(laid):
        pot += WORTH[board[TRICK + place] & 15]
    holder = (board[LEADER] + by) % players
    friends, foes = 0, 0
    for step in range(1, players - laid):
        if side(board, (me + step) % players) == side(board, me):
            friends += 1
        else:
            foes += 1
    lost = 1.0 if board[SIDES] == 2 else 0.5
    last = 0.0
    if board[STOCK] == players and board[SIDES] == 2:  # who loses this trick draws the turned card
        last = kept(board, board[TURNED]) - AVERAGE
    found, left = 0, hand
    while left:
        card = lowest(left)
        left &= left - 1
        mine = pot + WORTH[card & 15]
        if laid == 0 or beats(card, best, trump):
            won = ours(board, me, unseen, card, me, mine)
        else:
            won = ours(board, me, unseen, best, holder, mine)
        value = won * (mine + FRIEND * friends + LEAD - last)
        value -= lost * (1.0 - won) * (mine + FOE * foes + LEAD - last)
        out[0, found] = value - kept(board, card) + wished(board, me, card)
        out[1, found] = card
        found += 1
    return found


@kernel("int64(int64[::1],float64[:,::1])")
def by_rules(board: Ints, out: Floats) -> int:
    """The card of the rules of thumb."""
    me, best = turn(board), 0
    hand = board[HANDS + me]
    if hand & (hand - 1) == 0:
        return lowest(hand)
    for i in range(1, values(board, me, hand, out)):
        if out[0, i] > out[0, best]:
            best = i
    return int(out[1, best])


@kernel("void(int64[::1],float64[:,::1],int64)")
def play_out(board: Ints, out: Floats, until: int) -> None:
    """Play by the rules of thumb until no more than `until` tricks are to come."""
    while board[COUNTS + turn(board)] + board[STOCK] // board[PLAYERS] > until:
        put(board, by_rules(board, out))
