"""What a position of Tressette between two pairs leads to when all see all cards, in mid-trick too.

`solve.search` answers at the beginning of a trick; here the rest of the trick is looked into before it.
"""

from __future__ import annotations

from games.bots.kernels.compiled import kernel
from games.bots.kernels.numbers import Ints
from games.bots.kernels.play import (
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LAST,
    LEADER,
    SIDES,
    TAKEN,
    TRICK,
    legal,
    put,
    turn,
)
from games.bots.kernels.solve import PAST, ordered, search
from games.bots.kernels.tressette import SUIT, VALUE


@kernel("int64(int64[:,::1],int64,int64,int64[:,::1],int64[:,::1],int64[:,::1],int64[::1])")
def reached(boards: Ints, level: int, need: int, kept: Ints, moves: Ints, own: Ints, state: Ints) -> int:
    """The thirds that side 0 has at the end of the deal: at least this if it is `need` or more, else at
    most this. `boards[level]` is the position, the rows after it and `own` are written on."""
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
    best, by = board[TRICK], 0
    on_table = 0
    for place in range(board[LAID]):
        card = board[TRICK + place]
        on_table |= 1 << card
        if card >> 4 == led and card > best:
            best, by = card, place
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
    """The thirds that side 0 has at the end from `boards[0]` on, looked for from a guess: two questions if it
    is right."""
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
