"""The values of Whist, defined once for rules, bots, kernels, texts and rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from ludocards.engine.cards import FRENCH52, Ranking

RANKING = Ranking.of(FRENCH52, dict.fromkeys("SHDC", "K Q J 10 9 8 7 6 5 4 3 2 A"))
ACE_HIGH = Ranking.of(FRENCH52, dict.fromkeys("SHDC", "A K Q J 10 9 8 7 6 5 4 3 2"))
"""The ranking of tables with the option `asso_alto`."""

EXACT = 10
"""The points of an exact bid, besides one for each trick."""

MISSED = 3
"""The cost of a missed bid, besides one for each trick of difference."""

FEWEST = 4
"""The number of cards that each player gets in the first deal."""

MOST: Mapping[int, int] = {2: 10, 3: 10, 4: 10, 5: 10, 6: 8}
"""The number of cards that each player gets in the largest deal, by the number of players."""
