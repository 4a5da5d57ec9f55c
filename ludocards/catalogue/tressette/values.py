"""The values of Tressette, defined once for rules, bots, kernels, texts and rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.engine.cards import ITALIAN40, Ranking

RANKING = Ranking.of(ITALIAN40, dict.fromkeys("BCDS", "3 2 A R C F 7 6 5 4"))

POINT = 3
"""The thirds of a point."""

THIRDS: Mapping[str, int] = {"A": 3, **dict.fromkeys("32RCF", 1), **dict.fromkeys("7654", 0)}
"""The worth of a card by rank, in thirds of a point."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The conversion of thirds: what the last trick adds, and what is added before dividing by `POINT`."""

    last_trick: int
    rounding: int


SCORINGS: Mapping[str, Scoring] = {
    "nearest33": Scoring(last_trick=1, rounding=1),
    "floor35": Scoring(last_trick=3, rounding=0),
}

NAPOLETANA = ("A", "2", "3")
"""The ranks of a napoletana, of which three or four of a kind may be accused, too."""

ACCUSE: Mapping[str, int] = {"napoletana": 3, "three": 3, "four": 4}
"""The points of each combination."""
