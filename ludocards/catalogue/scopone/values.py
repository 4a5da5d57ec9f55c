"""The numbers of the cards in Scopone and Scopa, and what they count for."""

from __future__ import annotations

from collections.abc import Mapping

from ludocards.engine.cards import ITALIAN40, Card, Ranking

RANKS = "A234567FCR"
"""The ranks from low to high."""

RANKING = Ranking.of(ITALIAN40, dict.fromkeys("BCDS", " ".join(reversed(RANKS))))
"""The order in which cards are shown; no card beats another."""

NUMBERS: Mapping[str, int] = dict(zip(RANKS, range(1, 11), strict=True))
"""The number of a card, by rank: it takes its like, or cards that add up to it."""

KING = "R"
DENARI = "D"
SETTEBELLO = ITALIAN40.cards["7D"]
REBELLO = ITALIAN40.cards["RD"]

DEALT: Mapping[str, int] = {"ten": 10, "nine": 9, "three": 3}
"""The cards in a hand, by the option `cards`."""

OPEN = 4
"""The cards that lie on the table at the beginning, unless all cards are dealt."""

THROWN_IN = 3
"""The least number of kings on the table that makes a deal void."""

PRIMIERA: Mapping[str, int] = {
    **dict(zip("76A5432", (21, 18, 16, 15, 14, 13, 12), strict=True)),
    **dict.fromkeys("FCR", 10),
}
"""The worth of a card for the primiera, by rank."""

FIGURES: Mapping[str, Mapping[str, int]] = {"ten": {}, "r10_c9_f8": {"C": 9, "F": 8}}
"""The figures that are worth something else, by the option `primiera_figures`."""

SHORTEST_NAPOLA = 3

NUMBER_OF: Mapping[Card, int] = {card: NUMBERS[card.rank] for card in ITALIAN40.cards.values()}
PLACE: Mapping[Card, int] = {card: place for place, card in enumerate(ITALIAN40.cards.values())}
"""The place of a card in the deck: the order in which captured cards are written."""
