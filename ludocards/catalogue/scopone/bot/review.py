"""The review of a deal of Scopone or Scopa: results with all cards and the stock open, and the value of each
choice to a player who sees only their own hand.

Amounts are points, and a gain is the lead over the other side, since what one side takes it takes from the
other; with three players the lead over the mean of the others.
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
"""The parameters for judging a choice."""

ALL_SEEN = {2: 3, 3: 3, 4: 4}
"""The number of cards in the hand from which the ending is searched with all cards open, by the number of
players."""


def weighed(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> Weighed:
    """The lead after each choice in worlds that agree with what the seat may know."""
    return weighed_by(view, legal, JUDGE, "review")


def written(command: Command) -> Command:
    """The command with the cards that it takes in the order of the deck."""
    return captures.play(ITALIAN40.cards[command.get("card")], ITALIAN40.of(command.get("take") or ()))


def stock(deal: PlayedDeal) -> list[str]:
    """The cards of the stock in an order in which they could be dealt, one at a time.

    Each seat plays all cards of a hand before it gets the next.
    """
    first = deal.views[0]
    played: list[list[str]] = [[] for _ in deal.views]
    for play in deal.plays:
        played[play.seat].append(play.command.get("card"))
    seats = [(first["dealer"] + step) % len(played) for step in range(1, len(played) + 1)]
    turns = range(first["in_hand"], len(played[0]))
    return [played[seat][turn] for turn in turns for seat in seats]


def boards_of(deal: PlayedDeal) -> list[Ints]:
    """The positions before the first card and after each."""
    first = start(deal.views[0])
    for seat, view in enumerate(deal.views):
        first[HANDS + seat], first[COUNTS + seat] = bits(view["hand"]), len(view["hand"])
    to_deal = [INDEX[code] for code in reversed(stock(deal))]
    first[DRAWS : DRAWS + len(to_deal)] = to_deal
    boards = [first]
    for play in deal.plays:
        boards.append(boards[-1].copy())
        put(boards[-1], number_of(play.command))
    return boards


class Open(Ending):
    """The deal with all cards open: the last cards searched, and before that played out by rules of thumb."""

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
        return self.settled(ended)

    def settled(self, board: Ints) -> list[float]:
        memory.boards[0] = board
        settle(memory.boards, memory.ends, memory.outs)
        return [float(memory.ends[0, side(board, seat)]) for seat in range(self.players)]

    def basis(self, number: int) -> str:
        return "rules" if number < self.since else "optimum" if self.sides == 2 else "each"


def opened(deal: PlayedDeal) -> OpenPositions:
    return Open(deal)


REVIEWER = Reviewer(weighed, half=0.5, opened=opened, written=written)
