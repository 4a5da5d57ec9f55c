"""The compiled rules of a deal at many tables."""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.tables import list_cards, tables_kernel
from ludocards.catalogue.briscola.bot.kernels.play import DRAWS, HANDS, SIDES, TAKEN, TRUMP, TURNED, put, turn


@kernel("int64(int64[::1])")
def begin(board: Ints) -> int:
    """The last card of the stock makes the trumps."""
    board[TURNED] = board[DRAWS]
    board[TRUMP] = board[DRAWS] >> 4
    return 1


@kernel("int64(int64[::1],float64[:,::1])")
def choices(board: Ints, out: Floats) -> int:
    return list_cards(board[HANDS + turn(board)], out)


@kernel("void(int64[::1],float64[::1])")
def write(board: Ints, counted: Floats) -> None:
    for side in range(board[SIDES]):
        counted[side] = board[TAKEN + side]


play_tables = tables_kernel(__name__, begin=begin, put=put, choices=choices, turn=turn, write=write)
