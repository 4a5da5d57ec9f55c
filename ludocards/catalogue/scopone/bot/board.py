"""Conversion of a view of Scopone or Scopa into the kernels' board, for the present position and earlier
ones."""

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
    view: Mapping[str, Any], visit: Callable[[Ints, int, int], None] = lambda board, seat, choice: None
) -> Ints:
    """Return the board as the seat on turn knows it.

    `visit(board, seat, choice)` is called for each card played since the present hands were dealt, with the
    board before it. The board is changed in place afterwards, so `visit` has to copy what it keeps.
    """
    board, turns = opening_board(view), view["turns"]
    # The turns before this one were played from hands that had been dealt earlier.
    first_turn = len(turns) - view["in_hand"] * view["players"] + sum(view["counts"])
    board[COUNTS : COUNTS + view["players"]] = view["counts"]
    for turn in turns[max(first_turn, 0) :]:
        board[COUNTS + turn["seat"]] += 1
    for number, turn in enumerate(turns):
        seat, card, taken = turn["seat"], INDEX[turn["card"]], bits(turn["take"])
        board[TURN] = seat
        if number >= first_turn:
            visit(board, seat, card << PLAYED | taken)
            board[COUNTS + seat] -= 1
        if taken:
            board[LAST] = view["sides"][seat]
            board[PILES + board[LAST]] |= taken | 1 << card
            board[SCOPE + board[LAST]] += turn["scopa"]
        board[TABLE] = board[TABLE] & ~taken if taken else board[TABLE] | 1 << card
    board[TURN] = view["to_act"][0]
    board[SCOPE : SCOPE + len(view["scope"])] = view["scope"]
    return board


def opening_board(view: Mapping[str, Any]) -> Ints:
    """Return the board before the first turn of the view, with what everybody knows. Only `TURN` and `STOCK`
    are those of the present."""
    board, turns, sides = np.zeros(BOARD, np.int64), view["turns"], len({*view["sides"]})
    played = {turn["card"] for turn in turns}
    # The first cards on the table: all that lie there now or have been captured, but were not played.
    board[TABLE] = bits({*view["table"], *(code for turn in turns for code in turn["take"])} - played)
    board[PLAYERS], board[SIDES], board[DEALER] = view["players"], sides, view["dealer"]
    board[TURN], board[STOCK], board[LAST] = view["to_act"][0], view["stock"], -1
    board[LAST_SCOPA], board[NAPOLA] = view["last_scopa"], view["napola"] != "none"
    board[REBELLO], board[FIGURES] = view["rebello"], view["primiera_figures"] != "ten"
    return board
