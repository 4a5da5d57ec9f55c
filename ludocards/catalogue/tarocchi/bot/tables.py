"""Deals of Tarocchi at many tables, from the scarto on: nobody has called."""

from __future__ import annotations

from ludocards.bots.kernels.tables import CARD_ROW, NUMBERS, ONE_OF, OWN_CARDS
from ludocards.bots.tables import ObservedField, TableKernels, plain_card
from ludocards.catalogue.tarocchi.bot.board import board_of
from ludocards.catalogue.tarocchi.bot.kernels.pack import INDEX
from ludocards.catalogue.tarocchi.bot.kernels.play import BOARD, COUNTS, HANDS, LAID, LEADER, TRICK, TRICKS
from ludocards.catalogue.tarocchi.bot.kernels.tables import LAYS, SCARTI, play_tables
from ludocards.catalogue.tarocchi.rules import GAME
from ludocards.catalogue.tarocchi.rules.presets import Rules
from ludocards.catalogue.tarocchi.rules.state import State
from ludocards.catalogue.tarocchi.values import PLAYERS
from ludocards.engine.game import Command, unrefused


def choice_of(rules: Rules, command: Command) -> int | None:
    if command.do != "discard":
        return plain_card(command, INDEX)
    a, b, c = sorted(INDEX[code] for code in command.get("cards"))
    return LAYS | a | b << 6 | c << 12


def missing(rules: Rules, players: int) -> str:
    if rules.discard_policy == "free":
        return "a scarto of any cards"
    return "a monte that all see" if rules.monte_shown else ""


def without_calls(state: State) -> State:
    """The clock closes the window for calls, and the deal is played."""
    return unrefused(GAME.apply(state, *GAME.on_timeout(state))).state


def fields(players: int, sides: int) -> tuple[ObservedField, ...]:
    return (
        ObservedField("trick.leader", ONE_OF, LEADER, players),
        ObservedField("trick.cards", CARD_ROW, TRICK, LAID),
        ObservedField("taken", NUMBERS, TRICKS, players),
        ObservedField("scarto", OWN_CARDS, SCARTI),
    )


TABLES = TableKernels(
    play_tables=play_tables,
    board=BOARD,
    board_of=board_of,
    numbers_of=lambda rules: INDEX,
    choice_of=choice_of,
    hands=HANDS,
    counts=COUNTS,
    stock=lambda place, size, dealer: (HANDS + dealer, True),
    fields=fields,
    missing=missing,
    opened=without_calls,
    more=PLAYERS,
    room=1771,
)
