"""Determinizations ("worlds") of a deal of Whist, as kernels that weight, search and evaluate them.

The hidden cards are in the hands of the other players, and among the cards that were not dealt.
"""

from __future__ import annotations

from math import inf

import numpy as np

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.likely import log_chance
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.transposition import has_position, row_of, store_position
from ludocards.catalogue.whist.bot.kernels.pack import COUNT, LOW, SUIT
from ludocards.catalogue.whist.bot.kernels.play import (
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    MADE,
    PLAYERS,
    TRICK,
    gain,
    legal,
    play_out,
    put,
    turn,
    values,
)


@kernel("void(int64[:,::1],int64[::1],int64[::1],int64[::1],float64,float64,float64[:,::1],float64[::1])")
def write_log_likelihoods(
    boards: Ints,
    played_since: Ints,
    chosen: Ints,
    hands: Ints,
    heat: float,
    slips: float,
    scratch: Floats,
    weights: Floats,
) -> None:
    """Write into `weights` the log-likelihood of a player's bid and plays for each hand they may hold now.

    The player is assumed to follow the rules of thumb with temperature `heat` (points), and to choose at
    random with probability `slips`. For each choice of the player, `boards` has what everybody knew (a row),
    `chosen` the choice, and `played_since` the cards played from that choice on: these, and those that the
    player holds now, were the hand at the choice. `scratch` is overwritten.
    """
    for i in range(len(hands)):
        total = 0.0
        for event in range(len(boards)):
            board = boards[event]
            found = values(board, turn(board), hands[i] | played_since[event], scratch)
            total += log_chance(scratch, found, chosen[event], heat, slips)
        weights[i] = total


@kernel("void(int64[:,::1],int64,float64[:,::1],float64,float64,int64[:,::1],float64[:,::1])")
def search_ending(
    boards: Ints, level: int, ends: Floats, low: float, high: float, keys: Ints, stored: Floats
) -> None:
    """Search the position in row `level` of `boards` by max^n, with all cards open.

    The gain of each seat is written into row `level` of `ends`; further rows are overwritten. The first and
    lowest of equally good cards is played. Of cards of one hand between which no other hand has a card, only
    one is tried. With two players, results of seat 0 outside the window from `low` to `high` are cut off,
    unless a transposition table is used.
    """
    board = boards[level]
    players = board[PLAYERS]
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        for seat in range(players):
            ends[level, seat] = gain(board, seat)
        return
    me = turn(board)
    cards_to_try, others = legal(board, board[HANDS + me]), 0
    for seat in range(players):
        if seat != me:
            others |= board[HANDS + seat]
    row, cards, rest = -1, others | board[HANDS + me], 1 + board[LEADER]
    if board[LAID] == 0 and len(keys):
        for seat in range(players):
            rest = rest << 4 | board[MADE + seat]
        row = row_of(keys, cards, rest)
        if has_position(keys, row, cards, rest):
            ends[level, :] = stored[row]
            return
    for place in range(board[LAID]):
        others |= 1 << board[TRICK + place]
    best = -inf
    for suit in range(4):
        left, theirs = cards_to_try >> 16 * suit & SUIT, others >> 16 * suit & SUIT
        above = -1
        while left:
            card = LOW[left]
            left &= left - 1
            if above == COUNT[theirs >> card]:
                continue
            above = COUNT[theirs >> card]
            boards[level + 1, :] = board
            put(boards[level + 1], 16 * suit + card)
            search_ending(boards, level + 1, ends, low, high, keys, stored)
            if ends[level + 1, me] > best:
                best = ends[level + 1, me]
                ends[level, :] = ends[level + 1, :]
            if players == 2 and len(keys) == 0:
                if me == 0:
                    low = max(low, best)
                else:
                    high = min(high, -best)
                if low >= high:
                    return
    if row >= 0:
        store_position(keys, row, cards, rest)
        stored[row] = ends[level]


@kernel(
    "void(int64[::1],int64,int64[::1],int64[:,::1],int64[::1],int64,int64[:,::1],float64[:,::1],float64[:,::1],"
    "float64[:,::1])"
)
def evaluate_worlds(
    board: Ints,
    hand: int,
    seats: Ints,
    worlds: Ints,
    choices: Ints,
    until: int,
    boards: Ints,
    ends: Floats,
    scratch: Floats,
    gains: Floats,
) -> None:
    """Write the gain of each choice (a column) in each world (a row) into `gains`.

    After the choice, the world is played out by the rules of thumb to the end of a trick with no more than
    `until` cards in each hand, not at all below 0, then searched with all cards open. `boards`, `ends` and
    `scratch` are overwritten.
    """
    me = turn(board)
    keys, stored = np.zeros((0, 2), np.int64), np.zeros((0, 6), np.float64)
    for i in range(len(worlds)):
        for j in range(len(choices)):
            boards[0, :] = board
            boards[0, HANDS + me] = hand
            for k in range(len(seats)):
                boards[0, HANDS + seats[k]] = worlds[i, k]
            put(boards[0], choices[j])
            if until >= 0:
                play_out(boards[0], scratch, until)
            search_ending(boards, 0, ends, -inf, inf, keys, stored)
            gains[i, j] = ends[0, me]
