"""The compiled rules of a deal at many tables."""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, lowest
from ludocards.bots.kernels.tables import CHOICES, list_cards, tables_kernel
from ludocards.catalogue.tarocchi.bot.kernels import play
from ludocards.catalogue.tarocchi.bot.kernels.pack import FIVES
from ludocards.catalogue.tarocchi.bot.kernels.play import (
    BOARD,
    COUNTS,
    DEALER,
    HANDS,
    POINTS,
    SCARTO,
    lay,
    legal,
)
from ludocards.catalogue.tarocchi.values import DEALER_PAR, HEAP, MONTE, PAR, PLAYERS

SCARTI = BOARD + 1
"""Offset into a board: by seat the cards that it has laid away."""

LAYS = 1 << 18
"""A scarto as a choice is this and its three cards, the lowest first, in six bits each."""


@kernel("int64(int64[::1])")
def begin(board: Ints) -> int:
    """The dealer has taken the monte."""
    board[COUNTS + board[DEALER]] += MONTE
    return 1


@kernel("int64(int64[::1])")
def turn(board: Ints) -> int:
    return play.turn(board) if board[SCARTO] else board[DEALER]


@kernel("int64(int64[::1],float64[:,::1])")
def choices(board: Ints, out: Floats) -> int:
    if board[SCARTO]:
        return list_cards(legal(board, board[HANDS + turn(board)]), out)
    found, first = 0, board[HANDS + board[DEALER]] & ~FIVES
    while first:
        a = lowest(first)
        first &= first - 1
        second = first
        while second:
            b = lowest(second)
            second &= second - 1
            third = second
            while third:
                out[CHOICES, found] = LAYS | a | b << 6 | lowest(third) << 12
                third &= third - 1
                found += 1
    return found


@kernel("void(int64[::1],int64)")
def put(board: Ints, choice: int) -> None:
    if choice < LAYS:
        play.put(board, choice)
        return
    dealer = board[DEALER]
    scarto = 1 << (choice & 63) | 1 << (choice >> 6 & 63) | 1 << (choice >> 12 & 63)
    board[HANDS + dealer] ^= scarto
    board[COUNTS + dealer] -= MONTE
    board[SCARTI + dealer] = scarto
    lay(board, scarto)


@kernel("void(int64[::1],float64[::1])")
def write(board: Ints, counted: Floats) -> None:
    for seat in range(PLAYERS):
        counted[seat] = board[POINTS + seat] // HEAP - (DEALER_PAR if seat == board[DEALER] else PAR)


play_tables = tables_kernel(__name__, begin=begin, put=put, choices=choices, turn=turn, write=write)
