"""Conversion of a view of Whist into a board of the kernels, now or at any earlier choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.whist.bot.kernels.pack import INDEX, SUITS, bits
from ludocards.catalogue.whist.bot.kernels.play import (
    BIDDEN,
    BIDS,
    BOARD,
    COUNTS,
    DUTY,
    GONE,
    LAID,
    LEADER,
    MADE,
    PENALTY,
    PLAYERS,
    SIZE,
    TRUMP,
    put,
)
from ludocards.catalogue.whist.values import MISSED
from ludocards.engine.game import Command


@dataclass(frozen=True, slots=True)
class Ways:
    """The differences between variants of Oh Hell, for the kernels; the defaults are Ludopoli's Whist."""

    must_trump: bool = True
    missed: int = MISSED
    """The cost of a missed bid besides the difference."""
    absent: int = 0
    """The cards missing from the pack."""


LUDOPOLI = Ways()


def board_of(
    view: Mapping[str, Any],
    ways: Ways = LUDOPOLI,
    meet: Callable[[Ints, int, int], None] = lambda board, seat, choice: None,
) -> Ints:
    """The board as the seat on turn knows it.

    `meet` is called with the board, the seat and the choice before each choice is made on the board.
    """
    board = start(view, ways)
    for seat, choice in _choices(view):
        if board[BIDDEN] == board[PLAYERS] and board[LAID] == 0:
            board[LEADER] = seat
        meet(board, seat, choice)
        put(board, choice)
    board[LEADER] = view["trick"]["leader"]
    board[MADE : MADE + len(view["made"])] = view["made"]
    return board


def start(view: Mapping[str, Any], ways: Ways = LUDOPOLI) -> Ints:
    """The deal before the first bid, as everybody knows it."""
    players, trump = int(view["players"]), view["trump"]
    board = np.zeros(BOARD, np.int64)
    for seat in range(players):
        now = seat in view["trick"]["seats"]
        board[COUNTS + seat] = view["counts"][seat] + len(view["tricks"]) + now
    board[BIDS : BIDS + players] = -1
    board[GONE] = ways.absent | (bits([trump["card"]], view["asso_alto"]) if trump else 0)
    board[LEADER] = (view["dealer"] + 1) % players
    board[PLAYERS], board[SIZE] = players, view["cards"]
    board[TRUMP] = SUITS.index(trump["suit"]) if trump else -1
    board[DUTY], board[PENALTY] = ways.must_trump, ways.missed
    return board


def number_of(command: Command, view: Mapping[str, Any]) -> int:
    """A choice as a number for the kernels: the tricks bid, or the number of the card."""
    if command.do == "bid":
        return int(command.get("tricks"))
    return INDEX[view["asso_alto"]][command.get("card")]


def _choices(view: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """The bids and the cards of this deal in their order, with the seats."""
    players, index = int(view["players"]), INDEX[view["asso_alto"]]
    for place in range(players):
        seat = (view["dealer"] + 1 + place) % players
        if view["bids"][seat] is not None:
            yield seat, view["bids"][seat]
    for trick in [*view["tricks"], view["trick"]]:
        for seat, card in zip(trick["seats"], trick["cards"], strict=True):
            yield seat, index[card]
