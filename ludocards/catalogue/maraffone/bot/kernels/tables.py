"""Deals of Maraffone at many tables: the first ones of a match, in which no word is said."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.tables import (
    CARD_ROW,
    CHOICES,
    ONE_OF,
    ObservedField,
    TableKernels,
    list_cards,
    plain_card,
    tables_kernel,
)
from ludocards.catalogue.maraffone.bot.board import board_of, number_of
from ludocards.catalogue.maraffone.bot.kernels.play import (
    BOARD,
    COUNTS,
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
from ludocards.catalogue.maraffone.rules.presets import Rules
from ludocards.catalogue.maraffone.values import NAMING_CARD
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX
from ludocards.catalogue.thirds.values import SCORINGS
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command

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


def choice_of(rules: Rules, command: Command) -> int | None:
    return number_of(command) if command.do == "name" else plain_card(command, INDEX)


def scores_of(rules: Rules, thirds: Sequence[int]) -> list[int]:
    """The bonus for the cricca is among the thirds: it makes whole points."""
    return [*map(SCORINGS[rules.scoring].score, thirds)]


def fields(players: int, sides: int) -> tuple[ObservedField, ...]:
    return (
        ObservedField("trick.leader", ONE_OF, LEADER, players),
        ObservedField("trick.cards", CARD_ROW, TRICK, LAID),
        ObservedField("trump", ONE_OF, TRUMP, SUITS, is_optional=True),
    )


TABLES = TableKernels(
    play_tables=tables_kernel(__name__, begin=begin, put=put, choices=choices, turn=turn, write=write),
    board=BOARD,
    board_of=board_of,
    numbers_of=lambda rules: INDEX,
    choice_of=choice_of,
    hands=HANDS,
    counts=COUNTS,
    fields=fields,
    missing=lambda rules, players: "",
    scores_of=scores_of,
)
