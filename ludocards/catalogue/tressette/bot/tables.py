"""Deals of Tressette at many tables: nobody accuses, declares or signals."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.bots.kernels.tables import CARD_ROW, ONE_OF
from ludocards.bots.tables import ObservedField, TableKernels, plain_card
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX
from ludocards.catalogue.thirds.values import SCORINGS
from ludocards.catalogue.tressette.bot.board import board_of
from ludocards.catalogue.tressette.bot.kernels.play import BOARD, COUNTS, HANDS, LAID, LEADER, TRICK
from ludocards.catalogue.tressette.bot.kernels.tables import play_tables
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.engine.game import Command
from ludocards.engine.scorepad import won_alone


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
    play_tables=play_tables,
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
