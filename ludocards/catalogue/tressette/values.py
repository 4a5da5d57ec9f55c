"""The values of Tressette, said once for rules, players, kernels, texts and rulebook."""

from __future__ import annotations

from ludocards.engine.cards import ITALIAN40, Ranking

RANKING = Ranking.of(ITALIAN40, dict.fromkeys("BCDS", "3 2 A R C F 7 6 5 4"))
