"""The reasons for a scarto of Tarocchi, as sentences: one for each kind of fact of `bot/reasons.py`."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ludocards.engine.cards import SICILIAN63
from ludocards.engine.game import Json
from ludocards.words.cards import capitalise_sentence, suit_name, the_card
from ludocards.words.frequency import compare_frequencies
from ludocards.words.texts import Compared


def emptied(fact: Json, compared: Compared) -> str:
    return " ".join(_left(compared.choice(which), fact[which], compared) for which in ("best", "other"))


def _left(cards: str, suits: list[str], compared: Compared) -> str:
    if not suits:
        return _("%(cards)s: you still have cards of every suit.") % {"cards": cards}
    named = compared.listed([suit_name(SICILIAN63.name, suit) for suit in suits])
    return _("%(cards)s: you have run out of %(suits)s.") % {"cards": cards, "suits": named}


def laid(fact: Json, compared: Compared) -> str:
    said = ngettext(
        "%(cards)s: %(n)d point is yours at once.", "%(cards)s: %(n)d points are yours at once.", fact["best"]
    )
    also = _("%(card)s: %(n)d.") % {"card": compared.other, "n": fact["other"]}
    return f"{said % {'cards': compared.best, 'n': fact['best']}} {also}"


def trumps_left(fact: Json, compared: Compared) -> str:
    said = ngettext("You still hold %(n)d trump.", "You still hold %(n)d trumps.", fact["best"]) % {
        "n": fact["best"]
    }
    if fact["best"] == fact["other"]:
        return said
    return f"{said} " + _("%(card)s: %(n)d.") % {"card": compared.other, "n": fact["other"]}


def has(fact: Json, compared: Compared) -> str:
    said = _("%(card)s ends up with you %(often)s.")
    card = the_card(SICILIAN63.name, fact["card"])
    return capitalise_sentence(compare_frequencies(said, fact, card, compared.other))


REASONS = {"emptied": emptied, "laid": laid, "trumps_left": trumps_left, "has": has}

THEMES = {"lay_away": gettext_lazy("the scarto")}
