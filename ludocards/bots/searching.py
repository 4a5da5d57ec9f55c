"""How the bots of all games search.

They deal the hidden cards many times, weigh these determinizations by what everybody has done, and value
every choice in a weighted sample of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, as_likely, seed_of
from ludocards.bots.reviewing import ChoiceValues
from ludocards.engine.cards import Card
from ludocards.engine.game import Command
from ludocards.engine.tricks import Hands
from ludocards.engine.worlds import DealUnseen, Unlikely, Unseen

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLevel:
    """The parameters of a bot that searches."""

    dealt: int
    """The number of worlds sampled, and the most drawn from them by weight for evaluation (`played`)."""
    played: int
    ms: float
    """The time limit; a choice usually takes far less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneTypeLevel(SearchLevel):
    """The parameters of a bot for which all others are one type of player, who follows the rules of thumb."""

    heat: float
    """The temperature of their choices, in the unit of the game's values."""
    slips: float = 0.15
    """The share of their choices that are random."""


class PackedBeliefs(Protocol):
    """What a seat knows about the hidden cards, packed for the kernels of a game."""

    @property
    def seats(self) -> Ints:
        """The seats of the hidden hands."""


Known = TypeVar("Known", bound=PackedBeliefs)

L = TypeVar("L", bound=SearchLevel)


def never() -> bool:
    """Return False: there is no time limit."""
    return False


class Search(ABC, Generic[Known, L]):
    """The search of a game's bots.

    A world is a row of numbers: the hands of the others in the order of `seats`, then the other hidden cards.
    """

    levels: Mapping[str, L]
    """By name."""
    master: L
    """The parameters of *maestro*."""
    judge: L
    """Those of the review."""
    exact: L
    """Those with which a world that `is_solvable` is played with all cards seen from the first card on."""
    heuristic: L
    """Those with which it is played to its end by rules of thumb."""
    unjudged: Collection[str] = ()
    """The verbs of commands that bots do not judge by searching."""

    beliefs: Callable[[View, int | None], Known]
    """What the seat of a view knows about the hidden cards: the seat on turn, unless it is given."""

    @abstractmethod
    def weighted_worlds(self, known: Known, level: L, chance: Ints) -> tuple[Ints, Floats]:
        """Sample `level.dealt` worlds, with their likelihoods."""

    @abstractmethod
    def values(
        self,
        view: View,
        known: Known,
        rows: Ints,
        commands: Sequence[Command],
        level: L,
        chance: Ints,
        late: Callable[[], bool] = never,
    ) -> Floats:
        """The value of each command (a column) to the seat on turn in each of these worlds (a row) until time
        runs out, in the unit of `ChoiceValues`."""

    @abstractmethod
    def is_solvable(self, view: View) -> bool:
        """True if the rest of the deal can be solved with all cards seen."""

    def is_weighable(self, view: View) -> bool:
        """True if what everybody has done makes some worlds likelier than others."""
        return bool(view["to_act"])

    def unheld_cards(self, state: Any) -> Sequence[Card]:
        """The hidden cards that no hand holds, in their order."""
        stock: Sequence[Card] = getattr(state, "stock", ())
        return stock

    @abstractmethod
    def card_numbers(self, view: View) -> Mapping[str, int]:
        """The number of each card in the kernels, by its code."""

    def level_at(self, view: View, level: L) -> L:
        """The parameters with which a level plays this position."""
        return level

    def likely_worlds(self, known: Known, level: L, chance: Ints) -> tuple[Ints, Floats]:
        """The worlds that a level evaluates, drawn by their likelihoods, with their weights."""
        return as_likely(*self.weighted_worlds(known, level, chance), level.played)

    def evaluate(
        self,
        view: View,
        commands: Sequence[Command],
        level: L,
        purpose: str = "",
        late: Callable[[], bool] = never,
    ) -> ChoiceValues:
        """Evaluate these commands of the seat on turn until time runs out. Each purpose has worlds of its
        own."""
        known, chance = self.beliefs(view, None), np.array([seed_of(view, purpose)], np.int64)
        rows, weights = self.likely_worlds(known, level, chance)
        judged = tuple(command for command in commands if command.do not in self.unjudged)
        values = self.values(view, known, rows, judged, level, chance, late)
        return ChoiceValues(judged, values, weights[: len(values)])

    def hidden_places(self, view: View, known: Known, row: Ints) -> list[list[str]]:
        """The hidden cards of a world: by seat, then those that no hand holds."""
        numbers = self.card_numbers(view).items()
        places: list[list[str]] = [[] for _ in range(view["players"] + 1)]
        for place, held in zip((*known.seats.tolist(), -1), row.tolist(), strict=False):
            places[place] = [code for code, number in numbers if held >> number & 1]
        return places

    def dealing(self, view: View, known: Known, row: Ints) -> DealUnseen:
        """Return how this world deals the hidden cards, for the game's `determinized`.

        It raises `Unlikely` if the rules exclude the world: beliefs do not contain all facts.
        """
        places = self.hidden_places(view, known, row)

        def deal(unseen: Unseen, _random: Random) -> Hands:
            cards = {card.code: card for card in unseen.cards}
            hands = tuple(tuple(cards[code] for code in held if code in cards) for held in places)
            hands = hands[: len(unseen.rooms)]
            if any(unseen.doubts(place, hand) for place, hand in enumerate(hands)):
                raise Unlikely("the rules exclude this world")
            return hands

        return deal

    def drawn_worlds(
        self, view: View, seat: int, number: int, random: Random
    ) -> Iterator[tuple[DealUnseen, float]]:
        """Yield up to `number` worlds of any seat, drawn as *maestro* does, with their weights."""
        level = replace(self.master, dealt=max(self.master.dealt, number), played=number)
        known, chance = self.beliefs(view, seat), np.array([random.getrandbits(32) | 1 << 40], np.int64)
        for row, weight in zip(*self.likely_worlds(known, level, chance), strict=True):
            yield self.dealing(view, known, row), float(weight)

    def values_in(
        self,
        view: View,
        worlds: Sequence[Sequence[Sequence[str]]],
        commands: Sequence[Command],
        level: L,
        weights: Sequence[float],
    ) -> ChoiceValues:
        """Evaluate these commands in given worlds, each the cards of the hands, and last those of no hand."""
        known, chance = self.beliefs(view, None), np.array([seed_of(view)], np.int64)
        rows = np.array([self.packed_world(view, known, places) for places in worlds], np.int64)
        values = self.values(view, known, rows, commands, level, chance)
        return ChoiceValues(tuple(commands), values, np.array(weights, np.float64))

    def packed_world(self, view: View, known: Known, places: Sequence[Sequence[str]]) -> Ints:
        """The world in which the others hold these cards, by seat; the last ones nobody holds."""
        numbers = self.card_numbers(view)
        held = [sum(1 << numbers[code] for code in places[place]) for place in (*known.seats.tolist(), -1)]
        return np.array(held, np.int64)
