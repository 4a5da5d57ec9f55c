"""The texts of Pescapari."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Json
from ludocards.words.cards import card_name
from ludocards.words.texts import Compared, GameTexts, OptionText, PresetText, option_key


def many(fact: Json, compared: Compared) -> str:
    return f"{compared.best}: {fact['best']}. {compared.other}: {fact['other']}."


TEXTS = GameTexts(
    name="Pescapari",
    about=_("Two players: a card takes one of its rank, or cards that add up to it."),
    presets={
        "classico": PresetText("Classico", _("Every card taken is a point, and the most points win.")),
        "terne": PresetText("Terne", _("Three more cards each when the hands are empty.")),
    },
    options={
        "deals": OptionText(
            _("The match has"),
            _("Each deals as often as the other."),
            {option_key(2): _("2 deals"), option_key(1): _("1 deal"), option_key(4): _("4 deals")},
        ),
        "byThrees": OptionText(
            _("New cards come"),
            _("One after each play, or three each when the hands are empty."),
            {option_key(False): _("one by one"), option_key(True): _("by threes")},
        ),
    },
    refusals={"wrong_taking": _("Say what the card takes: one of its rank, or cards that add up to it.")},
    scorepad={"played": _("The deal was played"), "points": _("Cards taken")},
    reasons={"many": many},
    themes={"many": _("taking much")},
    page=lambda values: {
        "cards": {code: card_name("italian40", code) for code in ITALIAN40.cards},
        "taken": _("Cards taken"),
        "last": _("Last capture"),
        "ranks": _("the rank of a card"),
        "suits": ", ".join(ITALIAN40.suits.values()),
    },
)
