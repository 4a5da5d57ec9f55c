"""The last tricks of a deal with all cards open, among players who play each for himself.

Who sees all cards does what brings him most, and so does everybody after him (max^n); who has nothing to win
by one card more than by another plays the lowest. With three sides that is not what a side can be sure of,
as the optimum between two is: it says what comes of it if nobody gives anything away.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from games.bots.kernels.compiled import COMPILED
from games.bots.kernels.kept import room
from games.bots.kernels.numbers import Ints
from games.bots.weighed import Deal
from games.engine.game import Command


class Ending(ABC):
    """What a deal comes to from each of its last positions."""

    exact = False

    def __init__(self, deal: Deal, boards: Sequence[Ints], most: int) -> None:
        """`boards` are the positions before the first card and after each, with all hands; looked into is
        what has at most so many cards in every hand."""
        self.plays, self.boards = deal.plays, boards
        players = len(deal.views)
        self.since = max(0, len(self.plays) - players * most) if COMPILED else None
        self.basis = "optimum" if players == 2 else "each"
        self.keys, self.kept = room()

    @abstractmethod
    def settled(self, board: Ints) -> Sequence[float]:
        """What each seat ends with."""

    @abstractmethod
    def after(self, board: Ints, card: str) -> Ints:
        """The position after this card."""

    def ends(self, number: int, seat: int) -> float:
        return self.settled(self.boards[number])[seat]

    def best(self, number: int) -> list[Command]:
        play, board = self.plays[number], self.boards[number]
        most = self.ends(number, play.seat)
        cards = [command.get("card") for command in play.legal if command.do == "play"]
        return [
            Command.of("play", card=card)
            for card in cards
            if self.settled(self.after(board, card))[play.seat] >= most
        ]
