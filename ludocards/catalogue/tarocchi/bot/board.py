"""Conversion of a view of Tarocchi into a board of the kernels, now or at any earlier card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.tarocchi.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.tarocchi.bot.kernels.play import (
    BOARD,
    CHEAPEST,
    COUNTS,
    DEALER,
    EXCUSES,
    FROM,
    LEADER,
    LEADER_FORCED,
    MAY_LEAD,
    NONE,
    OPTIONS,
    OVERTRUMP,
    TRICKS,
    USUAL,
    lay,
    put,
)
from ludocards.catalogue.tarocchi.bot.kernels.worlds import PIGLIO, SILENT, TENGO
from ludocards.catalogue.tarocchi.values import PLAYERS, WHOLE_HAND
from ludocards.engine.game import Command

WORDS = {"tengo": TENGO, "vado": 0}


def board_of(
    view: Mapping[str, Any], meet: Callable[[Ints, int, int], None] = lambda board, seat, card: None
) -> Ints:
    """The board as the seat (`view["seat"]`) knows it.

    `meet` is called with the board, the seat and the card before each card is played on the board.
    """
    board = start(view)
    for trick in [*view["tricks"], view["trick"]]:
        board[LEADER] = trick["leader"]
        for seat, code in zip(trick["seats"], trick["cards"], strict=True):
            card = INDEX[code]
            meet(board, seat, card)
            put(board, card)
    board[LEADER] = view["trick"]["leader"]
    board[COUNTS : COUNTS + PLAYERS] = np.minimum(view["counts"], WHOLE_HAND)
    board[TRICKS : TRICKS + PLAYERS] = view["taken"]
    return board


def start(view: Mapping[str, Any]) -> Ints:
    """The board before the first card, as a seat sees it."""
    board = np.zeros(BOARD, np.int64)
    board[COUNTS : COUNTS + 3] = WHOLE_HAND
    board[CHEAPEST : CHEAPEST + 3] = NONE
    board[DEALER], board[LEADER] = view["dealer"], (view["dealer"] + 1) % 3
    board[FROM] = -1
    board[OPTIONS] = options(view)
    if view.get("scarto"):
        lay(board, bits(view["scarto"]))
    return board


def options(view: Mapping[str, Any]) -> int:
    """The options of the table as bits for the kernels."""
    found = USUAL
    for name, bit in (
        ("fujutuMayLead", MAY_LEAD),
        ("fujutuExcusesForced", EXCUSES),
        ("forcedAppliesToLeader", LEADER_FORCED),
        ("overtrump", OVERTRUMP),
    ):
        if rule(view, name, bool(USUAL & bit)):
            found |= bit
        else:
            found &= ~bit
    return found


def rule(view: Mapping[str, Any], option: str, usual: Any) -> Any:
    """An option of the table; `usual` if the view does not have it."""
    return view.get("rules", {}).get(option, usual)


def spoken(view: Mapping[str, Any], legal: Sequence[Command]) -> tuple[Ints, Ints, int]:
    """The words already said, the legal words, and the highest legal offer, as numbers."""
    said = np.full(3, SILENT, np.int64)
    for call in view["calls"]:
        said[call["seat"]] = word_of(call)
    words = [
        PIGLIO - command.get("from") if command.get("call") == "piglio" else word_of(dict(command.fields))
        for command in legal
    ]
    most = max((command.get("points") or 0 for command in legal), default=0)
    return said, np.array(words, np.int64), most


def word_of(call: Mapping[str, Any]) -> int:
    """A word as a number for the kernels; never piglio, which ends the bidding."""
    return int(call["points"]) if call["call"] == "offro" else WORDS[call["call"]]
