"""What a seat may expect of each of its choices, and what a deal was worth with all cards open: the forms in
which the thinkers of a game tell a review of it (`games/review/judging.py`).

A thinker is deterministic: the same view gives the same numbers in any process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Protocol

from ludocards.engine.game import Command, Json

if TYPE_CHECKING:  # who serves pages reads this, and needs no numpy
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A row of `values` for each world that the seat thinks possible, a column for each of `commands`: what
    its side has of the deal in the end, in the unit in which the game scores its deals. `weights` says how
    likely each world is."""

    commands: tuple[Command, ...]
    values: Floats
    weights: Floats

    def best(self) -> int:
        return int((self.weights @ self.values).argmax())

    def many(self) -> float:
        """As many worlds, equally likely, would tell as much: one that outweighs all others tells little."""
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    def loss(self, chosen: int) -> tuple[float, float]:
        """By how much the choice is expected to bring less than the best, and the standard error of that:
        both are seen in the same worlds."""
        less = self.values[:, self.best()] - self.values[:, chosen]
        total = float(self.weights.sum())
        mean = float(self.weights @ less) / total
        return mean, sqrt(float(self.weights**2 @ (less - mean) ** 2)) / total


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat did, with what it saw and what it could have done; `at` names it in the replay."""

    at: str
    seat: int
    view: Mapping[str, Any]
    legal: Sequence[Command]
    command: Command


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that is over: what each seat saw at its beginning, what was done, what all know after it."""

    views: Sequence[Mapping[str, Any]]
    choices: Sequence[Choice]
    after: Mapping[str, Any]

    @property
    def plays(self) -> list[Choice]:
        return [choice for choice in self.choices if choice.command.do == "play"]


@dataclass(frozen=True, slots=True)
class Missed:
    """Something that a seat could have said and did not; `points` are what it would have brought."""

    at: str
    seat: int
    kind: str
    about: Json
    points: int = 0


class Opened(Protocol):
    """The positions of a deal with all cards open: 0 is before the first card, n after the n-th."""

    exact: bool
    """Whether all play their best in `values`; otherwise by rules of thumb."""

    def values(self) -> Iterator[tuple[int, Sequence[float]]]:
        """The number of each position, in any order, and what each side ends with."""

    def lost(self, number: int) -> tuple[float, list[Command]]:
        """What the card of this position loses against the best, and what loses nothing; asked after
        `values`."""

    def basis(self, number: int) -> str:
        """By what that is known: `optimum`, which between two sides nobody can better; `each`, what comes of
        it if of more than two everybody plays for himself (max^n); `rules`, what comes of it if all play on
        by the rules of thumb."""


@dataclass(frozen=True, slots=True)
class Reviewer:
    """What is known of a game to review it."""

    weighed: Callable[[Mapping[str, Any], Sequence[Command], Command], Weighed | None]
    """Of a view, its legal commands and the one that was given, which is among those weighed; None for a
    choice that it has nothing to say about."""
    half: float
    """The loss with which a choice counts half; with twice as much it may be a turning point."""
    opened: Callable[[Deal], Opened] | None = None
    missed: Callable[[Deal], Sequence[Missed]] = lambda deal: ()
    """Words that were not said; their kinds are those of the game's `Wire.missed`."""
    aside: tuple[str, ...] = ()
    """The fields of a command for what is said with a choice and is no part of it."""
