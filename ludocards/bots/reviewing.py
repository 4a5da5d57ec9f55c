"""The interface between the bots of a game and its review (`games/review/judging.py`): the values of a seat's
choices by what it could know, and those of a deal with all cards open.

Implementations are deterministic: the same view gives the same numbers in any process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Protocol

from ludocards.engine.game import Command, Json

if TYPE_CHECKING:  # web processes import this module, and need no numpy
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ChoiceValues:
    """The values of a seat's choices in sampled worlds.

    `values` has a row for each world and a column for each of the `commands`: the result of the seat's side
    at the end of the deal, in the unit in which the game scores deals. `weights` are the likelihoods of the
    worlds.
    """

    commands: tuple[Command, ...]
    values: Floats
    weights: Floats

    def best(self) -> int:
        return int((self.weights @ self.values).argmax())

    def effective_worlds(self) -> float:
        """The effective number of worlds: how many equally likely worlds would give as much information."""
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    def value(self, chosen: int) -> tuple[float, float]:
        """The expected value of a choice, and its standard error."""
        return self._estimate(self.values[:, chosen])

    def loss(self, chosen: int) -> tuple[float, float]:
        """The expected loss of a choice against the best one, and its standard error, by paired
        differences."""
        return self._estimate(self.values[:, self.best()] - self.values[:, chosen])

    def _estimate(self, results: Floats) -> tuple[float, float]:
        """The weighted mean of a result in each world, and its standard error."""
        total = float(self.weights.sum())
        mean = float(self.weights @ results) / total
        return mean, sqrt(float(self.weights**2 @ (results - mean) ** 2)) / total


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A choice of a seat, with its view and its legal commands; `at` names it in the replay."""

    at: str
    seat: int
    view: Mapping[str, Any]
    legal: Sequence[Command]
    command: Command


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A finished deal: the views of all seats at its beginning, the choices, and the public view after it."""

    views: Sequence[Mapping[str, Any]]
    choices: Sequence[SeatChoice]
    after: Mapping[str, Any]

    @property
    def plays(self) -> list[SeatChoice]:
        return [choice for choice in self.choices if choice.command.do == "play"]


@dataclass(frozen=True, slots=True)
class MissedWord:
    """Words that a seat could have said and did not; `points` are what they would have brought."""

    at: str
    seat: int
    kind: str
    about: Json
    points: int = 0


class OpenPositions(Protocol):
    """The positions of a deal with all cards open: 0 is before the first card, n after the n-th."""

    exact: bool
    """True if `final_scores` assume best play; otherwise they come from heuristic playouts."""

    def final_scores(self) -> Iterator[tuple[int, Sequence[float]]]:
        """Yield the number of each position, in any order, with the final score of each side."""

    def loss_and_best(self, number: int) -> tuple[float, list[Command]]:
        """The loss of the card played in this position against the best, and the cards that lose nothing.
        Must be called after `final_scores`."""

    def card_losses(self, number: int) -> Mapping[Command, float]:
        """The loss of every card that may be played in this position against the best; empty where the rest
        is not searched."""

    def basis(self, number: int) -> str:
        """The method behind `loss_and_best`: `optimum`, best play between two sides; `each`, max^n with more
        than two sides; `rules`, heuristic playouts."""


@dataclass(frozen=True, slots=True)
class Reviewer:
    """The functions and figures with which a game is reviewed."""

    evaluate_choices: Callable[[Mapping[str, Any], Sequence[Command], Command], ChoiceValues | None]
    """Evaluates the legal commands of a view, including the one given; None if it cannot judge this
    choice."""
    halving_loss: float
    """The loss that halves the value of a choice; twice as much may make it a turning point."""
    open_positions: Callable[[PlayedDeal], OpenPositions] | None = None
    find_missed_words: Callable[[PlayedDeal], Sequence[MissedWord]] = lambda deal: ()
    """Finds words that were not said; their kinds are those of the game's `Wire.missed`."""
    unjudged_fields: tuple[str, ...] = ()
    """The fields of a command that accompany a choice and are not judged."""
    canonical_command: Callable[[Command], Command] = lambda command: command
    """The command as the game's `legal` writes it, where it may be written in several ways."""

    def bare_command(self, command: Command) -> Command:
        """The command without the words that accompany it."""
        kept = tuple(each for each in command.fields if each[0] not in self.unjudged_fields)
        return self.canonical_command(Command(command.do, kept))
