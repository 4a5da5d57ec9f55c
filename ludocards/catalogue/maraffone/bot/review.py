"""The review of a deal of Maraffone: results with all cards open, and the value of each choice to a player
who sees only their own hand.

Amounts are in thirds of a point, with the last trick and without the cricca.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints, seed_of
from ludocards.bots.reviewing import Missed, OpenPositions, PlayedDeal, Reviewer, Weighed
from ludocards.catalogue.maraffone.bot.beliefs import beliefs
from ludocards.catalogue.maraffone.bot.board import SUITS
from ludocards.catalogue.maraffone.bot.kernels.play import (
    BOARD,
    COUNTS,
    HANDS,
    LAST,
    LEADER,
    TAKEN,
    TRUMP,
    play_out,
    put,
)
from ludocards.catalogue.maraffone.bot.kernels.worlds import MOST, settled
from ludocards.catalogue.maraffone.bot.levels import MASTER, Level, memory, weighed_by
from ludocards.catalogue.maraffone.values import CRICCA
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.thirds.values import HONOURS
from ludocards.engine.game import Command

JUDGE = replace(MASTER, played=300, until=2)
"""The parameters for judging a choice: more worlds than *maestro* evaluates, played out by rules of thumb."""
ALL_SEEN = 6
"""The number of cards in the hand from which an ending is searched with all cards seen."""


def boards_of(deal: PlayedDeal) -> list[Ints]:
    """The positions before the first card and after each."""
    first = np.zeros(BOARD, np.int64)
    for seat, view in enumerate(deal.views):
        first[HANDS + seat], first[COUNTS + seat] = bits(view["hand"]), len(view["hand"])
    named = next(choice.command for choice in deal.choices if choice.command.do == "name")
    first[TRUMP], first[LAST] = SUITS.index(named.get("suit")), deal.after["last_trick"]
    first[LEADER] = deal.views[0]["namer"]
    boards = [first]
    for play in deal.plays:
        boards.append(boards[-1].copy())
        put(boards[-1], INDEX[play.command.get("card")])
    return boards


class Pairs(Ending):
    """The deal of two pairs: searched from `ALL_SEEN` cards on, and before that played out by rules of
    thumb."""

    def __init__(self, deal: PlayedDeal) -> None:
        super().__init__(deal, boards_of(deal), ALL_SEEN)
        self.rows = np.zeros((4 * ALL_SEEN + 2, BOARD), np.int64)

    def put(self, board: Ints, command: Command) -> None:
        put(board, INDEX[command.get("card")])

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.out, 0)

    def sheet(self, ended: Ints) -> list[float]:
        taken: list[float] = ended[TAKEN : TAKEN + 2].tolist()
        return taken

    def gains(self, ended: Ints) -> list[float]:
        return self.sheet(ended) * 2

    def settled(self, board: Ints) -> list[float]:
        self.rows[0] = board
        ahead = int(settled(self.rows, 0, -MOST, MOST, self.keys, self.kept))
        all_thirds = int(self.boards[-1][TAKEN : TAKEN + 2].sum())
        mine = (all_thirds + ahead) / 2
        return [mine, all_thirds - mine] * 2

    def basis(self, number: int) -> str:
        return "rules" if number < self.since else "optimum"


def opened(deal: PlayedDeal) -> OpenPositions:
    return Pairs(deal)


def weighed(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> Weighed:
    """The gain of each suit or card in worlds that agree with what the seat may know.

    It is half of the gain minus that of the others, so that a third lost counts once.
    """
    return halved(view, legal, JUDGE, "review")


def halved(view: Mapping[str, Any], legal: Sequence[Command], level: Level, purpose: str) -> Weighed:
    """The same with other parameters, and other worlds for each purpose."""
    choices = [command for command in legal if command.do != "accuse"]
    found = weighed_by(beliefs(view), choices, level, seed_of(view, purpose))
    return replace(found, values=found.values / 2)


def missed(deal: PlayedDeal) -> list[Missed]:
    """The cricca of a seat that could have scored it with its first card or before it, and did not."""
    if deal.after["cricca"] is not None:
        return []
    found = []
    for choice in deal.plays[:4]:
        view, trump = choice.view, choice.view["trump"]
        may = {"namer": choice.seat == view["namer"], "anyone": True, "none": False}[view["cricca_by"]]
        if may and {rank + trump for rank in HONOURS} <= {*view["hand"]}:
            found.append(Missed(choice.at, choice.seat, "cricca", trump, CRICCA))
    return found


REVIEWER = Reviewer(weighed, half=1.5, opened=opened, missed=missed, aside=("signal",))
