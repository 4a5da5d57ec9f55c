"""The knowledge of a seat about hidden cards in any number of places, and worlds that agree with it.

The places are the hands of the other players, and one more for the cards that nobody holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludocards.bots.kernels.exchanging import sample
from ludocards.bots.kernels.numbers import Floats, Ints, by_hand

WriteLogLikelihoods = Callable[[Ints, Ints, Ints, Ints, float, float, Floats, Floats], None]
"""A game's kernel: writes the log-likelihood of the choices of a place into the last array.

Its arguments are the rows of `Beliefs.boards`, `before` and `chosen` of that place, the hands,
the temperature, the probability of slips, and a buffer of the game's own.
"""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The facts of a view, packed for the kernels of a game."""

    hand: int
    board: Ints
    seats: Ints
    """The seats of all places but the last."""
    hidden: Ints
    places: Ints
    """`hidden` has the hidden cards, and `places` each place as often as it has cards."""
    barred: Ints
    """The cards that cannot lie in each place."""
    boards: Ints
    """The board as everybody knew it at each choice of the others. The next arrays have, for each of these
    choices, the place, the cards that it has played since, and the choice."""
    holders: Ints
    before: Ints
    chosen: Ints


def worlds(known: Beliefs, many: int, chance: Ints) -> Ints:
    """Draw `many` worlds, a row each: the cards in every place.

    If no world agrees with all voids, the worlds contradict them in a few cards, so that the bot can always
    play.
    """
    rows = np.zeros((many, len(known.barred)), np.int64)
    sample(known.hidden.copy(), known.places, known.barred, chance, rows)
    return rows


def likelihood(
    write: WriteLogLikelihoods, known: Beliefs, rows: Ints, heat: float, slips: float, out: Floats
) -> Floats:
    """The weight of each world; the likeliest has 1."""
    weights = np.zeros(len(rows), np.float64)
    for place in range(len(known.seats)):
        theirs = known.holders == place
        choices = known.boards[theirs], known.before[theirs], known.chosen[theirs]

        def write_of_place(hands: Ints, found: Floats, choices: tuple[Ints, Ints, Ints] = choices) -> None:
            write(*choices, hands, heat, slips, out, found)

        weights += by_hand(rows[:, place], write_of_place)
    likely: Floats = np.exp(weights - weights.max())
    return likely
