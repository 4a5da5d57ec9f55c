"""The review of a deal of Tarocchi: the value of each word, scarto and card to a player who sees only their
own hand, by the method of *maestro*; and heuristic playouts of the rest of the deal with all cards open.

Amounts are in points of the deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.reviewing import ChoiceValues, PlayedDeal, Reviewer
from ludocards.catalogue.tarocchi.bot.board import start
from ludocards.catalogue.tarocchi.bot.club import scarti
from ludocards.catalogue.tarocchi.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.tarocchi.bot.kernels.play import (
    BOARD,
    HANDS,
    POINTS,
    lay,
    play_out,
    put,
    search_ending,
)
from ludocards.catalogue.tarocchi.bot.levels import SEARCH, memory
from ludocards.catalogue.tarocchi.values import HEAP
from ludocards.engine.game import Command

LAID_AWAY = 12
"""The number of scarti compared."""
ALL_SEEN = 6
"""The number of cards in the hand from which the ending is searched with all cards open."""


def evaluate_choices(view: Mapping[str, Any], legal: Sequence[Command], chosen: Command) -> ChoiceValues:
    """The value of each choice in worlds that agree with the view. Of the scarti, those that the club bot
    likes best and the one chosen are compared."""
    if view["phase"] == "discard":
        best = scarti(view, legal)[:LAID_AWAY]
        legal = (*best, *(command for command in (chosen,) if command not in best))
    return SEARCH.evaluate(view, legal, SEARCH.judge, "review")


class OpenTarocchi(Ending):
    """The deal with all cards open."""

    def __init__(self, deal: PlayedDeal) -> None:
        board = start(deal.plays[0].view)
        for play in deal.plays:
            board[HANDS + play.seat] |= bits([play.command.get("card")])
        for choice in deal.choices:
            if choice.command.do == "discard":
                lay(board, bits(choice.command.get("cards")))
        boards = [board]
        for play in deal.plays:
            boards.append(self.position_after(boards[-1], play.command))
        super().__init__(deal, boards, ALL_SEEN)
        self.wants, levels = np.eye(3), 3 * ALL_SEEN + 1
        self.rows, self.results = np.zeros((levels, BOARD), np.int64), np.zeros((levels, 3), np.float64)

    def play_card(self, board: Ints, command: Command) -> None:
        put(board, INDEX[command.get("card")])

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.out, 0)

    def side_scores(self, ended: Ints) -> list[float]:
        return [round(float(thirds) / HEAP, 1) for thirds in ended[POINTS : POINTS + 3]]

    def search_ending(self, board: Ints) -> list[float]:
        self.rows[0] = board
        search_ending(self.rows, 0, self.wants, self.results, self.keys, self.stored)
        return [float(thirds) / HEAP for thirds in self.results[0]]


REVIEWER = Reviewer(evaluate_choices, halving_loss=3.0, open_positions=OpenTarocchi)
