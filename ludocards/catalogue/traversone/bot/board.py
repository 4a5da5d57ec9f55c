"""Conversion of a view of Tressette a perdere into a board of the kernels, now or at any earlier card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.traversone.bot.kernels.play import (
    BOARD,
    CAPPOTTO,
    COUNTS,
    EXTRA,
    GONE,
    LEADER,
    PLAYERS,
    TAKEN,
    TO_LAST,
    put,
)
from ludocards.catalogue.traversone.values import ALL_POINTS

CAPPOTTI = ("none", "others_11", "strict")


def board_of(
    view: Mapping[str, Any], meet: Callable[[Ints, int, int], None] = lambda board, seat, card: None
) -> Ints:
    """The board as the seat on turn knows it.

    `meet` is called with the board, the seat and the card before each card is played on the board.
    """
    board = start(view)
    for trick in [*view["tricks"], view["trick"]]:
        board[LEADER] = trick["leader"]
        for seat, code in zip(trick["seats"], trick["cards"], strict=True):
            meet(board, seat, INDEX[code])
            put(board, INDEX[code])
    board[LEADER] = view["trick"]["leader"]
    board[TAKEN : TAKEN + view["players"]] = view["thirds"]
    return board


def start(view: Mapping[str, Any]) -> Ints:
    """The deal before the first card, as everybody knows it."""
    board, players = np.zeros(BOARD, np.int64), view["players"]
    for seat in range(players):
        now = seat in view["trick"]["seats"]
        board[COUNTS + seat] = view["counts"][seat] + len(view["tricks"]) + now
    board[GONE] = bits(view["removed"])
    board[LEADER] = (view["dealer"] + 1) % players
    board[PLAYERS], board[TO_LAST] = players, view["fractions"] == "to_last"
    board[CAPPOTTO] = CAPPOTTI.index(view["cappotto"])
    board[EXTRA] = ALL_POINTS if view["asso_di_bastoni"] == "plus_11" else 0
    return board
