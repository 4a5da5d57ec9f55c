"""Deals with all cards open (perfect information), in games of more than two sides.

In the last tricks max^n is searched: every player maximizes their own gain, and plays the lowest of equally
good cards. With more than two sides the result is not guaranteed: it is what happens if nobody makes a
mistake. Earlier in the deal this search is too costly, and cards are compared by heuristic playouts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from ludocards.bots.kernels.kept import room
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.reviewing import PlayedDeal
from ludocards.engine.game import Command


class Ending(ABC):
    """The outcome of a deal from each of its positions."""

    exact = False

    def __init__(self, deal: PlayedDeal, boards: Sequence[Ints], most: int) -> None:
        """`boards` are the positions before the first card and after each, with all hands; those with at most
        `most` cards in every hand are searched."""
        self.plays, self.boards, self.players = deal.plays, boards, len(deal.views)
        self.since = len(self.plays) - self.players * most
        self.keys, self.kept = room()

    @abstractmethod
    def put(self, board: Ints, command: Command) -> None:
        """Play this card, in place."""

    @abstractmethod
    def play_out(self, board: Ints) -> None:
        """Play on to the end heuristically, in place."""

    def bare(self, command: Command) -> Command:
        """The card without the words that accompany it."""
        return Command.of("play", card=command.get("card"))

    def after(self, board: Ints, command: Command) -> Ints:
        """The position after this card."""
        following = board.copy()
        self.put(following, command)
        return following

    def played_on(self, board: Ints) -> Ints:
        """The position at the end of the deal after a heuristic playout."""
        ended = board.copy()
        self.play_out(ended)
        return ended

    @abstractmethod
    def sheet(self, ended: Ints) -> list[float]:
        """The score of each side at the end."""

    def gains(self, ended: Ints) -> Sequence[float]:
        """The gain of each seat at the end."""
        return self.sheet(ended)

    @abstractmethod
    def settled(self, board: Ints) -> Sequence[float]:
        """The gain of each seat if everybody plays on with perfect information."""

    def values(self) -> Iterator[tuple[int, list[float]]]:
        for number, board in enumerate(self.boards):
            yield number, self.sheet(self.played_on(board))

    def basis(self, number: int) -> str:
        if number < self.since:
            return "rules"
        return "optimum" if self.players == 2 else "each"

    def losses(self, number: int) -> dict[Command, float]:
        return self._losses(number) if number >= self.since else {}

    def lost(self, number: int) -> tuple[float, list[Command]]:
        found = self._losses(number)
        best = [command for command, loss in found.items() if not loss]
        return found[self.bare(self.plays[number].command)], best

    def _losses(self, number: int) -> dict[Command, float]:
        play, board = self.plays[number], self.boards[number]
        found = {}
        for command in [self.bare(each) for each in play.legal if each.do == "play"]:
            then = self.after(board, command)
            ends = self.settled(then) if number >= self.since else self.gains(self.played_on(then))
            found[command] = ends[play.seat]
        most = max(found.values())
        return {command: most - gain for command, gain in found.items()}
