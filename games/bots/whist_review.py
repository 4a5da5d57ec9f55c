"""A deal of Whist looked at afterwards: what each bid and card was worth to who saw his own hand alone, in
the worlds of *maestro*, played on as *esperto* does; and how the deal would have gone on by rules of thumb.

Amounts are points of the deal; against one other less his.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from games.bots.kernels.numbers import FEWER, as_likely, seed_of
from games.bots.kernels.whist import INDEX
from games.bots.kernels.whist_play import BIDDEN, BIDS, HANDS, LEADER, play_out, points, put
from games.bots.weighed import Deal, Reviewer, Weighed
from games.bots.whist_beliefs import beliefs, likelihood, start, worlds
from games.bots.whist_levels import MASTER, by_choice, memory
from games.engine.game import Command

PLAYED = 200
"""Worlds that are played on for a choice."""


def weighed(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> Weighed:
    """What each bid, or each card, brings in worlds that agree with what the seat may know."""
    known = beliefs(view)
    rows = worlds(known, max(1, MASTER.dealt // FEWER), np.array([seed_of(view, "review")], np.int64))
    weights = likelihood(known, rows, MASTER.heat, MASTER.slips, memory.out)
    rows, weights = as_likely(rows, weights, PLAYED)
    index = INDEX[view["asso_alto"]]
    choices = np.array(
        [each.get("tricks") if view["phase"] == "bid" else index[each.get("card")] for each in legal],
        np.int64,
    )
    return Weighed(tuple(legal), by_choice(known, rows, choices), weights)


class Open:
    """From every card on by rules of thumb, as the cards really lay and what was bid: each seat's points."""

    exact = False

    def __init__(self, deal: Deal) -> None:
        view = deal.plays[0].view
        index = INDEX[view["asso_alto"]]
        self.plays = [index[play.command.get("card")] for play in deal.plays]
        self.board = start(view)
        self.players = len(view["bids"])
        self.board[BIDS : BIDS + self.players] = view["bids"]
        self.board[BIDDEN], self.board[LEADER] = self.players, deal.plays[0].seat
        for play, card in zip(deal.plays, self.plays, strict=True):
            self.board[HANDS + play.seat] |= 1 << card

    def values(self) -> Iterator[tuple[int, list[int]]]:
        for number in range(len(self.plays) + 1):
            if number:
                put(self.board, self.plays[number - 1])
            ended = self.board.copy()
            play_out(ended, memory.out, 0)
            yield number, [int(points(ended, seat)) for seat in range(self.players)]

    def best(self, number: int) -> list[Command]:
        """Rules of thumb do not say what loses nothing."""
        return []


REVIEWER = Reviewer(weighed, half=3.0, opened=Open)
