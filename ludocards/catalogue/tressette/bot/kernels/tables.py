"""The compiled rules of a deal at many tables."""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.tables import deal_as_is, list_cards, tables_kernel
from ludocards.catalogue.tressette.bot.kernels.play import (
    HANDS,
    LAID,
    PLAYERS,
    SIDES,
    TAKEN,
    TRICK,
    legal,
    put,
    turn,
)


@kernel("int64(int64[::1],float64[:,::1])")
def choices(board: Ints, out: Floats) -> int:
    return list_cards(legal(board[HANDS + turn(board)], board[TRICK] >> 4 if board[LAID] else -1), out)


@kernel("void(int64[::1],float64[::1])")
def write(board: Ints, counted: Floats) -> None:
    for seat in range(board[PLAYERS]):
        counted[board[SIDES + seat]] = board[TAKEN + board[SIDES + seat]]


play_tables = tables_kernel(__name__, begin=deal_as_is, put=put, choices=choices, turn=turn, write=write)
