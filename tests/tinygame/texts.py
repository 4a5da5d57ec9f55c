"""The texts of Tre prese."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ludocards.engine.cards import ITALIAN40
from ludocards.words.cards import card_name
from ludocards.words.texts import GameTexts, OptionText, PresetText, option_key

TEXTS = GameTexts(
    name="Tre prese",
    about=_("Two players, three cards each: follow suit, and the highest card takes. As long as a coffee."),
    presets={"classico": PresetText("Classico", _("Every trick is a point, and the most points win."))},
    options={
        "deals": OptionText(
            _("The match has"),
            _("The number of deals is odd, so that somebody wins."),
            {option_key(5): _("5 deals"), option_key(3): _("3 deals"), option_key(9): _("9 deals")},
        ),
    },
    refusals={"must_follow_suit": _("You must follow %(suit)s.")},
    page=lambda values: {
        "cards": {code: card_name("italian40", code) for code in ITALIAN40.cards},
        "tricks": _("Tricks"),
        "ranks": _("the rank of a card"),
        "suits": ITALIAN40.suits,
    },
)
