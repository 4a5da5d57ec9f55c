"""The names of the cards. Suits and courts keep their Italian names in every language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.cards import DECKS, UnknownCard

Text = Any
"""A text that is translated when it is shown."""

RANKS: Mapping[str, Mapping[str, Text]] = {
    "italian40": {
        "A": gettext_lazy("Ace"),
        "2": gettext_lazy("Two"),
        "3": gettext_lazy("Three"),
        "4": gettext_lazy("Four"),
        "5": gettext_lazy("Five"),
        "6": gettext_lazy("Six"),
        "7": gettext_lazy("Seven"),
        "F": "Fante",
        "C": "Cavallo",
        "R": "Re",
    },
    "french52": {
        "A": gettext_lazy("Ace"),
        "2": gettext_lazy("Two"),
        "3": gettext_lazy("Three"),
        "4": gettext_lazy("Four"),
        "5": gettext_lazy("Five"),
        "6": gettext_lazy("Six"),
        "7": gettext_lazy("Seven"),
        "8": gettext_lazy("Eight"),
        "9": gettext_lazy("Nine"),
        "10": gettext_lazy("Ten"),
        "J": "Fante",
        "Q": "Donna",
        "K": "Re",
    },
}
"""By deck and rank; a rank that is not here is named by its code."""

PLURALS: Mapping[str, Text] = {
    "A": pgettext_lazy("cards", "aces"),
    "2": pgettext_lazy("cards", "twos"),
    "3": pgettext_lazy("cards", "threes"),
}


def suit_name(deck: str, suit: str) -> str:
    return DECKS[deck].suits.get(suit, suit)


def rank_name(deck: str, rank: str) -> str:
    return str(RANKS.get(deck, {}).get(rank, rank))


def card_name(deck: str, code: str) -> str:
    """ "Ace of bastoni"."""
    card = DECKS[deck].read(code)
    if isinstance(card, UnknownCard):
        return code
    if not card.suit:
        return DECKS[deck].suits[""].capitalize()
    names = {"rank": rank_name(deck, card.rank), "suit": suit_name(deck, card.suit)}
    return _("%(rank)s of %(suit)s") % names
