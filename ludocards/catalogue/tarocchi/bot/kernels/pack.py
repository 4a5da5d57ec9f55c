"""The cards of Tarocchi as bits, and the tables that its kernels read.

A hand is 63 bits: the trumps lowest, from the Miseria to Giove, then the suits oro, coppe, spade and
bastoni, each from its lowest card to the Re, and the Fuggitivo on top. Of two cards of a suit the higher
number wins. Cards taken are counted in thirds of a point, so that each card has a value of its own
(three cards count their points minus two); the rules of thumb count in points.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import table
from ludocards.catalogue.tarocchi.values import HEAP, OFF, RANKING, TOO_DEAR, VALUES, WEIGHTS
from ludocards.engine.cards import SICILIAN63

TRUMPS, FOOL = 0, 5
"""The trumps as a suit, and the Fuggitivo as a suit of its own."""
SUITS = "TOCSB"

CARDS = [
    *(
        SICILIAN63.cards[rank if suit == "" else suit + rank if suit == "T" else rank + suit]
        for suit in (*SUITS, "")
        for rank in reversed(RANKING.ranks[suit])
    )
]
INDEX = {card.code: place for place, card in enumerate(CARDS)}
PACK = (1 << len(CARDS)) - 1
FUGGITIVO = INDEX["F"]
F_BIT = 1 << FUGGITIVO


def bits(codes: Iterable[str]) -> int:
    """The hand of these cards."""
    return sum(1 << INDEX[code] for code in codes)


def cards(hand: int) -> list[str]:
    return [code for code, place in INDEX.items() if hand >> place & 1]


SUIT_OF = table([SUITS.index(card.suit) if card.suit else FOOL for card in CARDS])
STRENGTH = table([RANKING.strength(card) for card in CARDS])
OF_SUIT = table([bits(c.code for c in CARDS if c.suit == suit) for suit in (*SUITS, "")], "int64")
KINGS, QUEENS, KNIGHTS, MAIDS = (table([INDEX.get(f"{rank}{suit}", 0) for suit in SUITS]) for rank in "RQCD")
"""Re, Regina, Cavallo and Donna by suit."""
COURT = table([card.suit != "T" and card.rank in "QCD" for card in CARDS])
"""1 for a court card that a higher card of its suit may guard."""

WORTH = table([WEIGHTS[card.code] - OFF / HEAP for card in CARDS], "float64")
THIRDS = table([HEAP * WEIGHTS[card.code] - OFF for card in CARDS])
"""The gain from taking each card, in thirds of a point."""
FIVES = bits(card.code for card in CARDS if VALUES[card.code] >= TOO_DEAR)
"""The cards that may not be laid away at most tables."""


@kernel("int64(int64,int64)")
def above(cards: int, card: int) -> int:
    """Return the cards that come after this one."""
    return cards >> card >> 1 << card << 1
