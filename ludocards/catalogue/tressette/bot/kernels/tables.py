"""Deals of Tressette at many tables: nobody accuses, declares or signals."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.tables import (
    CARD_ROW,
    ONE_OF,
    ObservedField,
    TableKernels,
    deal_as_is,
    list_cards,
    plain_card,
    tables_kernel,
)
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX
from ludocards.catalogue.thirds.values import SCORINGS
from ludocards.catalogue.tressette.bot.board import board_of
from ludocards.catalogue.tressette.bot.kernels.play import (
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    PLAYERS,
    SIDES,
    TAKEN,
    TRICK,
    legal,
    put,
    turn,
)
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.engine.game import Command
from ludocards.engine.scorepad import won_alone


@kernel("int64(int64[::1],float64[:,::1])")
def choices(board: Ints, out: Floats) -> int:
    return list_cards(legal(board[HANDS + turn(board)], board[TRICK] >> 4 if board[LAID] else -1), out)


@kernel("void(int64[::1],float64[::1])")
def write(board: Ints, counted: Floats) -> None:
    for seat in range(board[PLAYERS]):
        counted[board[SIDES + seat]] = board[TAKEN + board[SIDES + seat]]


def choice_of(rules: Rules, command: Command) -> int | None:
    return plain_card(command, INDEX)


def scores_of(rules: Rules, thirds: Sequence[int]) -> Sequence[int]:
    points = tuple(map(SCORINGS[rules.scoring].score, thirds))
    return won_alone(points) if rules.match_end.unit == "games" else points


def missing(rules: Rules, players: int) -> str:
    return "" if rules.first_lead == "right_of_dealer" else "the lead of the four of denari"


def fields(players: int, sides: int) -> tuple[ObservedField, ...]:
    return (
        ObservedField("trick.leader", ONE_OF, LEADER, players),
        ObservedField("trick.cards", CARD_ROW, TRICK, LAID),
    )


TABLES = TableKernels(
    play_tables=tables_kernel(__name__, begin=deal_as_is, put=put, choices=choices, turn=turn, write=write),
    board=BOARD,
    board_of=board_of,
    numbers_of=lambda rules: INDEX,
    choice_of=choice_of,
    hands=HANDS,
    counts=COUNTS,
    fields=fields,
    missing=missing,
    scores_of=scores_of,
)
