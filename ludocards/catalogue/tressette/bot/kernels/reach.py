"""The result of any position of Tressette under perfect information, in the middle of a trick too.

Between two pairs, the rest of the trick is searched here, and `solve.search` takes over at the next one. Of
three players on their own, each maximises their own gain (max^n).
"""

from __future__ import annotations

from numba import int64

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.transposition import has_position, row_of, store_position
from ludocards.catalogue.thirds.bot.kernels.pack import COUNT, LOW, SUIT, WORTH
from ludocards.catalogue.tressette.bot.kernels.memory import RECORD, Solver
from ludocards.catalogue.tressette.bot.kernels.order import replies
from ludocards.catalogue.tressette.bot.kernels.play import (
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    PLAYERS,
    SIDES,
    TAKEN,
    TRICK,
    legal,
    put,
    remaining,
    turn,
    winning,
)
from ludocards.catalogue.tressette.bot.kernels.solve import estimate, search

BOARDS = int64[:, ::1]


@kernel(int64(BOARDS, int64, int64, RECORD))
def reached(boards: Ints, level: int, need: int, memory: Solver) -> int:
    """A bound on the thirds that side 0 has at the end of the deal.

    It is a lower bound if it is `need` or more, else an upper bound. `boards[level]` is the position; the
    rows after it are scratch space.
    """
    board = boards[level]
    leader = board[LEADER]
    taken = board[TAKEN]
    if board[LAID] == 0:
        tricks = board[COUNTS + leader]
        if tricks == 0:
            return taken
        a, b = board[HANDS + leader], board[HANDS + (leader + 1) % 4]
        c, d = board[HANDS + (leader + 2) % 4], board[HANDS + (leader + 3) % 4]
        total = remaining(board)
        if board[SIDES + leader] == 0:
            return taken + (search(a, b, c, d, total, need - taken, tricks, memory) & 63)
        theirs = total - (need - taken) + 1
        return taken + total - (search(a, b, c, d, total, theirs, tricks, memory) & 63)
    seat, place = turn(board), board[LAID]
    ours = board[SIDES + seat]
    by, live = winning(board), 0
    for card in board[TRICK : TRICK + place]:
        live |= 1 << card
    for hand in board[HANDS : HANDS + 4]:
        live |= hand
    following = board[HANDS + (seat + 1) % 4] if place < 3 else 0
    found = replies(
        memory,
        place,
        place,
        board[HANDS + seat],
        live,
        board[TRICK],
        board[TRICK + by] & 15,
        board[SIDES + (leader + by) % 4] == ours,
        following,
        board[HANDS + (seat + 2) % 4],
    )
    value = -1 if ours == 0 else 99
    for i in range(found):
        for field in range(BOARD):
            boards[level + 1, field] = board[field]
        put(boards[level + 1], memory.moves[place, i] & 63)
        result = reached(boards, level + 1, need, memory)
        if ours == 0:
            value = max(value, result)
            if value >= need:
                break
        else:
            value = min(value, result)
            if value < need:
                break
    return value


@kernel(int64(BOARDS, int64, RECORD))
def search_near(boards: Ints, guess: int, memory: Solver) -> int:
    """The thirds that side 0 has at the end of the deal, from `boards[0]` on.

    The search starts from a guess (-1: its own), and needs two null windows if the guess is right.
    """
    low, high = boards[0, TAKEN], 64
    if guess < 0:
        board = boards[0]
        leader, total = board[LEADER], remaining(board)
        a, b = board[HANDS + leader], board[HANDS + (leader + 1) % 4]
        c, d = board[HANDS + (leader + 2) % 4], board[HANDS + (leader + 3) % 4]
        share = estimate(a, b, c, d, total)
        guess = low + (share if board[SIDES + leader] == 0 else total - share)
    need = max(low + 1, guess)
    while low < high:
        value = reached(boards, 0, need, memory)
        if value >= need:
            low = value
            need = low + 1
        else:
            high = value
            need = high
    return low


@kernel("void(int64[:,::1],int64,float64[:,::1],int64[:,::1],float64[:,::1])")
def search_alone(boards: Ints, level: int, ends: Floats, keys: Ints, stored: Floats) -> None:
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
        if has_position(keys, row, cards, 1 + leader):
            for side in range(players):
                ends[level, side] = board[TAKEN + side] + stored[row, side]
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
            search_alone(boards, level + 1, ends, keys, stored)
            if ends[level + 1, board[SIDES + me]] > best:
                best = ends[level + 1, board[SIDES + me]]
                for side in range(players):
                    ends[level, side] = ends[level + 1, side]
    if row >= 0:
        store_position(keys, row, cards, 1 + leader)
        for side in range(players):
            stored[row, side] = ends[level, side] - board[TAKEN + side]
