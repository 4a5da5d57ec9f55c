"""Deals of Briscola at many tables: the cards are played, none is exchanged, and no sign is given."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.bots.kernels.tables import CARD_ROW, NUMBERS, ONE_CARD, ONE_OF
from ludocards.bots.tables import ObservedField, TableKernels, plain_card
from ludocards.catalogue.briscola.bot.board import board_of
from ludocards.catalogue.briscola.bot.kernels.pack import INDEX
from ludocards.catalogue.briscola.bot.kernels.play import (
    BOARD,
    COUNTS,
    DRAWS,
    HANDS,
    LAID,
    LEADER,
    STOCK,
    TRICK,
    TRUMP,
)
from ludocards.catalogue.briscola.bot.kernels.tables import play_tables
from ludocards.catalogue.briscola.rules.presets import Rules
from ludocards.catalogue.briscola.rules.scoring import winner
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command


def choice_of(rules: Rules, command: Command) -> int | None:
    return plain_card(command, INDEX)


def scores_of(rules: Rules, taken: Sequence[int]) -> Sequence[int]:
    """The points; or the game won, with a point more counted for a last trick that breaks a tie."""
    if rules.match_end.deals is not None:
        return taken
    won = winner(rules, taken, -1)
    return [int(side == won) for side in range(len(taken))]


def missing(rules: Rules, players: int) -> str:
    if rules.exchange != "none":
        return "exchanges"
    return "partners that show their cards" if players == 4 and rules.partner_cards != "never" else ""


def fields(players: int, sides: int) -> tuple[ObservedField, ...]:
    return (
        ObservedField("trick.leader", ONE_OF, LEADER, players),
        ObservedField("trick.cards", CARD_ROW, TRICK, LAID),
        ObservedField("turned", ONE_CARD, DRAWS, is_optional=True),
        ObservedField("trump", ONE_OF, TRUMP, len(ITALIAN40.suits), is_optional=True),
        ObservedField("stock", NUMBERS, STOCK),
    )


TABLES = TableKernels(
    play_tables=play_tables,
    board=BOARD,
    board_of=board_of,
    numbers_of=lambda rules: INDEX,
    choice_of=choice_of,
    hands=HANDS,
    counts=COUNTS,
    stock=lambda place, size, dealer: (DRAWS + size - 1 - place, False),
    fields=fields,
    missing=missing,
    scores_of=scores_of,
)
