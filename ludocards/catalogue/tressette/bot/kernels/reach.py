"""The result of any position of Tressette under perfect information, in the middle of a trick too.

Between two pairs, the rest of the trick is searched here, and `solve.search` takes over at the next one. Of
three players on their own, each maximises their own gain (max^n).
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.kept import keep, knows, row_of
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.catalogue.thirds.bot.kernels.pack import COUNT, LOW, SUIT, VALUE, WORTH
from ludocards.catalogue.tressette.bot.kernels.play import (
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LAST,
    LEADER,
    PLAYERS,
    SIDES,
    TAKEN,
    TRICK,
    legal,
    put,
    turn,
    winning,
)
from ludocards.catalogue.tressette.bot.kernels.solve import PAST, ordered, search


@kernel("int64(int64[:,::1],int64,int64,int64[:,::1],int64[:,::1],int64[:,::1],int64[::1])")
def reached(boards: Ints, level: int, need: int, kept: Ints, moves: Ints, own: Ints, state: Ints) -> int:
    """A bound on the thirds that side 0 has at the end of the deal.

    It is a lower bound if it is `need` or more, else an upper bound. `boards[level]` is the position; the
    rows after it and `own` are scratch space.
    """
    board = boards[level]
    leader = board[LEADER]
    taken = board[TAKEN]
    if board[LAID] == 0:
        if board[COUNTS + leader] == 0:
            return taken
        a, b = board[HANDS + leader], board[HANDS + (leader + 1) % 4]
        c, d = board[HANDS + (leader + 2) % 4], board[HANDS + (leader + 3) % 4]
        total = board[LAST]
        for suit in range(4):
            total += VALUE[(a | b | c | d) >> 16 * suit & SUIT]
        if board[SIDES + leader] == 0:
            return taken + (search(a, b, c, d, total, need - taken, 0, kept, moves, state) & 63)
        theirs = total - (need - taken) + 1
        return taken + total - (search(a, b, c, d, total, theirs, 0, kept, moves, state) & 63)
    seat = turn(board)
    ours = board[SIDES + seat]
    led = board[TRICK] >> 4
    by, on_table = winning(board), 0
    best = board[TRICK + by]
    for place in range(board[LAID]):
        on_table |= 1 << board[TRICK + place]
    mine, theirs = 0, 0
    for step in range(1, 4 - board[LAID]):
        hand = board[HANDS + (seat + step) % 4]
        if board[SIDES + (seat + step) % 4] == ours:
            mine |= hand
        else:
            theirs |= hand
    live = on_table | board[HANDS] | board[HANDS + 1] | board[HANDS + 2] | board[HANDS + 3]
    holds = 1 if board[SIDES + (leader + by) % 4] == ours else 0
    may = legal(board[HANDS + seat], led)
    row = board[LAID]
    past = PAST + 64 * board[TRICK]
    found = ordered(own, row, may, live, led, best & 15, holds, mine, theirs, -1, state, past)
    value = -1 if ours == 0 else 99
    for i in range(found):
        for place in range(BOARD):
            boards[level + 1, place] = board[place]
        put(boards[level + 1], own[row, i] & 63)
        result = reached(boards, level + 1, need, kept, moves, own, state)
        if ours == 0:
            value = max(value, result)
            if value >= need:
                break
        else:
            value = min(value, result)
            if value < need:
                break
    return value


@kernel("int64(int64[:,::1],int64,int64[:,::1],int64[:,::1],int64[:,::1],int64[::1])")
def settled_near(boards: Ints, guess: int, kept: Ints, moves: Ints, own: Ints, state: Ints) -> int:
    """The thirds that side 0 has at the end of the deal, from `boards[0]` on.

    The search starts from a guess, and needs two null windows if the guess is right.
    """
    low, high = boards[0, TAKEN], 64
    need = max(low + 1, guess)
    while low < high:
        value = reached(boards, 0, need, kept, moves, own, state)
        if value >= need:
            low = value
            need = low + 1
        else:
            high = value
            need = high
    return low


@kernel("void(int64[:,::1],int64,float64[:,::1],int64[:,::1],float64[:,::1])")
def settled_alone(boards: Ints, level: int, ends: Floats, keys: Ints, kept: Floats) -> None:
    """Write the thirds that each side has at the end of the deal into the row of `ends` (max^n).

    All cards are seen, and each seat maximises the gain of its own side; of equally good cards it plays the
    first and lowest. Of cards of one hand that are worth the same, with no other hand's card between them,
    only one is tried.
    """
    board = boards[level]
    players, leader = board[PLAYERS], board[LEADER]
    if board[LAID] == 0 and board[COUNTS + leader] == 0:
        for side in range(players):
            ends[level, side] = board[TAKEN + side]
        return
    me, others = turn(board), 0
    for seat in range(players):
        if seat != me:
            others |= board[HANDS + seat]
    for place in range(board[LAID]):
        others |= 1 << board[TRICK + place]
    row, cards = -1, others | board[HANDS + me]
    if board[LAID] == 0 and len(keys):
        row = row_of(keys, cards, 1 + leader)
        if knows(keys, row, cards, 1 + leader):
            for side in range(players):
                ends[level, side] = board[TAKEN + side] + kept[row, side]
            return
    may = legal(board[HANDS + me], board[TRICK] >> 4 if board[LAID] else -1)
    best = -1.0
    for suit in range(4):
        left, theirs = may >> 16 * suit & SUIT, others >> 16 * suit & SUIT
        above, worth = -1, -1
        while left:
            card = LOW[left]
            left &= left - 1
            if above == COUNT[theirs >> card] and worth == WORTH[card]:
                continue
            above, worth = COUNT[theirs >> card], WORTH[card]
            for place in range(BOARD):
                boards[level + 1, place] = board[place]
            put(boards[level + 1], 16 * suit + card)
            settled_alone(boards, level + 1, ends, keys, kept)
            if ends[level + 1, board[SIDES + me]] > best:
                best = ends[level + 1, board[SIDES + me]]
                for side in range(players):
                    ends[level, side] = ends[level + 1, side]
    if row >= 0:
        keep(keys, row, cards, 1 + leader)
        for side in range(players):
            kept[row, side] = ends[level, side] - board[TAKEN + side]
