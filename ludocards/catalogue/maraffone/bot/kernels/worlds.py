"""Determinizations of a deal of Maraffone ("worlds"): weighting, evaluating and solving them."""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.likely import log_chance
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.transposition import has_position, row_of, store_position
from ludocards.catalogue.maraffone.bot.kernels.play import (
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    TAKEN,
    TRICK,
    legal,
    play_out,
    put,
    turn,
    values,
)
from ludocards.catalogue.thirds.bot.kernels.pack import COUNT, HIGH, SUIT, WORTH

MOST = 200
"""More than the thirds of any deal."""


@kernel("void(int64[:,::1],int64[::1],int64[::1],int64[::1],float64,float64,float64[:,::1],float64[::1])")
def write_log_likelihoods(
    boards: Ints,
    before: Ints,
    chosen: Ints,
    hands: Ints,
    heat: float,
    slips: float,
    out: Floats,
    weights: Floats,
) -> None:
    """Write the log-likelihood of a player's choices with each of these hands into `weights`.

    The player is assumed to follow the rules of thumb with temperature `heat` (thirds), and to choose at
    random with probability `slips`. A row of `boards` has what everybody knew at a choice, and `before` the
    cards that the player has played since.
    """
    for i in range(len(hands)):
        total = 0.0
        for event in range(len(boards)):
            board = boards[event]
            found = values(board, turn(board), hands[i] | before[event], out)
            if found == 1:
                continue
            total += log_chance(out, found, chosen[event], heat, slips)
        weights[i] = total


@kernel("int64(int64[:,::1],int64,int64,int64,int64[:,::1],float64[:,::1])")
def search_ending(boards: Ints, level: int, low: int, high: int, keys: Ints, stored: Floats) -> int:
    """The final thirds of side 0 minus those of side 1 with all cards seen; only a bound outside the window.

    Alpha-beta from `boards[level]`; later rows are scratch space. Of cards of one hand that are worth the
    same, with no other hand's card between them, only one is tried.
    """
    board = boards[level]
    now = board[TAKEN] - board[TAKEN + 1]
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        return now
    me, others = turn(board), 0
    for seat in range(4):
        if seat != me:
            others |= board[HANDS + seat]
    row, cards, rest = -1, others | board[HANDS + me], 1 + board[LEADER]
    if board[LAID] == 0 and len(keys):
        row = row_of(keys, cards, rest)
        if has_position(keys, row, cards, rest):
            least, most = now + int(stored[row, 0]), now + int(stored[row, 1])
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        else:
            store_position(keys, row, cards, rest)
            stored[row, 0], stored[row, 1] = -MOST, MOST
    alpha, beta = low, high
    for place in range(board[LAID]):
        others |= 1 << board[TRICK + place]
    may = legal(board[HANDS + me], board[TRICK] >> 4 if board[LAID] else -1)
    best = MOST if me & 1 else -MOST
    for suit in range(4):
        left, theirs = may >> 16 * suit & SUIT, others >> 16 * suit & SUIT
        above, worth = -1, -1
        while left and alpha < beta:
            rank = HIGH[left]
            left ^= 1 << rank
            if above == COUNT[theirs >> rank] and worth == WORTH[rank]:
                continue
            above, worth = COUNT[theirs >> rank], WORTH[rank]
            for place in range(BOARD):
                boards[level + 1, place] = board[place]
            put(boards[level + 1], 16 * suit + rank)
            value = search_ending(boards, level + 1, alpha, beta, keys, stored)
            if me & 1:
                best = min(best, value)
                beta = min(beta, best)
            else:
                best = max(best, value)
                alpha = max(alpha, best)
    if row >= 0 and keys[row, 0] == cards and keys[row, 1] == rest:
        if best > low:
            stored[row, 0] = max(stored[row, 0], best - now)
        if best < high:
            stored[row, 1] = min(stored[row, 1], best - now)
    return best


@kernel(
    "void(int64[::1],int64,int64[::1],int64[:,::1],int64[::1],int64,int64[:,::1],float64[:,::1],int64[:,::1],"
    "float64[:,::1],float64[:,::1])"
)
def evaluate_worlds(
    board: Ints,
    hand: int,
    seats: Ints,
    worlds: Ints,
    choices: Ints,
    until: int,
    boards: Ints,
    out: Floats,
    keys: Ints,
    stored: Floats,
    gains: Floats,
) -> None:
    """Write the gain of each choice in each of these worlds (a row), minus that of the other side.

    A world is played out by the rules of thumb to the end of a trick with no more than `until` cards in each
    hand, not at all below 0, then searched with all cards seen; `keys` and `stored` are the table of that
    search.
    """
    me = turn(board)
    for i in range(len(worlds)):
        keys[:, :] = 0
        for j in range(len(choices)):
            boards[0, :] = board
            boards[0, HANDS + me] = hand
            for place in range(3):
                boards[0, HANDS + seats[place]] = worlds[i, place]
            put(boards[0], choices[j])
            if until >= 0:
                play_out(boards[0], out, until)
            gains[i, j] = search_ending(boards, 0, -MOST, MOST, keys, stored) * (-1 if me & 1 else 1)
