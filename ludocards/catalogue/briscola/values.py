"""The order and the worth of the cards in Briscola."""

from __future__ import annotations

from collections.abc import Mapping

from ludocards.engine.cards import ITALIAN40, Ranking

RANKING = Ranking.of(ITALIAN40, dict.fromkeys("BCDS", "A 3 R C F 7 6 5 4 2"))

POINTS: Mapping[str, int] = {"A": 11, "3": 10, "R": 4, "C": 3, "F": 2, **dict.fromkeys("76542", 0)}
"""The worth of a card by rank."""

ALL_POINTS = 120
"""The worth of the pack."""

CARDS = 3
"""The number of cards in a hand."""
