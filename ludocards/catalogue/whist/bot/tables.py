"""Deals of Whist at many tables, with their bids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ludocards.bots.kernels.tables import CARD_ROW, MAYBE_NUMBERS, NUMBERS, ONE_CARD, ONE_OF
from ludocards.bots.tables import ObservedField, TableKernels, plain_card
from ludocards.catalogue.whist.bot.board import board_of
from ludocards.catalogue.whist.bot.kernels.pack import INDEX, SUITS
from ludocards.catalogue.whist.bot.kernels.play import (
    BIDS,
    BOARD,
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    MADE,
    SIZE,
    TRICK,
    TRUMP,
)
from ludocards.catalogue.whist.bot.kernels.tables import BID, TURNED, play_tables
from ludocards.catalogue.whist.rules.presets import Rules
from ludocards.catalogue.whist.rules.state import State
from ludocards.engine.game import Command
from ludocards.engine.tricks import Trick


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
    play_tables=play_tables,
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
