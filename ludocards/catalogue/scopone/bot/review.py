"""The review of a deal of Scopone or Scopa: the results with all hands and the stock open, and the value of
each choice to a player who sees only their own hand.

All amounts are in points. The gain of a side is its lead over the other side. With three players, who all
play for themselves, the gain of a player is the lead over the mean of the other two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludocards.bots.endings import Ending
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.reviewing import ChoiceValues, PlayedDeal, Reviewer
from ludocards.catalogue.scopone.bot.board import opening_board
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
from ludocards.catalogue.scopone.bot.kernels.worlds import search_ending
from ludocards.catalogue.scopone.bot.levels import SEARCH, memory
from ludocards.catalogue.scopone.rules import captures
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command

ALL_SEEN = {2: 3, 3: 3, 4: 4}
"""By the number of players: once no hand has more cards than this, the rest of the deal is searched."""


def evaluate_choices(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> ChoiceValues:
    """Return the final lead after each choice, in sampled worlds that agree with what the seat may know."""
    return SEARCH.evaluate(view, legal, SEARCH.judge, "review")


def canonical_command(command: Command) -> Command:
    """Return the command as `legal` writes it, with the captured cards in the order of the deck."""
    return captures.play(ITALIAN40.cards[command.get("card")], ITALIAN40.of(command.get("take") or ()))


def stock_order(deal: PlayedDeal) -> list[str]:
    """Return the cards of the stock, the next one first, in an order that gives every seat the hands that it
    had.

    The hands follow from the cards played: a seat plays all cards of a hand before it gets the next one, so
    its first `in_hand` cards were its first hand, and the others came from the stock. The order in which the
    cards of one hand were really dealt is not known, and makes no difference.
    """
    opening = deal.views[0]
    played: list[list[str]] = [[] for _ in deal.views]  # by seat
    for play in deal.plays:
        played[play.seat].append(play.command.get("card"))
    seats = [(opening["dealer"] + step) % len(played) for step in range(1, len(played) + 1)]
    from_stock = range(opening["in_hand"], len(played[0]))
    return [played[seat][number] for number in from_stock for seat in seats]


def boards_of(deal: PlayedDeal) -> list[Ints]:
    """Return the positions before the first card and after each."""
    first = opening_board(deal.views[0])
    for seat, view in enumerate(deal.views):
        first[HANDS + seat], first[COUNTS + seat] = bits(view["hand"]), len(view["hand"])
    draws = [INDEX[code] for code in reversed(stock_order(deal))]  # the kernels draw from the end
    first[DRAWS : DRAWS + len(draws)] = draws
    boards = [first]
    for play in deal.plays:
        boards.append(boards[-1].copy())
        put(boards[-1], number_of(play.command))
    return boards


class OpenScopone(Ending):
    """A deal with all cards open. Its last cards are searched; earlier positions are evaluated by heuristic
    playouts."""

    def __init__(self, deal: PlayedDeal) -> None:
        boards = boards_of(deal)
        super().__init__(deal, boards, ALL_SEEN[len(deal.views)], sides=int(boards[0][SIDES]))

    def bare_command(self, command: Command) -> Command:
        return canonical_command(command)

    def play_card(self, board: Ints, command: Command) -> None:
        put(board, number_of(command))

    def play_out(self, board: Ints) -> None:
        play_out(board, memory.outs[0], 0)

    def side_scores(self, ended: Ints) -> list[float]:
        scores = np.zeros(4, np.float64)
        write(ended, scores)
        return [float(each) for each in scores[: self.sides]]

    def seat_gains(self, ended: Ints) -> list[float]:
        return self.search_ending(ended)  # with no card left, the search returns the lead as it is

    def search_ending(self, board: Ints) -> list[float]:
        memory.boards[0] = board
        search_ending(memory.boards, memory.ends, memory.outs)
        return [float(memory.ends[0, side(board, seat)]) for seat in range(self.players)]


REVIEWER = Reviewer(
    evaluate_choices, halving_loss=0.5, open_positions=OpenScopone, canonical_command=canonical_command
)
