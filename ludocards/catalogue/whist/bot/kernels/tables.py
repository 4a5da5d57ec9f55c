"""Deals of Whist at many tables, with their bids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.kernels.tables import (
    CARD_ROW,
    CHOICES,
    MAYBE_NUMBERS,
    NUMBERS,
    ONE_CARD,
    ONE_OF,
    ObservedField,
    TableKernels,
    list_cards,
    plain_card,
    tables_kernel,
)
from ludocards.catalogue.whist.bot.board import board_of
from ludocards.catalogue.whist.bot.kernels import play
from ludocards.catalogue.whist.bot.kernels.pack import INDEX, SUITS
from ludocards.catalogue.whist.bot.kernels.play import (
    BIDDEN,
    BIDS,
    BOARD,
    COUNTS,
    GONE,
    HANDS,
    LAID,
    LEADER,
    MADE,
    PLAYERS,
    SIZE,
    TRICK,
    TRUMP,
    forbidden,
    legal,
    points,
    turn,
)
from ludocards.catalogue.whist.rules.presets import Rules
from ludocards.catalogue.whist.rules.state import State
from ludocards.engine.game import Command
from ludocards.engine.tricks import Trick

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


def numbers_of(rules: Rules) -> Mapping[str, int]:
    return INDEX[rules.asso_alto]


def choice_of(rules: Rules, command: Command) -> int | None:
    return BID + command.get("tricks") if command.do == "bid" else plain_card(command, numbers_of(rules))


def state_at(state: State, deal: int) -> State:
    numbered = replace(state, deal=deal)
    return replace(numbered, trick=Trick(numbered.di_mano))


def fields(players: int, sides: int) -> tuple[ObservedField, ...]:
    return (
        ObservedField("trick.leader", ONE_OF, LEADER, players),
        ObservedField("trick.cards", CARD_ROW, TRICK, LAID),
        ObservedField("cards", NUMBERS, SIZE),
        ObservedField("trump", ONE_OF, TRUMP, len(SUITS), is_optional=True),
        ObservedField("trump.card", ONE_CARD, TURNED),
        ObservedField("bids", MAYBE_NUMBERS, BIDS, players),
        ObservedField("made", NUMBERS, MADE, players),
    )


TABLES = TableKernels(
    play_tables=tables_kernel(__name__, begin=begin, put=put, choices=choices, turn=turn, write=write),
    board=BOARD,
    board_of=board_of,
    numbers_of=numbers_of,
    choice_of=choice_of,
    hands=HANDS,
    counts=COUNTS,
    stock=lambda place, size, dealer: (TURNED, False),
    fields=fields,
    missing=lambda rules, players: "" if rules.briscola else "deals without trumps",
    more=1,
    state_at=state_at,
)
