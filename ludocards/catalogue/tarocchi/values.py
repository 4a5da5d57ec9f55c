"""The values of Tarocchi, said once for rules, players, kernels, texts and rulebook."""

from __future__ import annotations

from ludocards.engine.cards import SICILIAN63, Ranking

RANKING = Ranking.of(
    SICILIAN63,
    {
        "O": "R Q C D 10 9 8 7 6 5 4",
        **dict.fromkeys("CSB", "R Q C D 10 9 8 7 6 5"),
        "T": "20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0",
        "": "F",
    },
)
