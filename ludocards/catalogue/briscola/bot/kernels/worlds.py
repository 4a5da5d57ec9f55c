"""Determinizations of a deal of Briscola ("worlds"): sampling, weighting, evaluating and solving them.

A row has three hidden hands, and from `STOCKED` on the cards to draw, in the order of a board.
"""

from __future__ import annotations

from math import exp, log

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, count, drawn, lowest, one_of
from ludocards.catalogue.briscola.bot.kernels.pack import WORTH
from ludocards.catalogue.briscola.bot.kernels.play import (
    BOARD,
    COUNTS,
    DRAWS,
    HANDS,
    LAID,
    LAST,
    LEADER,
    PLAYERS,
    SIDES,
    STOCK,
    TAKEN,
    TRICK,
    play_out,
    put,
    side,
    turn,
    values,
)

STOCKED = 3
"""The first column of a row that holds a card to draw."""
ROW = STOCKED + BOARD - DRAWS

MOST = 200
"""More than the points of any deal."""

NOTHING, UNKNOWN = -1, 64
"""The draw of a seat after a card: nothing, or a card that nobody else has seen."""


@kernel("void(int64[::1],int64[::1],int64[::1],int64[::1],int64,int64[::1],int64[:,::1])")
def sample(cards: Ints, room: Ints, held: Ints, signed: Ints, stock: int, chance: Ints, rows: Ints) -> None:
    """Fill the rows with random deals of these cards to the places, and to a stock of `stock` cards.

    `held` has the cards known to be at each place, `signed` those that its player has signed; in every other
    row a sign is believed.
    """
    for i in range(len(rows)):
        for last in range(len(cards) - 1, 0, -1):
            other = drawn(chance) % (last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        gone = 0
        rows[i, : len(held)] = held
        for anything in range(1 - (i & 1), 2):
            for place in range(len(room)):
                free = room[place] - count(rows[i, place] & gone)
                for j in range(len(cards)):
                    bit = 1 << cards[j]
                    if free and not gone & bit and (anything or signed[place] & bit):
                        rows[i, place] |= bit
                        gone |= bit
                        free -= 1
        n = 1
        for j in range(len(cards)):
            if not gone >> cards[j] & 1 and n <= stock:
                rows[i, STOCKED + n] = cards[j]
                n += 1


@kernel(
    "void(int64[:,::1],int64[::1],int64[::1],int64[::1],float64,float64,int64[::1],float64[:,::1],float64[::1])"
)
def write_log_likelihoods(
    boards: Ints,
    chosen: Ints,
    drew: Ints,
    hands: Ints,
    heat: float,
    slips: float,
    chance: Ints,
    out: Floats,
    weights: Floats,
) -> None:
    """Write the log-likelihood of a player's cards with each of these hands into `weights`.

    The player is assumed to follow the rules of thumb with temperature `heat` (points), and to choose at
    random with probability `slips`. A row of `boards` has what everybody knew at a card. Which card was drawn
    when is not known: one history of each hand is sampled, backwards; all are equally likely.
    """
    for i in range(len(hands)):
        total, hand = 0.0, hands[i]
        for event in range(len(boards) - 1, -1, -1):
            if drew[event] == UNKNOWN:
                hand &= ~(1 << one_of(hand, drawn(chance)))
            elif drew[event] >= 0:
                hand &= ~(1 << drew[event])
            hand |= 1 << chosen[event]
            if hand & (hand - 1) == 0:
                continue
            found = values(boards[event], turn(boards[event]), hand, out)
            best, mine, together = out[0, 0], 0.0, 0.0
            for j in range(found):
                best = max(best, out[0, j])
            for j in range(found):
                likely = exp((out[0, j] - best) / heat)
                together += likely
                if int(out[1, j]) == chosen[event]:
                    mine = likely
            total += log((1 - slips) * mine / together + slips / found)
        weights[i] = total


@kernel("int64(int64[:,::1],int64,int64,int64)")
def search_two_sides(boards: Ints, level: int, low: int, high: int) -> int:
    """The final points of side 0 minus those of side 1 with all cards seen; only a bound outside the window.

    Alpha-beta between two sides from `boards[level]`; later rows are scratch space.
    """
    board = boards[level]
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        return int(board[TAKEN] - board[TAKEN + 1])
    me = turn(board)
    is_other, hand = side(board, me), board[HANDS + me]
    best = MOST if is_other else -MOST
    while hand and low < high:
        card = lowest(hand)
        hand &= hand - 1
        for place in range(DRAWS + board[STOCK]):
            boards[level + 1, place] = board[place]
        put(boards[level + 1], card)
        value = search_two_sides(boards, level + 1, low, high)
        if is_other:
            best = min(best, value)
            high = min(high, best)
        else:
            best = max(best, value)
            low = max(low, best)
    return best


@kernel("void(int64[:,::1],int64,int64[:,::1])")
def search_max_n(boards: Ints, level: int, ends: Ints) -> None:
    """Write the final points of each side into `ends[level]`, if everybody maximises their own with all cards
    seen (max^n); of equally good cards the lowest is played."""
    board = boards[level]
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        for each in range(4):
            ends[level, each] = board[TAKEN + each]
        return
    me = turn(board)
    mine, hand, best = side(board, me), board[HANDS + me], -1
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        for place in range(DRAWS + board[STOCK]):
            boards[level + 1, place] = board[place]
        put(boards[level + 1], card)
        search_max_n(boards, level + 1, ends)
        if ends[level + 1, mine] > best:
            best = ends[level + 1, mine]
            for each in range(4):
                ends[level, each] = ends[level + 1, each]


@kernel("int64(int64[::1])")
def left(board: Ints) -> int:
    """The points that nobody has taken yet."""
    points = board[LAST]
    for place in range(board[STOCK]):
        points += WORTH[board[DRAWS + place] & 15]
    for place in range(board[LAID]):
        points += WORTH[board[TRICK + place] & 15]
    for seat in range(board[PLAYERS]):
        hand = board[HANDS + seat]
        while hand:
            points += WORTH[lowest(hand) & 15]
            hand &= hand - 1
    return points


@kernel("void(int64[:,::1],int64[:,::1])")
def search_ending(boards: Ints, ends: Ints) -> None:
    """Write the final points of each side into `ends[0]` if all play on from `boards[0]` with all cards seen:
    the optimum between two sides, otherwise max^n."""
    board = boards[0]
    if board[SIDES] > 2:
        search_max_n(boards, 0, ends)
        return
    points = board[TAKEN] + board[TAKEN + 1] + left(board)
    ends[0, 0] = (points + search_two_sides(boards, 0, -MOST, MOST)) // 2
    ends[0, 1] = points - ends[0, 0]


@kernel(
    "void(int64[::1],int64,int64[::1],int64[:,::1],int64[::1],int64,int64[:,::1],int64[:,::1],"
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
    ends: Ints,
    out: Floats,
    found: Floats,
) -> None:
    """Write the points of each choice in each of these worlds (a row), then for each choice whether the game
    is won (1), shared (1/2) or lost.

    A world is played out by the rules of thumb until no more than `until` tricks are to come, then searched
    with all cards seen.
    """
    me, many = turn(board), len(choices)
    mine = side(board, me)
    for i in range(len(worlds)):
        for j in range(many):
            boards[0, :] = board
            boards[0, HANDS + me] = hand
            for place in range(len(seats)):
                boards[0, HANDS + seats[place]] = worlds[i, place]
            for place in range(1, board[STOCK]):
                boards[0, DRAWS + place] = worlds[i, STOCKED + place]
            put(boards[0], choices[j])
            play_out(boards[0], out, until)
            search_ending(boards, ends)
            theirs = -1
            for each in range(board[SIDES]):
                if each != mine:
                    theirs = max(theirs, ends[0, each])
            found[i, j] = ends[0, mine]
            ahead = ends[0, mine] - theirs
            found[i, many + j] = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
