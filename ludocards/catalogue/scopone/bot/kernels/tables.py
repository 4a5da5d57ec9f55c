"""The compiled rules of a deal at many tables."""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, count
from ludocards.bots.kernels.tables import tables_kernel
from ludocards.catalogue.scopone.bot.kernels import play
from ludocards.catalogue.scopone.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.scopone.bot.kernels.play import HANDS, TABLE, TURN, put, write
from ludocards.catalogue.scopone.values import KING, THROWN_IN

KINGS = bits(code for code in INDEX if code[0] == KING)


@kernel("int64(int64[::1])")
def begin(board: Ints) -> int:
    """Return 0 if the deal is thrown in."""
    return count(board[TABLE] & KINGS) < THROWN_IN


@kernel("int64(int64[::1],float64[:,::1])")
def choices(board: Ints, out: Floats) -> int:
    return play.choices(board[TABLE], board[HANDS + board[TURN]], out)


@kernel("int64(int64[::1])")
def turn(board: Ints) -> int:
    return board[TURN]


play_tables = tables_kernel(__name__, begin=begin, put=put, choices=choices, turn=turn, write=write)
