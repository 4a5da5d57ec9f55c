"""The texts of Pescapari."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.texts.cards import card_name
from games.texts.shapes import GameTexts, OptionText, PresetText, key
from ludocards.engine.cards import ITALIAN40

TEXTS = GameTexts(
    name="Pescapari",
    about=_("Two players: a card takes its likes from the table, and then you draw another."),
    presets={"classico": PresetText("Classico", _("Every card taken is a point, and the most points win."))},
    options={
        "deals": OptionText(
            _("The match has"),
            _("Each deals as often as the other."),
            {key(2): _("2 deals"), key(1): _("1 deal"), key(4): _("4 deals")},
        ),
    },
    refusals={},
    page=lambda values: {
        "cards": {code: card_name("italian40", code) for code in ITALIAN40.cards},
        "taken": _("Cards taken"),
        "ranks": _("the rank of a card"),
        "suits": ", ".join(ITALIAN40.suits.values()),
    },
)
