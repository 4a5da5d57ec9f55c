"""The review of a deal of Scopone or Scopa: results with all hands and the stock open, and the value of each
choice to a player who sees only their own hand.

Amounts are points. A gain is the lead over the other side: what one side captures is lost to the other. With
three players, who all play for themselves, it is the lead over the mean of the other two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.reviewing import OpenPositions, PlayedDeal, Reviewer, Weighed
from ludocards.catalogue.scopone.bot.board import start
from ludocards.catalogue.scopone.bot.kernels.pack import INDEX, bits, number_of
from ludocards.catalogue.scopone.bot.kernels.play import (
    COUNTS,
    DRAWS,
    HANDS,
    SIDES,
    play_out,
    put,
    side,
    write,
)
from ludocards.catalogue.scopone.bot.kernels.worlds import settle
from ludocards.catalogue.scopone.bot.levels import MASTER, memory, weighed_by
from ludocards.catalogue.scopone.rules import captures
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command

JUDGE = replace(MASTER, dealt=800, played=300)
"""The parameters for judging a choice: more worlds than *maestro* evaluates."""

ALL_SEEN = {2: 3, 3: 3, 4: 4}
"""By the number of players, the most cards in a hand with which the rest of the deal is searched."""


def weighed(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> Weighed:
    """The lead after each choice in worlds that agree with what the seat may know."""
    return weighed_by(view, legal, JUDGE, "review")


def written(command: Command) -> Command:
    """The command as `legal` writes it: the captured cards are in the order of the deck."""
    return captures.play(ITALIAN40.cards[command.get("card")], ITALIAN40.of(command.get("take") or ()))


def stock(deal: PlayedDeal) -> list[str]:
    """The cards of the stock in an order in which they could be dealt, one at a time.

    The order follows from the cards played: each seat plays all cards of a hand before it gets the next, so
    the first `in_hand` cards of a seat were its first hand, and the others came from the stock.
    """
    opening = deal.views[0]
    played: list[list[str]] = [[] for _ in deal.views]
    for play in deal.plays:
        played[play.seat].append(play.command.get("card"))
    seats = [(opening["dealer"] + step) % len(played) for step in range(1, len(played) + 1)]
    from_stock = range(opening["in_hand"], len(played[0]))
    return [played[seat][number] for number in from_stock for seat in seats]


def boards_of(deal: PlayedDeal) -> list[Ints]:
    """The positions before the first card and after each."""
    first = start(deal.views[0])
    for seat, view in enumerate(deal.views):
        first[HANDS + seat], first[COUNTS + seat] = bits(view["hand"]), len(view["hand"])
    draws = [INDEX[code] for code in reversed(stock(deal))]
    first[DRAWS : DRAWS + len(draws)] = draws
    boards = [first]
    for play in deal.plays:
        boards.append(boards[-1].copy())
        put(boards[-1], number_of(play.command))
    return boards


class Open(Ending):
    """The deal with all cards open: its last cards are searched, earlier positions are evaluated by heuristic
    playouts."""

    def __init__(self, deal: PlayedDeal) -> None:
        super().__init__(deal, boards_of(deal), ALL_SEEN[len(deal.views)])
        self.sides = int(self.boards[0][SIDES])

    def bare(self, command: Command) -> Command:
        return written(command)

    def put(self, board: Ints, command: Command) -> None:
        put(board, number_of(command))

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.outs[0], 0)

    def sheet(self, ended: Ints) -> list[float]:
        scores = np.zeros(4, np.float64)
        write(ended, scores)
        return [float(each) for each in scores[: self.sides]]

    def gains(self, ended: Ints) -> list[float]:
        return self.settled(ended)  # with no card left, the search returns the lead as it is

    def settled(self, board: Ints) -> list[float]:
        memory.boards[0] = board
        settle(memory.boards, memory.ends, memory.outs)
        return [float(memory.ends[0, side(board, seat)]) for seat in range(self.players)]

    def basis(self, number: int) -> str:
        return "rules" if number < self.since else "optimum" if self.sides == 2 else "each"


def opened(deal: PlayedDeal) -> OpenPositions:
    return Open(deal)


REVIEWER = Reviewer(weighed, half=0.5, opened=opened, written=written)
