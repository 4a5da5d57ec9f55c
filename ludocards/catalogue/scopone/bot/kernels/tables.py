"""Deals of Scopone and Scopa at many tables."""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, count
from ludocards.bots.kernels.tables import (
    CARD_SETS,
    NUMBERS,
    ONE_OF,
    ObservedField,
    TableKernels,
    tables_kernel,
)
from ludocards.catalogue.scopone.bot.board import board_of
from ludocards.catalogue.scopone.bot.kernels import play
from ludocards.catalogue.scopone.bot.kernels.pack import INDEX, bits, number_of
from ludocards.catalogue.scopone.bot.kernels.play import (
    BOARD,
    COUNTS,
    DRAWS,
    HANDS,
    LAST,
    PILES,
    SCOPE,
    STOCK,
    TABLE,
    TURN,
    put,
    write,
)
from ludocards.catalogue.scopone.rules.presets import Rules
from ludocards.catalogue.scopone.values import KING, OPEN, THROWN_IN
from ludocards.engine.game import Command

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


def choice_of(rules: Rules, command: Command) -> int:
    return number_of(command)


def stock_place(place: int, size: int, dealer: int) -> tuple[int, bool]:
    """The first cards lie on the table."""
    return (TABLE, True) if place < OPEN else (DRAWS + size - 1 - place, False)


def missing(rules: Rules, players: int) -> str:
    if rules.finish != "deal_end":
        return "points that are counted in order"
    if not rules.redeal_kings:
        return "three kings on the table"
    return "packets of the stock" if rules.deal_packet > 1 and rules.in_hand(players) == "three" else ""


def fields(players: int, sides: int) -> tuple[ObservedField, ...]:
    return (
        ObservedField("table", CARD_SETS, TABLE),
        ObservedField("stock", NUMBERS, STOCK),
        ObservedField("scope", NUMBERS, SCOPE, sides),
        ObservedField("piles", CARD_SETS, PILES, sides, meaning="by side, a 1 for each card taken"),
        ObservedField("last_side", ONE_OF, LAST, sides, True, "the side that captured last, after a 1"),
    )


TABLES = TableKernels(
    play_tables=tables_kernel(__name__, begin=begin, put=put, choices=choices, turn=turn, write=write),
    board=BOARD,
    board_of=board_of,
    numbers_of=lambda rules: INDEX,
    choice_of=choice_of,
    hands=HANDS,
    counts=COUNTS,
    stock=stock_place,
    fields=fields,
    missing=missing,
    room=256,
)
