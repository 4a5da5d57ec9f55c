"""The names of the cards."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from ludocards.engine.cards import DECKS, UnknownCard
from ludocards.words.texts import Text

NUMBERS: Mapping[str, Text] = {
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
}

RANKS: Mapping[str, Mapping[str, Text]] = {
    "italian40": {
        **{rank: NUMBERS[rank] for rank in "A234567"},
        "F": gettext_lazy("Jack"),
        "C": gettext_lazy("Knight"),
        "R": gettext_lazy("King"),
    },
    "french52": {
        **NUMBERS,
        "J": gettext_lazy("Jack"),
        "Q": gettext_lazy("Queen"),
        "K": gettext_lazy("King"),
    },
    "sicilian63": {
        **{rank: NUMBERS[rank] for rank in ("4", "5", "6", "7", "8", "9", "10")},
        "D": gettext_lazy("Maid"),
        "C": gettext_lazy("Knight"),
        "Q": pgettext_lazy("above the knight", "Queen"),
        "R": gettext_lazy("King"),
    },
}
"""The names by deck and rank; a rank that is not here is named by its code."""

THE_NUMBERS: Mapping[str, Text] = {
    "A": gettext_lazy("the ace"),
    "2": gettext_lazy("the two"),
    "3": gettext_lazy("the three"),
    "4": gettext_lazy("the four"),
    "5": gettext_lazy("the five"),
    "6": gettext_lazy("the six"),
    "7": gettext_lazy("the seven"),
    "8": gettext_lazy("the eight"),
    "9": gettext_lazy("the nine"),
    "10": gettext_lazy("the ten"),
}

THE_RANKS: Mapping[str, Mapping[str, Text]] = {
    "italian40": {
        **THE_NUMBERS,
        "F": gettext_lazy("the jack"),
        "C": gettext_lazy("the knight"),
        "R": gettext_lazy("the king"),
    },
    "french52": {
        **THE_NUMBERS,
        "J": gettext_lazy("the jack"),
        "Q": gettext_lazy("the queen"),
        "K": gettext_lazy("the king"),
    },
    "sicilian63": {
        **THE_NUMBERS,
        "D": gettext_lazy("the maid"),
        "C": gettext_lazy("the knight"),
        "Q": pgettext_lazy("above the knight", "the queen"),
        "R": gettext_lazy("the king"),
    },
}
"""The names with their article, as in the middle of a sentence."""

SUITS: Mapping[str, Mapping[str, Text]] = {
    "italian40": {
        "B": gettext_lazy("batons"),
        "C": gettext_lazy("cups"),
        "D": gettext_lazy("coins"),
        "S": gettext_lazy("swords"),
    },
    "french52": {
        "S": gettext_lazy("spades"),
        "H": gettext_lazy("hearts"),
        "D": gettext_lazy("diamonds"),
        "C": gettext_lazy("clubs"),
    },
    "sicilian63": {
        "O": pgettext_lazy("of the Sicilian deck", "coins"),
        "C": gettext_lazy("cups"),
        "S": gettext_lazy("swords"),
        "B": gettext_lazy("batons"),
        "T": pgettext_lazy("of the Sicilian deck", "trumps"),
    },
}
"""The names by deck and suit; the Fuggitivo has none."""

GLOSSES: Mapping[str, Text] = {
    "italian40": gettext_lazy(
        "The suits are cups (coppe), coins (denari), swords (spade) and batons (bastoni). The "
        "letters on the cards: A is the ace, R the king, C the knight, F the jack."
    ),
    "sicilian63": gettext_lazy(
        "The suits are cups (coppe), coins (oro), swords (spade) and batons (bastoni); the trumps "
        "have numbers. The letters on the cards: R is the king, Q the queen, C the knight, D the "
        "maid."
    ),
}
"""The suits and letters by deck, for players who have never held it."""

TRIONFI: Mapping[str, str] = {
    "20": "Giove",
    "19": "Palla",
    "18": "Sole",
    "17": "Luna",
    "16": "Stella",
    "15": "Torre",
    "14": "Vascello",
    "13": "Morte",
    "12": "Tempo",
    "11": "Appeso",
    "10": "Ruota",
    "9": "Carro",
    "8": "Amore",
    "7": "Giustizia",
    "6": "Fortezza",
    "5": "Temperanza",
    "4": "Costanza",
    "3": "Imperatore",
    "2": "Imperatrice",
    "1": "Picciotti",
    "0": "Miseria",
}
"""The trumps of the Sicilian deck. Players call them by number, so both are shown."""


def suit_name(deck: str, suit: str) -> str:
    return str(SUITS.get(deck, {}).get(suit) or DECKS[deck].suits.get(suit, suit))


def suit_names(deck: str) -> str:
    """The suits of a deck, separated by commas."""
    return ", ".join(suit_name(deck, suit) for suit in DECKS[deck].suits)


def gloss_of_deck(deck: str) -> str:
    """The meaning of the suits and letters of a deck; empty for a deck that everybody knows."""
    return str(GLOSSES.get(deck, ""))


def rank_name(deck: str, rank: str) -> str:
    return str(RANKS.get(deck, {}).get(rank, rank))


def card_name(deck: str, code: str) -> str:
    """The name of a card by itself, such as "Ace of batons"."""
    card = DECKS[deck].read(code)
    if isinstance(card, UnknownCard):
        return code
    if not card.suit:
        return DECKS[deck].suits[""].capitalize()
    if card.suit == "T":
        return _("Trump %(number)s, %(name)s") % {"number": card.rank, "name": TRIONFI[card.rank]}
    names = {"rank": rank_name(deck, card.rank), "suit": suit_name(deck, card.suit)}
    return _("%(rank)s of %(suit)s") % names


def the_card(deck: str, code: str) -> str:
    """A card inside a sentence, with its article: "the ace of batons"."""
    card = DECKS[deck].read(code)
    if isinstance(card, UnknownCard):
        return code
    if not card.suit:
        return pgettext("a card of no suit", "the %(card)s") % {"card": card_name(deck, code)}
    if card.suit == "T":
        named = {"number": card.rank, "name": TRIONFI[card.rank]}
        return pgettext("in a sentence", "trump %(number)s, %(name)s") % named
    rank = str(THE_RANKS.get(deck, {}).get(card.rank, card.rank))
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit_name(deck, card.suit)}


def capitalise_sentence(sentence: str) -> str:
    """A sentence that may begin with a card, with a capital letter at its start."""
    return sentence[:1].upper() + sentence[1:]
