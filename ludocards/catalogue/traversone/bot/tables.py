"""Deals of Tressette a perdere at many tables."""

from __future__ import annotations

from ludocards.bots.kernels.tables import CARD_ROW, NUMBERS, ONE_OF
from ludocards.bots.tables import ObservedField, TableKernels, plain_card
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX
from ludocards.catalogue.traversone.bot.board import board_of
from ludocards.catalogue.traversone.bot.kernels.play import (
    ASIDE,
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    TAKEN,
    TRICK,
)
from ludocards.catalogue.traversone.bot.kernels.tables import play_tables
from ludocards.catalogue.traversone.rules.presets import Rules
from ludocards.engine.game import Command


def choice_of(rules: Rules, command: Command) -> int | None:
    return plain_card(command, INDEX)


def missing(rules: Rules, players: int) -> str:
    return "a dealer who discards" if players == 3 and rules.three_deck == "dealer_discards" else ""


def fields(players: int, sides: int) -> tuple[ObservedField, ...]:
    return (
        ObservedField("trick.leader", ONE_OF, LEADER, players),
        ObservedField("trick.cards", CARD_ROW, TRICK, LAID),
        ObservedField("thirds", NUMBERS, TAKEN, players),
    )


TABLES = TableKernels(
    play_tables=play_tables,
    board=BOARD,
    board_of=board_of,
    numbers_of=lambda rules: INDEX,
    choice_of=choice_of,
    hands=HANDS,
    counts=COUNTS,
    stock=lambda place, size, dealer: (ASIDE, True),
    fields=fields,
    missing=missing,
)
