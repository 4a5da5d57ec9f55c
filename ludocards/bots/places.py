"""The knowledge of a seat about hidden cards in any number of places, and worlds that agree with it.

The places are the hands of the other players, and one more for the cards that nobody holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


class Observed:
    """The choices of the other players in this deal, first to last, as the kernels number them."""

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = seats
        self.boards: list[Ints] = []
        self.holders: list[int] = []
        self.chosen: list[int] = []

    def meet(self, board: Ints, seat: int, choice: int) -> None:
        """Add a choice, and the board as everybody knew it; a choice of the viewer is passed over."""
        if seat in self.seats:
            self.boards.append(board.copy())
            self.holders.append(self.seats.index(seat))
            self.chosen.append(choice)

    def cards_since(self, cards_of: Callable[[Ints, int], int]) -> list[int]:
        """The cards that the player of each choice has played from it on; `cards_of` a choice are those that
        it plays."""
        played, found = [0] * len(self.seats), []
        for board, holder, choice in zip(
            reversed(self.boards), reversed(self.holders), reversed(self.chosen), strict=True
        ):
            played[holder] |= cards_of(board, choice)
            found.append(played[holder])
        return found[::-1]


def pack_beliefs(
    board: Ints,
    hand: int,
    hidden: Sequence[int],
    counts: Sequence[int],
    barred: Sequence[int],
    observed: Observed,
    cards_of: Callable[[Ints, int], int],
) -> Beliefs:
    """Pack the facts of a view; `counts` has the number of cards of each seat, and `barred` the cards that
    cannot lie in each place."""
    seats = observed.seats
    filled = [place for place, seat in enumerate(seats) for _ in range(counts[seat])]
    filled += [len(seats)] * (len(hidden) - len(filled))
    return Beliefs(
        hand=hand,
        board=board,
        seats=np.array(seats, np.int64),
        hidden=np.array(hidden, np.int64),
        places=np.array(filled, np.int64),
        barred=np.array(barred, np.int64),
        boards=np.array(observed.boards, np.int64).reshape(len(observed.boards), len(board)),
        holders=np.array(observed.holders, np.int64),
        before=np.array(observed.cards_since(cards_of), np.int64),
        chosen=np.array(observed.chosen, np.int64),
    )


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
