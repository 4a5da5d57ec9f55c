"""A deal with all cards open, among players who play each for himself.

In the last tricks who sees all cards does what brings him most, and so does everybody after him (max^n); who
has nothing to win by one card more than by another plays the lowest. With three sides that is not what a side
can be sure of, as the optimum between two is: it says what comes of it if nobody gives anything away. Earlier
that cannot be looked into; there a card is compared by what comes of it if all play on by the rules of thumb.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from ludocards.bots.kernels.compiled import COMPILED
from ludocards.bots.kernels.kept import room
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.weighed import Deal
from ludocards.engine.game import Command


class Ending(ABC):
    """What a deal comes to from each of its positions."""

    exact = False

    def __init__(self, deal: Deal, boards: Sequence[Ints], most: int) -> None:
        """`boards` are the positions before the first card and after each, with all hands; looked into is
        what has at most so many cards in every hand."""
        self.plays, self.boards, self.players = deal.plays, boards, len(deal.views)
        self.since = len(self.plays) - self.players * most if COMPILED else len(self.plays)
        self.keys, self.kept = room()

    @abstractmethod
    def put(self, board: Ints, card: str) -> None:
        """Play this card; changes the position."""

    @abstractmethod
    def play_out(self, board: Ints) -> None:
        """Play on to the end by the rules of thumb; changes the position."""

    def after(self, board: Ints, card: str) -> Ints:
        """The position after this card."""
        following = board.copy()
        self.put(following, card)
        return following

    def played_on(self, board: Ints) -> Ints:
        """The end of the deal from this position."""
        ended = board.copy()
        self.play_out(ended)
        return ended

    @abstractmethod
    def sheet(self, ended: Ints) -> list[float]:
        """What each side has at the end."""

    def gains(self, ended: Ints) -> Sequence[float]:
        """What each seat counts of it."""
        return self.sheet(ended)

    @abstractmethod
    def settled(self, board: Ints) -> Sequence[float]:
        """What each seat comes to, when everybody sees all cards."""

    def values(self) -> Iterator[tuple[int, list[float]]]:
        for number, board in enumerate(self.boards):
            yield number, self.sheet(self.played_on(board))

    def basis(self, number: int) -> str:
        if number < self.since:
            return "rules"
        return "optimum" if self.players == 2 else "each"

    def lost(self, number: int) -> tuple[float, list[Command]]:
        play, board = self.plays[number], self.boards[number]
        found = {}
        for card in [command.get("card") for command in play.legal if command.do == "play"]:
            then = self.after(board, card)
            ends = self.settled(then) if number >= self.since else self.gains(self.played_on(then))
            found[card] = ends[play.seat]
        most = max(found.values())
        best = [Command.of("play", card=card) for card, gain in found.items() if gain == most]
        return most - found[play.command.get("card")], best
