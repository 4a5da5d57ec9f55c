"""The values of Whist, said once for rules, players, kernels, texts and rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from ludocards.engine.cards import FRENCH52, Ranking

RANKING = Ranking.of(FRENCH52, dict.fromkeys("SHDC", "K Q J 10 9 8 7 6 5 4 3 2 A"))
ACE_HIGH = Ranking.of(FRENCH52, dict.fromkeys("SHDC", "A K Q J 10 9 8 7 6 5 4 3 2"))
"""The ranking of tables with the option `asso_alto`."""

EXACT = 10
"""The points of a bid that comes true, beside its tricks."""

MISSED = 3
"""The cost of a missed bid, beside the tricks of difference."""

FEWEST = 4
"""The cards of the first deal."""

MOST: Mapping[int, int] = {2: 10, 3: 10, 4: 10, 5: 10, 6: 8}
"""The cards of the greatest deal, by the number of players."""
