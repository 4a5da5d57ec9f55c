"""Determinizations of a deal of Tressette ("worlds"): weighting and evaluating them.

There are three hidden hands: those of the other seats; with three players, two and the removed card.
"""

from __future__ import annotations

from math import exp, log

import numpy as np
from numba import float32, float64, int64, void

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, Singles
from ludocards.catalogue.thirds.bot.kernels.pack import PACK, SUIT, VALUE, WORTH
from ludocards.catalogue.tressette.bot.kernels.memory import RECORD, Solver
from ludocards.catalogue.tressette.bot.kernels.network import FEATURES, UNITS, describe, score
from ludocards.catalogue.tressette.bot.kernels.play import (
    BOARD,
    COUNTS,
    GONE,
    HANDS,
    LAID,
    LAST,
    OUT,
    PLAYERS,
    SIDES,
    STAKES,
    TAKEN,
    TRICK,
    play_out,
    put,
    turn,
    values,
)
from ludocards.catalogue.tressette.bot.kernels.reach import search_near


@kernel(
    void(
        int64[:, ::1], int64[::1], int64[::1], int64[::1], float64[:, ::1], float32[:, ::1], float32[:, ::1],
        float64[:, ::1], float64[::1],
    )
)  # fmt: skip
def write_log_likelihoods(
    boards: Ints,
    before: Ints,
    chosen: Ints,
    hands: Ints,
    player_types: Floats,
    first: Singles,
    second: Singles,
    out: Floats,
    weights: Floats,
) -> None:
    """Write the log-likelihood of a player's choices with each of these hands into `weights`.

    A row of `player_types` is a type that the player may be: the temperature in following the rules of thumb
    (in thirds), or -1 - k for the kind of player k of the network; the share of random choices; and the
    logarithm of the share of such players. A row of `boards` has what everybody knew when a card was
    chosen, and `before` the cards that the player has played since. `first` and `second` are the weights of
    the network.
    """
    sums = np.empty(len(player_types), np.float64)
    inputs = np.empty((OUT[1], FEATURES), np.float32)
    hidden = np.empty((3, UNITS), np.float32)
    scores = np.empty((len(second), OUT[1]), np.float64)
    asked = player_types[:, 0].min() < 0
    for i in range(len(hands)):
        sums[:] = player_types[:, 2]
        for play in range(len(boards)):
            board, hand = boards[play], hands[i] | before[play]
            me = turn(board)
            found = values(board, me, hand, out)
            if found == 1:
                continue
            if asked:
                describe(board, me, hand, out, found, inputs)
                score(inputs, found, first, second, hidden, scores)
            for kind in range(len(player_types)):
                heat, slips = player_types[kind, 0], player_types[kind, 1]
                row, scale = (out[0], heat) if heat > 0 else (scores[int(-1 - heat)], 1.0)
                best = row[0]
                for j in range(found):
                    best = max(best, row[j])
                mine, together = 0.0, 0.0
                for j in range(found):
                    likely = exp((row[j] - best) / scale)
                    together += likely
                    if int(out[1, j]) == chosen[play]:
                        mine = likely
                sums[kind] += log((1 - slips) * mine / together + slips / found)
        top = sums.max()
        together = 0.0
        for kind in range(len(player_types)):
            together += exp(sums[kind] - top)
        weights[i] = top + log(together)


@kernel(
    void(
        int64[::1], int64, int64[::1], int64[:, ::1], int64[::1], int64, int64, int64[:, ::1],
        float64[:, ::1], RECORD, float64[:, ::1],
    )
)  # fmt: skip
def evaluate_worlds(
    board: Ints,
    hand: int,
    seats: Ints,
    worlds: Ints,
    cards: Ints,
    exact: int,
    until: int,
    boards: Ints,
    out: Floats,
    memory: Solver,
    gains: Floats,
) -> None:
    """Write the gain of each card in each of these worlds (a row).

    A world is played out by the rules of thumb until each player has `until` cards, then solved with all
    cards seen. Between pairs with no more than `exact` cards, it is solved at once. The result of a card is
    the first guess for the next one.
    """
    me = turn(board)
    mine = board[SIDES + me]
    thirds = board[TAKEN] + board[TAKEN + 1] + board[LAST]
    unseen = PACK & ~board[GONE]
    for suit in range(4):
        thirds += VALUE[unseen >> 16 * suit & SUIT]
    for place in range(board[LAID]):
        thirds += WORTH[board[TRICK + place] & 15]
    for i in range(len(worlds)):
        guess = -1
        for j in range(len(cards)):
            for place in range(BOARD):
                boards[0, place] = board[place]
            boards[0, HANDS + me] = hand
            for holder in range(3):
                if seats[holder] < board[PLAYERS]:
                    boards[0, HANDS + seats[holder]] = worlds[i, holder]
            put(boards[0], cards[j])
            if board[PLAYERS] == 4:
                if board[COUNTS + me] > exact:
                    play_out(boards[0], out, until)
                guess = search_near(boards, guess, memory)
                gain = float(2 * guess - thirds) * (1 if mine == 0 else -1)
            else:
                play_out(boards[0], out, 0)
                gain = float(boards[0, TAKEN + mine])
                for side in range(board[PLAYERS]):
                    if side != mine:
                        gain += boards[0, TAKEN + side] * board[STAKES + side] / 1000
            gains[i, j] = gain
