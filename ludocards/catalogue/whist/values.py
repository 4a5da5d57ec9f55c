"""The values of Whist, said once for rules, players, kernels, texts and rulebook."""

from __future__ import annotations

from ludocards.engine.cards import FRENCH52, Ranking

RANKING = Ranking.of(FRENCH52, dict.fromkeys("SHDC", "K Q J 10 9 8 7 6 5 4 3 2 A"))
ACE_HIGH = Ranking.of(FRENCH52, dict.fromkeys("SHDC", "A K Q J 10 9 8 7 6 5 4 3 2"))
"""What beats what where the table has chosen it: the option `asso_alto`."""
