"""Conversion of a view of Scopone or Scopa into a board of the kernels, now or at any earlier card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.scopone.bot.kernels.pack import INDEX, PLAYED, bits
from ludocards.catalogue.scopone.bot.kernels.play import (
    BOARD,
    COUNTS,
    DEALER,
    FIGURES,
    LAST,
    LAST_SCOPA,
    NAPOLA,
    PILES,
    PLAYERS,
    REBELLO,
    SCOPE,
    SIDES,
    STOCK,
    TABLE,
    TURN,
)


def board_of(
    view: Mapping[str, Any], meet: Callable[[Ints, int, int], None] = lambda board, seat, choice: None
) -> Ints:
    """The board as the seat on turn knows it.

    `meet` is called with the board, the seat and the choice before each card that was played since the
    present hands were dealt.
    """
    board, turns = start(view), view["turns"]
    since = len(turns) - view["in_hand"] * view["players"] + sum(view["counts"])
    board[COUNTS : COUNTS + view["players"]] = view["counts"]
    for turn in turns[max(since, 0) :]:
        board[COUNTS + turn["seat"]] += 1
    for number, turn in enumerate(turns):
        seat, card, taken = turn["seat"], INDEX[turn["card"]], bits(turn["take"])
        board[TURN] = seat
        if number >= since:
            meet(board, seat, card << PLAYED | taken)
            board[COUNTS + seat] -= 1
        if taken:
            board[LAST] = view["sides"][seat]
            board[PILES + board[LAST]] |= taken | 1 << card
            board[SCOPE + board[LAST]] += turn["scopa"]
        board[TABLE] = board[TABLE] & ~taken if taken else board[TABLE] | 1 << card
    board[TURN] = view["to_act"][0]
    board[SCOPE : SCOPE + len(view["scope"])] = view["scope"]
    return board


def start(view: Mapping[str, Any]) -> Ints:
    """The board before the first of the turns in the view, as everybody knows it, with the present number of
    cards in the stock."""
    board, turns, sides = np.zeros(BOARD, np.int64), view["turns"], len({*view["sides"]})
    laid = {turn["card"] for turn in turns}
    board[TABLE] = bits({*view["table"], *(code for turn in turns for code in turn["take"])} - laid)
    board[PLAYERS], board[SIDES], board[DEALER] = view["players"], sides, view["dealer"]
    board[TURN], board[STOCK], board[LAST] = view["to_act"][0], view["stock"], -1
    board[LAST_SCOPA], board[NAPOLA] = view["last_scopa"], view["napola"] != "none"
    board[REBELLO], board[FIGURES] = view["rebello"], view["primiera_figures"] != "ten"
    return board
