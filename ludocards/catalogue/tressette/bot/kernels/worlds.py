"""Determinizations of a deal of Tressette ("worlds"): weighting and evaluating them.

There are three hidden hands: those of the other seats; with three players, two and the removed card.
"""

from __future__ import annotations

from math import exp, log

from numba import float64, int64, void

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.catalogue.thirds.bot.kernels.pack import LOW, SUIT
from ludocards.catalogue.tressette.bot.kernels.memory import RECORD, Solver
from ludocards.catalogue.tressette.bot.kernels.play import (
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    PLAYERS,
    SIDES,
    STAKES,
    TAKEN,
    TRICK,
    legal,
    play_out,
    put,
    remaining,
    turn,
    values,
)
from ludocards.catalogue.tressette.bot.kernels.solve import solve


@kernel(
    "void(int64[:,::1],int64[::1],int64[::1],int64[::1],float64[:,::1],float64[::1],float64[:,::1],float64[::1])"
)
def weigh(
    boards: Ints,
    before: Ints,
    chosen: Ints,
    hands: Ints,
    manners: Floats,
    sums: Floats,
    out: Floats,
    weights: Floats,
) -> None:
    """Write the log-likelihood of a player's choices with each of these hands into `weights`.

    A row of `manners` is a type that the player may be: the temperature in following the rules of thumb
    (in thirds), the share of random choices, and the logarithm of the share of such players. A row of
    `boards` has what everybody knew when a card was chosen, and `before` the cards that the player has
    played since. `sums` is scratch space, by type.
    """
    for i in range(len(hands)):
        sums[:] = manners[:, 2]
        for play in range(len(boards)):
            board = boards[play]
            found = values(board, turn(board), hands[i] | before[play], out)
            if found == 1:
                continue
            best = out[0, 0]
            for j in range(found):
                best = max(best, out[0, j])
            for manner in range(len(manners)):
                heat, slips = manners[manner, 0], manners[manner, 1]
                mine, together = 0.0, 0.0
                for j in range(found):
                    likely = exp((out[0, j] - best) / heat)
                    together += likely
                    if int(out[1, j]) == chosen[play]:
                        mine = likely
                sums[manner] += log((1 - slips) * mine / together + slips / found)
        top = sums.max()
        together = 0.0
        for manner in range(len(manners)):
            together += exp(sums[manner] - top)
        weights[i] = top + log(together)


@kernel(int64(int64[:, ::1], int64, RECORD))
def settled(boards: Ints, level: int, memory: Solver) -> int:
    """The final thirds of side 0 minus those of side 1 under perfect information, between two pairs."""
    board = boards[level]
    if board[LAID] == 0:
        leader = board[LEADER]
        if board[COUNTS + leader] == 0:
            return board[TAKEN] - board[TAKEN + 1]
        total = remaining(board)
        a, b = board[HANDS + leader], board[HANDS + (leader + 1) % 4]
        c, d = board[HANDS + (leader + 2) % 4], board[HANDS + (leader + 3) % 4]
        thirds = solve(a, b, c, d, total, -1, memory)
        return (
            board[TAKEN] - board[TAKEN + 1] + (2 * thirds - total) * (1 if board[SIDES + leader] == 0 else -1)
        )
    seat = turn(board)
    sign = 1 if board[SIDES + seat] == 0 else -1
    may = legal(board[HANDS + seat], board[TRICK] >> 4)
    best = -99
    for suit in range(4):
        rest = may >> 16 * suit & SUIT
        while rest:
            rank = LOW[rest]
            rest &= rest - 1
            for place in range(BOARD):
                boards[level + 1, place] = boards[level, place]
            put(boards[level + 1], 16 * suit + rank)
            best = max(best, sign * settled(boards, level + 1, memory))
    return sign * best


@kernel(
    void(
        int64[::1], int64, int64[::1], int64[:, ::1], int64[::1], int64, int64, int64[:, ::1],
        float64[:, ::1], RECORD, float64[:, ::1],
    )
)  # fmt: skip
def evaluate(
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
    cards seen. Between pairs with no more than `exact` cards, it is solved at once.
    """
    me = turn(board)
    mine = board[SIDES + me]
    for i in range(len(worlds)):
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
                gain = float(settled(boards, 0, memory)) * (1 if mine == 0 else -1)
            else:
                play_out(boards[0], out, 0)
                gain = float(boards[0, TAKEN + mine])
                for side in range(board[PLAYERS]):
                    if side != mine:
                        gain += boards[0, TAKEN + side] * board[STAKES + side] / 1000
            gains[i, j] = gain
