"""The review of a deal of Whist: the value of each bid and card to a player who sees only their own hand, in
the worlds of *maestro* with the playouts of *esperto*; and heuristic playouts with all cards open.

Amounts are in points of the deal, minus the opponent's points if there is only one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints, as_likely, seed_of
from ludocards.bots.places import worlds
from ludocards.bots.reviewing import PlayedDeal, Reviewer, Weighed
from ludocards.catalogue.whist.bot.beliefs import beliefs, likelihood
from ludocards.catalogue.whist.bot.board import number_of, start
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
from ludocards.catalogue.whist.bot.kernels.worlds import settled
from ludocards.catalogue.whist.bot.levels import MASTER, by_choice, memory
from ludocards.engine.game import Command

PLAYED = 200
"""The number of worlds evaluated for a choice."""
ALL_SEEN = {2: 10, 3: 7, 4: 6, 5: 5, 6: 4}
"""The number of cards in the hand from which the ending is searched with all cards open, by the number of
players."""


def weighed(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> Weighed:
    """The gain of each bid or card in worlds that agree with what the seat may know."""
    return weighed_by(view, legal, MASTER.dealt, PLAYED, "review")


def weighed_by(
    view: Mapping[str, Any],
    legal: Sequence[Command],
    dealt: int,
    played: int,
    purpose: str,
    until: int | None = None,
) -> Weighed:
    """The same in other worlds for each purpose: `played` of them, drawn from `dealt`. `until` is the number
    of cards in the hand from which all cards are seen, if it is not that of the levels."""
    known = beliefs(view)
    rows = worlds(known, dealt, np.array([seed_of(view, purpose)], np.int64))
    weights = likelihood(known, rows, MASTER.heat, MASTER.slips, memory.out)
    rows, weights = as_likely(rows, weights, played)
    choices = np.array([number_of(each, view) for each in legal], np.int64)
    return Weighed(tuple(legal), by_choice(known, rows, choices, until=until), weights)


class Open(Ending):
    """The deal with all cards open, after the bids.

    The gain of a seat is its points, minus the opponent's if there is only one.
    """

    def __init__(self, deal: PlayedDeal) -> None:
        view = deal.plays[0].view
        self.index, players = INDEX[view["asso_alto"]], len(view["bids"])
        board = start(view)
        board[BIDS : BIDS + players] = view["bids"]
        board[BIDDEN], board[LEADER] = players, deal.plays[0].seat
        for play in deal.plays:
            board[HANDS + play.seat] |= 1 << self.index[play.command.get("card")]
        boards = [board]
        for play in deal.plays:
            boards.append(self.after(boards[-1], play.command))
        super().__init__(deal, boards, ALL_SEEN[players])
        levels = players * ALL_SEEN[players] + 1
        self.rows, self.ends = np.zeros((levels, BOARD), np.int64), np.zeros((levels, 6), np.float64)

    def put(self, board: Ints, command: Command) -> None:
        put(board, self.index[command.get("card")])

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.out, 0)

    def sheet(self, ended: Ints) -> list[float]:
        return [int(points(ended, seat)) for seat in range(self.players)]

    def gains(self, ended: Ints) -> list[float]:
        return [float(gain(ended, seat)) for seat in range(self.players)]

    def settled(self, board: Ints) -> list[float]:
        self.rows[0] = board
        settled(self.rows, 0, self.ends, -np.inf, np.inf, self.keys, self.kept)
        return [float(each) for each in self.ends[0, : self.players]]


REVIEWER = Reviewer(weighed, half=3.0, opened=Open)
