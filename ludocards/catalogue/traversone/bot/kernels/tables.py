"""The compiled rules of a deal at many tables."""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.tables import deal_as_is, list_cards, tables_kernel
from ludocards.catalogue.traversone.bot.kernels.play import HANDS, legal, put, turn, write


@kernel("int64(int64[::1],float64[:,::1])")
def choices(board: Ints, out: Floats) -> int:
    return list_cards(legal(board, board[HANDS + turn(board)]), out)


play_tables = tables_kernel(__name__, begin=deal_as_is, put=put, choices=choices, turn=turn, write=write)
