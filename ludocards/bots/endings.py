"""Deals with all cards open (perfect information), in games of more than two sides.

In the last tricks max^n is searched: every player maximizes their own gain, and plays the lowest of equally
good cards. With more than two sides the result is not guaranteed: it is what happens if nobody makes a
mistake. Earlier in the deal this search is too costly, and cards are compared by heuristic playouts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.kernels.transposition import empty_table
from ludocards.bots.reviewing import PlayedDeal
from ludocards.engine.game import Command


class Ending(ABC):
    """The outcome of a deal from each of its positions."""

    exact = False

    def __init__(self, deal: PlayedDeal, boards: Sequence[Ints], most: int, sides: int | None = None) -> None:
        """`boards` are the positions before the first card and after each, with all hands; those with at most
        `most` cards in every hand are searched. Every player is a side, unless their number is given."""
        self.plays, self.boards, self.players = deal.plays, boards, len(deal.views)
        self.sides = sides or self.players
        self.searched_from = len(self.plays) - self.players * most
        self.keys, self.stored = empty_table()

    @abstractmethod
    def play_card(self, board: Ints, command: Command) -> None:
        """Play this card, in place."""

    @abstractmethod
    def play_out(self, board: Ints) -> None:
        """Play on to the end heuristically, in place."""

    def bare_command(self, command: Command) -> Command:
        """The card without the words that accompany it."""
        return Command.of("play", card=command.get("card"))

    def position_after(self, board: Ints, command: Command) -> Ints:
        """The position after this card."""
        following = board.copy()
        self.play_card(following, command)
        return following

    def playout_end(self, board: Ints) -> Ints:
        """The position at the end of the deal after a heuristic playout."""
        ended = board.copy()
        self.play_out(ended)
        return ended

    @abstractmethod
    def side_scores(self, ended: Ints) -> list[float]:
        """The score of each side at the end."""

    def seat_gains(self, ended: Ints) -> Sequence[float]:
        """The gain of each seat at the end."""
        return self.side_scores(ended)

    @abstractmethod
    def search_ending(self, board: Ints) -> Sequence[float]:
        """The gain of each seat if everybody plays on with perfect information."""

    def final_scores(self) -> Iterator[tuple[int, list[float]]]:
        for number, board in enumerate(self.boards):
            yield number, self.side_scores(self.playout_end(board))

    def basis(self, number: int) -> str:
        if number < self.searched_from:
            return "rules"
        return "optimum" if self.sides == 2 else "each"

    def card_losses(self, number: int) -> dict[Command, float]:
        return self._card_losses(number) if number >= self.searched_from else {}

    def loss_and_best(self, number: int) -> tuple[float, list[Command]]:
        found = self._card_losses(number)
        best = [command for command, loss in found.items() if not loss]
        return found[self.bare_command(self.plays[number].command)], best

    def _card_losses(self, number: int) -> dict[Command, float]:
        play, board = self.plays[number], self.boards[number]
        found = {}
        for command in [self.bare_command(each) for each in play.legal if each.do == "play"]:
            then = self.position_after(board, command)
            ends = (
                self.search_ending(then)
                if number >= self.searched_from
                else self.seat_gains(self.playout_end(then))
            )
            found[command] = ends[play.seat]
        most = max(found.values())
        return {command: most - gain for command, gain in found.items()}
