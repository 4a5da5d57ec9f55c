"""Deals of Scopone and Scopa at many tables."""

from __future__ import annotations

from ludocards.bots.kernels.tables import CARD_SETS, NUMBERS, ONE_OF
from ludocards.bots.tables import ObservedField, TableKernels
from ludocards.catalogue.scopone.bot.board import board_of
from ludocards.catalogue.scopone.bot.kernels.pack import INDEX, number_of
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
)
from ludocards.catalogue.scopone.bot.kernels.tables import play_tables
from ludocards.catalogue.scopone.rules.presets import Rules
from ludocards.catalogue.scopone.values import OPEN
from ludocards.engine.game import Command


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
    play_tables=play_tables,
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
