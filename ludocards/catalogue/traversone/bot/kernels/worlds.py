"""Determinizations of a deal of Tressette a perdere ("worlds"): weighting and evaluating them.

Cards are hidden in the hands of the others and, where some lie aside for the last trick, among these.
"""

from __future__ import annotations

from math import inf

import numpy as np

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.likely import log_chance
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.transposition import has_position, row_of, store_position
from ludocards.catalogue.thirds.bot.kernels.pack import CLASS, COUNT, LOW, SUIT
from ludocards.catalogue.thirds.values import POINT
from ludocards.catalogue.traversone.bot.kernels.play import (
    ASIDE,
    BASTONI,
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    PLAYERS,
    TAKEN,
    TRICK,
    legal,
    play_out,
    put,
    turn,
    values,
    write,
)

FRACTION = 0.01
"""The worth of a third that changes no point."""


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
    """Write the log-likelihood of a player's cards with each of these hands into `weights`.

    The player is assumed to follow the rules of thumb with temperature `heat` (thirds), and to choose at
    random with probability `slips`. A row of `boards` has what everybody knew at a card, and `before` the
    cards that the player has played since.
    """
    for i in range(len(hands)):
        total = 0.0
        for event in range(len(boards)):
            board = boards[event]
            found = values(board, turn(board), hands[i] | before[event], out)
            total += log_chance(out, found, chosen[event], heat, slips)
        weights[i] = total


@kernel("void(int64[::1],float64[::1])")
def gains(board: Ints, ends: Floats) -> None:
    """Write the gain of each seat at the end of the deal: minus its points, in thirds, and minus a hundredth
    of the thirds it has taken, so that among equal results fewer are better."""
    write(board, ends)
    for seat in range(board[PLAYERS]):
        ends[seat] = -POINT * ends[seat] - FRACTION * board[TAKEN + seat]


@kernel("void(int64[:,::1],int64,float64[:,::1],int64[:,::1],float64[:,::1])")
def search_ending(boards: Ints, level: int, ends: Floats, keys: Ints, stored: Floats) -> None:
    """Write the gain of each seat under perfect information into the row of `ends` (max^n).

    Of equally good cards the first and lowest is played. Of adjacent cards of one hand that are worth the
    same, with no other hand's card between them, only one is tried.
    """
    board = boards[level]
    players = board[PLAYERS]
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        gains(board, ends[level])
        return
    me = turn(board)
    may, others = legal(board, board[HANDS + me]), 0
    for seat in range(players):
        if seat != me:
            others |= board[HANDS + seat]
    row, cards, rest = -1, others | board[HANDS + me], board[LEADER] << 3 | board[BASTONI]
    if board[LAID] == 0 and len(keys):
        for seat in range(players):
            rest = rest << 6 | board[TAKEN + seat]
        rest += 1
        row = row_of(keys, cards, rest)
        if has_position(keys, row, cards, rest):
            ends[level, :] = stored[row]
            return
    for place in range(board[LAID]):
        others |= 1 << board[TRICK + place]
    best = -inf
    for suit in range(4):
        left, theirs = may >> 16 * suit & SUIT, others >> 16 * suit & SUIT
        above, same = -1, -1
        while left:
            card = LOW[left]
            left &= left - 1
            if above == COUNT[theirs >> card] and same == CLASS[card]:
                continue
            above, same = COUNT[theirs >> card], CLASS[card]
            boards[level + 1, :] = board
            put(boards[level + 1], 16 * suit + card)
            search_ending(boards, level + 1, ends, keys, stored)
            if ends[level + 1, me] > best:
                best = ends[level + 1, me]
                ends[level, :] = ends[level + 1, :]
    if row >= 0:
        store_position(keys, row, cards, rest)
        stored[row] = ends[level]


@kernel(
    ""
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
    out: Floats,
    found: Floats,
) -> None:
    """Write the gain of each card in each of these worlds (a row), in which the last place lies aside.

    A world is played out by the rules of thumb to the end of a trick with no more than `until` cards in each
    hand, not at all below 0, then searched with all cards seen.
    """
    me = turn(board)
    keys, stored = np.zeros((0, 2), np.int64), np.zeros((0, 6), np.float64)
    for i in range(len(worlds)):
        for j in range(len(choices)):
            boards[0, :] = board
            boards[0, HANDS + me] = hand
            for place in range(len(seats)):
                boards[0, HANDS + seats[place]] = worlds[i, place]
            boards[0, ASIDE] |= worlds[i, len(seats)]
            put(boards[0], choices[j])
            if until >= 0:
                play_out(boards[0], out, until)
            search_ending(boards, 0, ends, keys, stored)
            found[i, j] = ends[0, me]
