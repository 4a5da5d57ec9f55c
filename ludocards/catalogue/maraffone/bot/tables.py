"""Deals of Maraffone at many tables: the first ones of a match, in which no word is said."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.bots.kernels.tables import CARD_ROW, ONE_OF
from ludocards.bots.tables import ObservedField, TableKernels, plain_card
from ludocards.catalogue.maraffone.bot.board import board_of, number_of
from ludocards.catalogue.maraffone.bot.kernels.play import BOARD, COUNTS, HANDS, LAID, LEADER, TRICK, TRUMP
from ludocards.catalogue.maraffone.bot.kernels.tables import SUITS, play_tables
from ludocards.catalogue.maraffone.rules.presets import Rules
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX
from ludocards.catalogue.thirds.values import SCORINGS
from ludocards.engine.game import Command


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
    play_tables=play_tables,
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
