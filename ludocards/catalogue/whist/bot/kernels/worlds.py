"""Worlds: the hidden cards of a deal of Whist dealt anew, as what is known allows it, and what follows.

Cards are hidden in the hands of the others and in what was not dealt. A world is got from the one before it
by exchanging cards between these places at random, as long as nobody comes to hold more cards of suits that
he is known to lack; so every world that may be is equally likely, before it is asked how well it explains
what was bid and played.
"""

from __future__ import annotations

from math import exp, inf, log

import numpy as np

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.kept import keep, knows, row_of
from ludocards.bots.kernels.numbers import Floats, Ints, drawn
from ludocards.catalogue.whist.bot.kernels.pack import COUNT, LOW, SUIT
from ludocards.catalogue.whist.bot.kernels.play import (
    CHOICES,
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    MADE,
    PLAYERS,
    TRICK,
    VALUES,
    gain,
    legal,
    play_out,
    put,
    turn,
    values,
)

EXCHANGES, REPAIRS = 3, 400
"""Exchanges that are tried between two worlds, and before the first, for each hidden card."""


@kernel("void(int64[::1],int64[::1],int64[::1],int64,int64[::1])")
def exchange(cards: Ints, places: Ints, barred: Ints, times: int, chance: Ints) -> None:
    """Try so often to exchange two of these cards, each of which lies in the place beside it; `barred` are
    the cards that a place may not hold."""
    many = len(cards)
    for _ in range(times):
        i, j = drawn(chance) * many >> 31, drawn(chance) * many >> 31
        one, two = barred[places[i]], barred[places[j]]
        now = (one >> cards[i] & 1) + (two >> cards[j] & 1)
        then = (one >> cards[j] & 1) + (two >> cards[i] & 1)
        if then <= now:
            cards[i], cards[j] = cards[j], cards[i]


@kernel("void(int64[::1],int64[::1],int64[::1],int64[::1],int64[:,::1])")
def sample(cards: Ints, places: Ints, barred: Ints, chance: Ints, worlds: Ints) -> None:
    """Fill the rows with worlds, a column for each place."""
    exchange(cards, places, barred, REPAIRS * len(cards), chance)
    for i in range(len(worlds)):
        exchange(cards, places, barred, EXCHANGES * len(cards), chance)
        worlds[i, :] = 0
        for k in range(len(cards)):
            worlds[i, places[k]] |= 1 << cards[k]


@kernel("void(int64[:,::1],int64[::1],int64[::1],int64[::1],float64,float64,float64[:,::1],float64[::1])")
def weigh(
    boards: Ints,
    before: Ints,
    chosen: Ints,
    hands: Ints,
    heat: float,
    slips: float,
    out: Floats,
    weights: Floats,
) -> None:
    """The logarithm of how likely what a player bid and played is with each of these hands, if he keeps to
    the rules of thumb as far as `heat` (points) and `slips` (how often he chooses anything) let him.

    A row of `boards` is what everybody knew when he chose, and `before` what he held then beside what he
    holds now.
    """
    for i in range(len(hands)):
        total = 0.0
        for event in range(len(boards)):
            board = boards[event]
            found = values(board, turn(board), hands[i] | before[event], out)
            best, mine = out[VALUES, 0], 0.0
            for j in range(found):
                best = max(best, out[VALUES, j])
            together = 0.0
            for j in range(found):
                likely = exp((out[VALUES, j] - best) / heat)
                together += likely
                if int(out[CHOICES, j]) == chosen[event]:
                    mine = likely
            total += log((1 - slips) * mine / together + slips / found)
        weights[i] = total


@kernel("void(int64[:,::1],int64,float64[:,::1],float64,float64,int64[:,::1],float64[:,::1])")
def settled(
    boards: Ints, level: int, ends: Floats, low: float, high: float, keys: Ints, kept: Floats
) -> None:
    """Write the gain of each seat into the row of `ends`, if everybody sees all cards and plays for their own
    gain (max^n; of what brings the same the first, lowest card).

    Of cards of one hand with no other's between them one is tried. Two players are opponents, so that what
    leaves seat 0 outside the window from `low` to `high` need not be looked at, unless results are kept.
    """
    board = boards[level]
    players = board[PLAYERS]
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        for seat in range(players):
            ends[level, seat] = gain(board, seat)
        return
    me = turn(board)
    may, others = legal(board, board[HANDS + me]), 0
    for seat in range(players):
        if seat != me:
            others |= board[HANDS + seat]
    row, cards, rest = -1, others | board[HANDS + me], 1 + board[LEADER]
    if board[LAID] == 0 and len(keys):
        for seat in range(players):
            rest = rest << 4 | board[MADE + seat]
        row = row_of(keys, cards, rest)
        if knows(keys, row, cards, rest):
            ends[level, :] = kept[row]
            return
    for place in range(board[LAID]):
        others |= 1 << board[TRICK + place]
    best = -inf
    for suit in range(4):
        left, theirs = may >> 16 * suit & SUIT, others >> 16 * suit & SUIT
        above = -1
        while left:
            card = LOW[left]
            left &= left - 1
            if above == COUNT[theirs >> card]:
                continue
            above = COUNT[theirs >> card]
            boards[level + 1, :] = board
            put(boards[level + 1], 16 * suit + card)
            settled(boards, level + 1, ends, low, high, keys, kept)
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
        keep(keys, row, cards, rest)
        kept[row] = ends[level]


@kernel(
    "void(int64[::1],int64,int64[::1],int64[:,::1],int64[::1],int64,int64[:,::1],float64[:,::1],float64[:,::1],"
    "float64[:,::1])"
)
def evaluate(
    board: Ints,
    hand: int,
    seats: Ints,
    worlds: Ints,
    choices: Ints,
    until: int,
    boards: Ints,
    ends: Floats,
    out: Floats,
    gains: Floats,
) -> None:
    """Write the gain of each choice, a row for each of these worlds: played on by the rules of thumb until
    everybody has `until` cards, and from there as if all saw all cards."""
    me = turn(board)
    keys, kept = np.zeros((0, 2), np.int64), np.zeros((0, 6), np.float64)
    for i in range(len(worlds)):
        for j in range(len(choices)):
            boards[0, :] = board
            boards[0, HANDS + me] = hand
            for place in range(len(seats)):
                boards[0, HANDS + seats[place]] = worlds[i, place]
            put(boards[0], choices[j])
            play_out(boards[0], out, until)
            settled(boards, 0, ends, -inf, inf, keys, kept)
            gains[i, j] = ends[0, me]
