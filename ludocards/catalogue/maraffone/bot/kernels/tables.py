"""The compiled rules of a deal at many tables."""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.tables import CHOICES, list_cards, tables_kernel
from ludocards.catalogue.maraffone.bot.kernels.play import (
    HANDS,
    LAID,
    LEADER,
    NAMES,
    TAKEN,
    TRICK,
    TRUMP,
    legal,
    put,
    turn,
)
from ludocards.catalogue.maraffone.values import NAMING_CARD
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX
from ludocards.engine.cards import ITALIAN40

NAMING, SUITS = INDEX[NAMING_CARD], len(ITALIAN40.suits)


@kernel("int64(int64[::1])")
def begin(board: Ints) -> int:
    """The holder of one card names the trumps."""
    for seat in range(4):
        if board[HANDS + seat] >> NAMING & 1:
            board[LEADER] = seat
    return 1


@kernel("int64(int64[::1],float64[:,::1])")
def choices(board: Ints, out: Floats) -> int:
    if board[TRUMP] < 0:
        for suit in range(SUITS):
            out[CHOICES, suit] = NAMES + suit
        return SUITS
    return list_cards(legal(board[HANDS + turn(board)], board[TRICK] >> 4 if board[LAID] else -1), out)


@kernel("void(int64[::1],float64[::1])")
def write(board: Ints, counted: Floats) -> None:
    for side in range(2):
        counted[side] = board[TAKEN + side]


play_tables = tables_kernel(__name__, begin=begin, put=put, choices=choices, turn=turn, write=write)
