"""Determinizations of a deal of Scopone or Scopa ("worlds"): weighting, evaluating and solving them."""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.likely import log_chance
from ludocards.bots.kernels.numbers import Floats, Ints, drawn, one_of
from ludocards.catalogue.scopone.bot.kernels.pack import PACK
from ludocards.catalogue.scopone.bot.kernels.play import (
    CHOICES,
    COUNTS,
    DRAWS,
    HANDS,
    SIDES,
    STOCK,
    TABLE,
    TURN,
    choices,
    play_out,
    put,
    side,
    values,
    write,
)

MOST = 100.0
"""More than the points of any deal."""


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

    The player is assumed to follow the rules of thumb with temperature `heat` (points), and to choose at
    random with probability `slips`. A row of `boards` has what everybody knew at a choice, and `before` the
    cards that the player has played since.
    """
    for i in range(len(hands)):
        total = 0.0
        for event in range(len(boards)):
            board = boards[event]
            found = values(board, board[TURN], hands[i] | before[event], out)
            total += log_chance(out, found, chosen[event], heat, slips)
        weights[i] = total


@kernel("void(int64[:,::1],int64)")
def copy_down(boards: Ints, level: int) -> None:
    """Copy a board without a stock to the next row."""
    for place in range(DRAWS):
        boards[level + 1, place] = boards[level, place]


@kernel("float64(int64[:,::1],int64,float64,float64,float64[:,::1],float64[:,:,::1])")
def search_two_sides(boards: Ints, level: int, low: float, high: float, ends: Floats, outs: Floats) -> float:
    """The final points of side 0 minus those of side 1 with all cards seen; only a bound outside the window.

    Alpha-beta between two sides from `boards[level]`, captures first; later rows are scratch space.
    """
    board = boards[level]
    me = board[TURN]
    if board[COUNTS + me] == 0:
        write(board, ends[level])
        return ends[level, 0] - ends[level, 1]
    is_other = side(board, me)
    best = MOST if is_other else -MOST
    found = choices(board[TABLE], board[HANDS + me], outs[level])
    for laid in range(2):
        for i in range(found):
            choice = int(outs[level, CHOICES, i])
            if (choice & PACK == 0) != laid or low >= high:
                continue
            copy_down(boards, level)
            put(boards[level + 1], choice)
            value = search_two_sides(boards, level + 1, low, high, ends, outs)
            if is_other:
                best = min(best, value)
                high = min(high, best)
            else:
                best = max(best, value)
                low = max(low, best)
    return best


@kernel("void(int64[:,::1],int64,float64[:,::1],float64[:,:,::1])")
def search_max_n(boards: Ints, level: int, ends: Floats, outs: Floats) -> None:
    """Write the final points of each side into `ends[level]`, if everybody maximises their own with all cards
    seen (max^n); of equally good choices the first is made."""
    board = boards[level]
    me = board[TURN]
    if board[COUNTS + me] == 0:
        write(board, ends[level])
        return
    best = -1.0
    for i in range(choices(board[TABLE], board[HANDS + me], outs[level])):
        copy_down(boards, level)
        put(boards[level + 1], int(outs[level, CHOICES, i]))
        search_max_n(boards, level + 1, ends, outs)
        if ends[level + 1, side(board, me)] > best:
            best = ends[level + 1, side(board, me)]
            ends[level] = ends[level + 1]


@kernel("void(int64[:,::1],float64[:,::1],float64[:,:,::1])")
def search_ending(boards: Ints, ends: Floats, outs: Floats) -> None:
    """Write the lead of each side into `ends[0]` (its points, minus the mean of the others) if all play on
    from `boards[0]` with all cards seen: the optimum between two sides, otherwise max^n."""
    sides = boards[0, SIDES]
    if sides == 2:
        ends[0, 0] = search_two_sides(boards, 0, -MOST, MOST, ends, outs)
        ends[0, 1] = -ends[0, 0]
        return
    search_max_n(boards, 0, ends, outs)
    total = 0.0
    for each in range(sides):
        total += ends[0, each]
    for each in range(sides):
        ends[0, each] = (sides * ends[0, each] - total) / (sides - 1)


@kernel(
    "void(int64[::1],int64,int64[::1],int64[:,::1],int64[::1],int64,int64[::1],int64[:,::1],float64[:,::1],"
    "float64[:,:,::1],float64[:,::1])"
)
def evaluate_worlds(
    board: Ints,
    hand: int,
    seats: Ints,
    worlds: Ints,
    commands: Ints,
    until: int,
    chance: Ints,
    boards: Ints,
    ends: Floats,
    outs: Floats,
    found: Floats,
) -> None:
    """Write the lead of the side after each choice in each of these worlds (a row), in which the last place
    is the stock.

    A world is played out by the rules of thumb until nobody is to play with more than `until` cards, then
    searched with all cards seen.
    """
    me, world = board[TURN], board.copy()
    world[HANDS + me] = hand
    for i in range(len(worlds)):
        for place in range(len(seats)):
            world[HANDS + seats[place]] = worlds[i, place]
        stock = worlds[i, len(seats)]
        for place in range(board[STOCK]):
            world[DRAWS + place] = one_of(stock, drawn(chance))
            stock &= ~(1 << world[DRAWS + place])
        for j in range(len(commands)):
            boards[0, :] = world
            put(boards[0], commands[j])
            play_out(boards[0], outs[0], until)
            search_ending(boards, ends, outs)
            found[i, j] = ends[0, side(board, me)]
