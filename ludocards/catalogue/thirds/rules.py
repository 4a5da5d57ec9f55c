"""The thirds of a deal by their source, in all games of the family."""

from __future__ import annotations

from ludocards.catalogue.thirds.values import THIRDS
from ludocards.engine.cards import Card
from ludocards.engine.match import TrickMatch
from ludocards.engine.sheet import by_side

PARTS = ("aces", "figures", "last_trick")
"""The sources of a deal's thirds; `figures` includes the threes and the twos."""


def worth(card: Card) -> int:
    return THIRDS[card.rank]


def parts(state: TrickMatch, last_trick: int) -> dict[str, tuple[int, ...]]:
    """The thirds of each side in a finished deal, by their source."""
    cards = [(presa.winner, card) for presa in state.tricks for card in presa.trick.cards]
    taken = {
        "aces": [(winner, worth(card)) for winner, card in cards if card.rank == "A"],
        "figures": [(winner, worth(card)) for winner, card in cards if card.rank != "A"],
        "last_trick": [(state.tricks[-1].winner, last_trick)],
    }
    return {part: by_side(state, amounts) for part, amounts in taken.items()}
