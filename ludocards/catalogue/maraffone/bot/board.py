"""Conversion of a view of Maraffone into a board of the kernels, now or at any earlier choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.maraffone.bot.kernels.play import (
    ASKED,
    BOARD,
    BONUS,
    COUNTS,
    LAST,
    LEADER,
    NAMES,
    TAKEN,
    TRUMP,
    VOIDS,
    put,
)
from ludocards.catalogue.maraffone.values import CRICCA
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX
from ludocards.catalogue.thirds.values import POINT
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command

SUITS = [*ITALIAN40.suits]


def board_of(
    view: Mapping[str, Any],
    meet: Callable[[Ints, int, int], None] = lambda board, seat, choice: None,
) -> Ints:
    """The board as the seat on turn knows it.

    `meet` is called with the board, the seat and the choice before each choice is made on the board.
    """
    board = start(view)
    if view["trump"]:
        choice = NAMES + SUITS.index(view["trump"])
        meet(board, view["namer"], choice)
        put(board, choice)
    said = {(given["card"], given["signal"]) for given in view["signalled"]}
    for trick in [*view["tricks"], view["trick"]]:
        board[LEADER] = trick["leader"]
        for seat, code in zip(trick["seats"], trick["cards"], strict=True):
            card = INDEX[code]
            meet(board, seat, card)
            put(board, card)
            if (code, "busso") in said:
                board[ASKED] = 1 + (seat + 2) % 4
            if (code, "volo") in said:
                board[VOIDS + seat] |= 1 << (card >> 4)
    board[LEADER] = view["trick"]["leader"]
    board[TAKEN : TAKEN + 2] = 0
    return board


def start(view: Mapping[str, Any]) -> Ints:
    """The deal before the trumps are named, as everybody knows it."""
    board = np.zeros(BOARD, np.int64)
    for seat in range(4):
        board[COUNTS + seat] = view["counts"][seat] + len(view["tricks"]) + (seat in view["trick"]["seats"])
    board[LEADER], board[TRUMP], board[LAST] = view["namer"], -1, view["last_trick"]
    board[BONUS] = CRICCA * POINT * (view["cricca_by"] == "namer")
    return board


def number_of(command: Command) -> int:
    """A suit named or a card played as a number for the kernels."""
    return NAMES + SUITS.index(command.get("suit")) if command.do == "name" else INDEX[command.get("card")]
