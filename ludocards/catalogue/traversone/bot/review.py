"""The review of a deal of Tressette a perdere: results with all cards open, and the value of each card to a
player who sees only their own hand.

Amounts are thirds of the points written; a gain is minus them, since the fewest points win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.reviewing import ChoiceValues, PlayedDeal, Reviewer
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, PACK, bits
from ludocards.catalogue.thirds.values import POINT
from ludocards.catalogue.traversone.bot.board import start
from ludocards.catalogue.traversone.bot.kernels.play import (
    ASIDE,
    BOARD,
    GONE,
    HANDS,
    LEADER,
    play_out,
    put,
    write,
)
from ludocards.catalogue.traversone.bot.kernels.worlds import search_ending
from ludocards.catalogue.traversone.bot.levels import MOST, SEARCH, memory
from ludocards.engine.game import Command


def evaluate_choices(
    view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command
) -> ChoiceValues | None:
    """The gain of each card in worlds that agree with what the seat may know; None for the card laid by."""
    if view["phase"] == "discard":
        return None
    return SEARCH.evaluate(view, legal, SEARCH.judge, "review")


class OpenTraversone(Ending):
    """The deal with all cards open, after the dealer has laid a card by."""

    def __init__(self, deal: PlayedDeal) -> None:
        board = start(deal.plays[0].view)
        board[LEADER] = deal.plays[0].seat
        for play in deal.plays:
            board[HANDS + play.seat] |= bits([play.command.get("card")])
        players = len(deal.views)
        held = sum(int(board[HANDS + seat]) for seat in range(players))
        board[ASIDE] = PACK & ~(int(board[GONE]) | held)
        boards = [board]
        for play in deal.plays:
            boards.append(self.position_after(boards[-1], play.command))
        super().__init__(deal, boards, MOST[players])
        levels = players * MOST[players] + 1
        self.rows, self.ends = np.zeros((levels, BOARD), np.int64), np.zeros((levels, 6), np.float64)

    def play_card(self, board: Ints, command: Command) -> None:
        put(board, INDEX[command.get("card")])

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.out, 0)

    def side_scores(self, ended: Ints) -> list[float]:
        points = np.zeros(6, np.float64)
        write(ended, points)
        return [POINT * float(each) for each in points[: self.players]]

    def seat_gains(self, ended: Ints) -> list[float]:
        return [-each for each in self.side_scores(ended)]

    def search_ending(self, board: Ints) -> list[float]:
        self.rows[0] = board
        search_ending(self.rows, 0, self.ends, self.keys, self.stored)
        return [float(round(each)) for each in self.ends[0, : self.players]]


REVIEWER = Reviewer(evaluate_choices, halving_loss=2.0, open_positions=OpenTraversone)
