"""The values of Tarocchi, defined once for rules, bots, kernels, texts and rulebook."""

from __future__ import annotations

from collections.abc import Mapping

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

PLAYERS = 3

PACKET = 5
"""The number of cards that the dealer gives at a time."""

FIRST_HAND, WHOLE_HAND = 15, 20
"""The number of cards in a hand during the bidding, and during the play."""

MONTE = 3
"""The number of cards in the monte, and in the scarto."""

COURTS: Mapping[str, int] = {"R": 5, "Q": 4, "C": 3, "D": 2}
HONOURS: Mapping[str, int] = {"T20": 10, "T1": 10, "F": 10, "T19": 5, "T18": 5, "T17": 5, "T16": 5}

VALUES: Mapping[str, int] = {
    code: HONOURS.get(code) or (COURTS.get(card.rank, 0) if card.suit != "T" else 0)
    for code, card in SICILIAN63.cards.items()
}
"""The worth of each card by code; 0 is a scartina."""

WEIGHTS: Mapping[str, int] = {code: max(1, value) for code, value in VALUES.items()}
"""The points that a card adds to its group of `HEAP` cards."""

HEAP, OFF = 3, 2
"""Cards are counted in heaps of `HEAP`; `OFF` points are taken off the sum of each heap."""

TOO_DEAR = 5
"""The value from which a card may not be laid away (most tables have this rule)."""

LAST_TRICK = 5

DEALER_PAR, PAR = 37, 36
"""The points that the dealer, and any other seat, must take to come out even."""
