"""A small network that scores the cards of a hand: how likely each is to be played by a seat that sees a
board.

It has one hidden layer. Its inputs describe a card in its suit and trick, and are the same for all suits;
its outputs are a score for each kind of player. The likelihood of a card is the softmax of the scores over
the legal cards. `bot.network` has the weights.
"""

from __future__ import annotations

import numpy as np

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, Singles
from ludocards.catalogue.thirds.bot.kernels.pack import CLASS, COUNT, HIGH, PACK, RANKS, SUIT, WORTH
from ludocards.catalogue.tressette.bot.kernels.play import (
    ASKED,
    COUNTS,
    GONE,
    LAID,
    LEADER,
    LED,
    PLAYERS,
    SIDES,
    TRICK,
    VOIDS,
    beats,
    seat_after,
    winning,
)

CONTEXT, HONOURS, OF_CARD = 8, 3, 18
"""The number of inputs that all cards of a hand share; of those for 3, 2 and ace of a suit in the own hand,
and in other hands; and of the others that describe a card. Ten more say which rank it has."""
FEATURES = CONTEXT + len(RANKS) + 2 * HONOURS + OF_CARD
UNITS, LANES = 32, 8
"""The size of the hidden layer, and the number of its units that the processor adds at once."""
WORST = -4.0
"""The least value of a card by the rules of thumb relative to the best, in units of three thirds."""


@kernel("void(int64[::1],int64,int64,float64[:,::1],int64,float32[:,::1])")
def describe(board: Ints, me: int, hand: int, out: Floats, found: int, inputs: Singles) -> None:
    """Write the inputs for each of the `found` legal cards of this hand into a row of `inputs`.

    `out` is what `values` has written for the hand.
    """
    laid, by = board[LAID], winning(board)
    led = board[TRICK] >> 4 if laid else -1
    best = board[TRICK + by] if laid else -1
    unseen = PACK & ~board[GONE] & ~hand
    top, pot = out[0, 0], 0
    for j in range(found):
        top = max(top, out[0, j])
    for place in range(laid):
        pot += WORTH[board[TRICK + place] & 15]
    friend_wins = laid > 0 and board[SIDES + seat_after(board, board[LEADER], by)] == board[SIDES + me]
    for j in range(found):
        row = inputs[j]
        row[:] = 0
        if laid < 3:
            row[laid] = 1
        row[3] = pot / 6
        row[4] = board[COUNTS + me] / 10
        row[5] = 1 if friend_wins else 0
        row[6] = 1 if board[ASKED] == me + 1 else 0
        row[7] = 1 if laid and COUNT[hand >> 16 * led & SUIT] == 0 else 0
        card = int(out[1, j])
        suit, rank = card >> 4, card & 15
        mine, others = hand >> 16 * suit & SUIT, unseen >> 16 * suit & SUIT
        at = CONTEXT
        row[at + rank] = 1
        at += len(RANKS)
        for honour in range(HONOURS):
            row[at + honour] = mine >> (len(RANKS) - 1 - honour) & 1
            row[at + HONOURS + honour] = others >> (len(RANKS) - 1 - honour) & 1
        at += 2 * HONOURS
        below, above = mine & (1 << rank) - 1, mine >> rank >> 1
        row[at] = max(WORST, (out[0, j] - top) / 3)
        row[at + 1] = 1 if out[0, j] == top else 0
        row[at + 2] = out[3, j]
        row[at + 3] = 1 if laid and beats(card, best) else 0
        row[at + 4] = pot * row[at + 3] / 6
        row[at + 5] = COUNT[others >> rank] / 5
        row[at + 6] = COUNT[others & (1 << rank) - 1] / 5
        row[at + 7] = COUNT[mine] / 5
        row[at + 8] = COUNT[above] / 3
        row[at + 9] = COUNT[below] / 3
        row[at + 10] = 1 if below == 0 else 0
        row[at + 11] = 1 if above == 0 else 0
        if below:
            next_one = HIGH[below]
            if others >> next_one & (1 << (rank - next_one)) - 1 == 0:
                row[at + 12] = 1
                row[at + 13] = 1 if CLASS[next_one] == CLASS[rank] else 0
        for step in range(1, board[PLAYERS]):
            seat = seat_after(board, me, step)
            is_friend = board[SIDES + seat] == board[SIDES + me]
            if board[LED + seat] >> suit & 1:
                row[at + (14 if is_friend else 15)] = 1
            if board[VOIDS + seat] >> suit & 1:
                row[at + (16 if is_friend else 17)] += 1


@kernel("void(float32[:,::1],int64,float32[:,::1],float32[:,::1],float32[:,::1],float64[:,::1])")
def score(
    inputs: Singles, found: int, first: Singles, second: Singles, hidden: Singles, scores: Floats
) -> None:
    """Write the score of each card for each kind of player (a row) into `scores`.

    `first` has a row for each input and one for the bias, `second` one for each kind of player; their
    columns are the units of the hidden layer. `hidden` is scratch space: three rows.
    """
    for unit in range(UNITS):
        hidden[0, unit] = first[FEATURES, unit]
    for at in range(CONTEXT):
        value = inputs[0, at]
        if value != 0:
            for unit in range(UNITS):
                hidden[0, unit] += value * first[at, unit]
    for j in range(found):
        for unit in range(UNITS):
            hidden[1, unit] = hidden[0, unit]
        for at in range(CONTEXT, FEATURES):
            value = inputs[j, at]
            if value != 0:
                for unit in range(UNITS):
                    hidden[1, unit] += value * first[at, unit]
        for kind in range(len(second)):
            for lane in range(LANES):
                hidden[2, lane] = 0
            for start in range(0, UNITS, LANES):
                for lane in range(LANES):
                    active = max(hidden[1, start + lane], np.float32(0))
                    hidden[2, lane] += active * second[kind, start + lane]
            total = np.float32(0)
            for lane in range(LANES):
                total += hidden[2, lane]
            scores[kind, j] = total
