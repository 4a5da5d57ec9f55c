"""The order and the worth of the cards, the same in all games of the family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from ludocards.engine.cards import ITALIAN40, Ranking

RANKING = Ranking.of(ITALIAN40, dict.fromkeys("BCDS", "3 2 A R C F 7 6 5 4"))

POINT = 3
"""The thirds of a point."""

THIRDS: Mapping[str, int] = {"A": 3, **dict.fromkeys("32RCF", 1), **dict.fromkeys("7654", 0)}
"""The worth of a card by rank, in thirds of a point."""

HONOURS = ("A", "2", "3")
"""The ranks that make a combination when one hand holds all three of a suit."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The conversion of thirds: what the last trick adds, what is added before dividing, and the divisor."""

    last_trick: int
    rounding: int = 0
    unit: int = POINT
    """The thirds of one unit of the score."""

    def score(self, thirds: int) -> int:
        return (thirds + self.rounding) // self.unit

    def sums(self, thirds: int, sides: int) -> tuple[int, int]:
        """The least and the most that all sides score together when they share these thirds."""
        left = [
            each for each in product(range(self.unit), repeat=sides) if (thirds - sum(each)) % self.unit == 0
        ]
        found = {(thirds - sum(each)) // self.unit + sum(map(self.score, each)) for each in left}
        return min(found), max(found)


SCORINGS: Mapping[str, Scoring] = {
    "nearest33": Scoring(last_trick=1, rounding=1),
    "floor35": Scoring(last_trick=3),
    "figures": Scoring(last_trick=3, unit=1),
}
