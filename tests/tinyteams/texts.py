"""The texts of Terzetto."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ludocards.words.cards import card_name
from ludocards.words.texts import GameTexts, OptionText, PresetText, option_key
from tests.tinyteams.rules import PACK

TEXTS = GameTexts(
    name="Terzetto",
    about=_("Three players: whoever holds the card called plays with the caller, the third alone."),
    presets={"classico": PresetText("Classico", _("With three tricks the two win a point each."))},
    options={
        "deals": OptionText(
            _("The match has"),
            _("Each deals as often as the others."),
            {option_key(3): _("3 deals"), option_key(6): _("6 deals")},
        ),
    },
    refusals={
        "must_follow_suit": _("You must follow %(suit)s."),
        "call_first": _("Call a card first."),
        "called_already": _("A card has been called: play one."),
        "bad_call": _("Call a three, a two or an ace that you do not hold."),
    },
    page=lambda values: {
        "cards": {card.code: card_name("italian40", card.code) for card in PACK},
        "call": _("Which card do you call?"),
        "called": _("%(name)s calls %(card)s"),
        "tricks": _("Points"),
    },
)
