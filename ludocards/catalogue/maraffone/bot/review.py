"""The review of a deal of Maraffone: results with all cards open, and the value of each choice to a player
who sees only their own hand.

Amounts are in thirds of a point, with the last trick and without the cricca.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.reviewing import ChoiceValues, MissedWord, PlayedDeal, Reviewer
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
from ludocards.catalogue.maraffone.bot.kernels.worlds import MOST, search_ending
from ludocards.catalogue.maraffone.bot.levels import SEARCH, memory
from ludocards.catalogue.maraffone.values import CRICCA
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.thirds.values import HONOURS
from ludocards.engine.game import Command

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


class OpenMaraffone(Ending):
    """The deal of two pairs: searched from `ALL_SEEN` cards on, and before that played out by rules of
    thumb."""

    def __init__(self, deal: PlayedDeal) -> None:
        super().__init__(deal, boards_of(deal), ALL_SEEN, sides=2)
        self.rows = np.zeros((4 * ALL_SEEN + 2, BOARD), np.int64)

    def play_card(self, board: Ints, command: Command) -> None:
        put(board, INDEX[command.get("card")])

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.out, 0)

    def side_scores(self, ended: Ints) -> list[float]:
        taken: list[float] = ended[TAKEN : TAKEN + 2].tolist()
        return taken

    def seat_gains(self, ended: Ints) -> list[float]:
        return self.side_scores(ended) * 2

    def search_ending(self, board: Ints) -> list[float]:
        self.rows[0] = board
        ahead = int(search_ending(self.rows, 0, -MOST, MOST, self.keys, self.stored))
        all_thirds = int(self.boards[-1][TAKEN : TAKEN + 2].sum())
        mine = (all_thirds + ahead) / 2
        return [mine, all_thirds - mine] * 2


def evaluate_choices(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> ChoiceValues:
    """The value of each suit or card in worlds that agree with what the seat may know."""
    return SEARCH.evaluate(view, legal, SEARCH.judge, "review")


def find_missed_words(deal: PlayedDeal) -> list[MissedWord]:
    """The cricca of a seat that could have scored it with its first card or before it, and did not."""
    if deal.after["cricca"] is not None:
        return []
    found = []
    for choice in deal.plays[:4]:
        view, trump = choice.view, choice.view["trump"]
        may = {"namer": choice.seat == view["namer"], "anyone": True, "none": False}[view["cricca_by"]]
        if may and {rank + trump for rank in HONOURS} <= {*view["hand"]}:
            found.append(MissedWord(choice.at, choice.seat, "cricca", trump, CRICCA))
    return found


REVIEWER = Reviewer(
    evaluate_choices,
    halving_loss=1.5,
    open_positions=OpenMaraffone,
    find_missed_words=find_missed_words,
    unjudged_fields=("signal",),
)
