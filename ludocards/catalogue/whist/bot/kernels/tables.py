"""The compiled rules of a deal at many tables."""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.tables import CHOICES, list_cards, tables_kernel
from ludocards.catalogue.whist.bot.kernels import play
from ludocards.catalogue.whist.bot.kernels.play import (
    BIDDEN,
    BOARD,
    GONE,
    HANDS,
    PLAYERS,
    SIZE,
    TRUMP,
    forbidden,
    legal,
    points,
    turn,
)

TURNED = BOARD + 1
"""Index into a board: the card turned up."""

BID = 64
"""A bid as a choice is this and its tricks."""


@kernel("int64(int64[::1])")
def begin(board: Ints) -> int:
    """The card turned up makes the trumps."""
    board[TRUMP] = board[TURNED] >> 4
    board[GONE] = 1 << board[TURNED]
    return 1


@kernel("int64(int64[::1],float64[:,::1])")
def choices(board: Ints, out: Floats) -> int:
    if board[BIDDEN] == board[PLAYERS]:
        return list_cards(legal(board, board[HANDS + turn(board)]), out)
    found, no = 0, forbidden(board)
    for bid in range(board[SIZE] + 1):
        if bid != no:
            out[CHOICES, found] = BID + bid
            found += 1
    return found


@kernel("void(int64[::1],int64)")
def put(board: Ints, choice: int) -> None:
    play.put(board, choice - BID if choice >= BID else choice)


@kernel("void(int64[::1],float64[::1])")
def write(board: Ints, counted: Floats) -> None:
    for seat in range(board[PLAYERS]):
        counted[seat] = points(board, seat)


play_tables = tables_kernel(__name__, begin=begin, put=put, choices=choices, turn=turn, write=write)
