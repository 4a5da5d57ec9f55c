"""Conversion of a view of Briscola into a board of the kernels, now or at any earlier card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.briscola.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.briscola.bot.kernels.play import (
    ASKED,
    BOARD,
    BRISCOLA,
    CARICO,
    COUNTS,
    DRAWS,
    GONE,
    HANDS,
    LAST,
    LEADER,
    LISCIO,
    PLAYERS,
    SIDES,
    STOCK,
    SWAP,
    TRUMP,
    TURNED,
    put,
)
from ludocards.catalogue.briscola.values import CARDS
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command

SUITS = [*ITALIAN40.suits]

ASKS = {"voglio_carico": CARICO, "voglio_liscio": LISCIO, "voglio_briscola": BRISCOLA}


def board_of(
    view: Mapping[str, Any], meet: Callable[[Ints, int, int], None] = lambda board, seat, card: None
) -> Ints:
    """The board as the seat on turn knows it.

    `meet` is called with the board, the seat and the card before each card is played on the board.
    """
    board, players = start(view), view["players"]
    asked = {given["card"]: ASKS[given["signal"]] for given in view["signalled"] if given["signal"] in ASKS}
    for trick in [*view["tricks"], view["trick"]]:
        board[LEADER] = trick["leader"]
        for seat, code in zip(trick["seats"], trick["cards"], strict=True):
            meet(board, seat, INDEX[code])
            put(board, INDEX[code])
            if code in asked and len(trick["cards"]) < players:
                board[ASKED] = 4 * ((seat + 2) % players) + asked[code]
    board[LEADER] = view["trick"]["leader"]
    board[COUNTS : COUNTS + players], board[STOCK] = view["counts"], view["stock"]
    board[TURNED] = INDEX[view["turned"]] if view["stock"] else -1
    board[HANDS : HANDS + 4], board[DRAWS:] = 0, 0
    board[DRAWS] = INDEX[view["turned"]]
    return board


def start(view: Mapping[str, Any]) -> Ints:
    """The deal before the first card, as everybody knows it."""
    board, players = np.zeros(BOARD, np.int64), view["players"]
    removed = [view["removed_card"]] if "removed_card" in view else []
    board[COUNTS : COUNTS + players] = CARDS
    board[GONE] = bits(removed)
    board[TRUMP], board[TURNED] = SUITS.index(view["trump"]), INDEX[view["turned"]]
    board[PLAYERS], board[SIDES] = players, len({*view["sides"]})
    board[STOCK] = len(ITALIAN40.cards) - len(removed) - CARDS * players
    board[LAST] = view["unit"] == "game" and view["tie"] == "last_trick"
    return board


def number_of(command: Command) -> int:
    """A card played or exchanged as a number for the kernels."""
    return INDEX[command.get("card")] + SWAP * (command.do == "exchange")
