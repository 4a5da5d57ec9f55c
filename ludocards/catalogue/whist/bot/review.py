"""The review of a deal of Whist, from two viewpoints.

`evaluate_choices` values each bid and card for a player who sees only their own hand: it samples worlds as
*maestro* does and plays them out as *esperto* does. `OpenWhist` follows the deal with all cards open.

Values are points of the deal, minus the opponent's if there is only one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.reviewing import ChoiceValues, PlayedDeal, Reviewer
from ludocards.catalogue.whist.bot.board import start
from ludocards.catalogue.whist.bot.kernels.pack import INDEX
from ludocards.catalogue.whist.bot.kernels.play import (
    BIDDEN,
    BIDS,
    BOARD,
    HANDS,
    LEADER,
    gain,
    play_out,
    points,
    put,
)
from ludocards.catalogue.whist.bot.kernels.worlds import search_ending
from ludocards.catalogue.whist.bot.levels import SEARCH, memory
from ludocards.engine.game import Command

ALL_SEEN = {2: 10, 3: 7, 4: 6, 5: 5, 6: 4}
"""The number of cards in each hand at which `OpenWhist` passes from playouts to searching, by the number of
players."""


def evaluate_choices(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> ChoiceValues:
    """The gain of each bid or card in worlds that agree with what the seat may know."""
    return SEARCH.evaluate(view, legal, SEARCH.judge, "review")


class OpenWhist(Ending):
    """The deal with all cards open, after the bids: heuristic playouts, then a search from `ALL_SEEN` on."""

    def __init__(self, deal: PlayedDeal) -> None:
        view = deal.plays[0].view
        self.index, players = INDEX[view["asso_alto"]], len(view["bids"])
        board = start(view)
        board[BIDS : BIDS + players] = view["bids"]
        board[BIDDEN], board[LEADER] = players, deal.plays[0].seat
        for play in deal.plays:  # the hands: each seat had the cards that it played
            board[HANDS + play.seat] |= 1 << self.index[play.command.get("card")]
        boards = [board]
        for play in deal.plays:
            boards.append(self.position_after(boards[-1], play.command))
        super().__init__(deal, boards, ALL_SEEN[players])
        depth = players * ALL_SEEN[players] + 1  # the positions on the longest line of the search
        self.rows, self.ends = np.zeros((depth, BOARD), np.int64), np.zeros((depth, 6), np.float64)

    def play_card(self, board: Ints, command: Command) -> None:
        put(board, self.index[command.get("card")])

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.out, 0)

    def side_scores(self, ended: Ints) -> list[float]:
        return [int(points(ended, seat)) for seat in range(self.players)]

    def seat_gains(self, ended: Ints) -> list[float]:
        return [float(gain(ended, seat)) for seat in range(self.players)]

    def search_ending(self, board: Ints) -> list[float]:
        self.rows[0] = board
        search_ending(self.rows, 0, self.ends, -np.inf, np.inf, self.keys, self.stored)
        return [float(each) for each in self.ends[0, : self.players]]


REVIEWER = Reviewer(evaluate_choices, halving_loss=3.0, open_positions=OpenWhist)
