"""The texts of Tressette."""

from __future__ import annotations

from functools import partial

from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.game import Json
from games.texts.cards import card_name
from games.texts.shapes import GameTexts, OptionText, PresetText, key


def match_end(value: Json) -> str:
    [(unit, target)] = value.items()
    if unit == "games":
        return ngettext("%(n)d game", "%(n)d games", target) % {"n": target}
    if unit == "points":
        return ngettext("%(n)d point", "%(n)d points", target) % {"n": target}
    return ngettext("%(n)d deal (smazzata)", "%(n)d deals (smazzate)", target) % {"n": target}


def accuse_window(value: Json) -> str:
    if not value:
        return gettext("none")
    return ngettext("first trick", "first %(n)d tricks", value) % {"n": value}


card = lazy(partial(card_name, "italian40"), str)

TEXTS = GameTexts(
    name="Tressette",
    about=_(
        "Forty cards, two against two, or three each alone. Follow suit, count the thirds, and "
        "say your accusa before it is too late."
    ),
    presets={
        "classico": PresetText(
            "Classico",
            _(
                "To 3 games (partite), or to 31 points. Accusa in the first two tricks, no declarations. "
                "Three can play it too."
            ),
        ),
    },
    options={
        "match_end": OptionText(
            _("Played to"),
            _("Whoever gets there and is ahead wins. If it is level, another deal (smazzata) is played."),
            match_end,
        ),
        "accuse_window": OptionText(
            _("Accusa"),
            _("Until when three or four of a kind and the napoletana may be accused."),
            accuse_window,
        ),
        "scoring": OptionText(
            _("Count of the thirds"),
            _("Rounded to the nearest, the last trick is worth a third; rounded down, a whole point."),
            {key("nearest33"): _("to the nearest"), key("floor35"): _("down")},
        ),
        "deal_packet": OptionText(
            _("Cards are dealt"),
            _("As at your table. The cards are shuffled just as well either way."),
            {key(1): _("one at a time"), key(5): _("five at a time")},
        ),
        "removed_card": OptionText(
            _("With three, leave out"),
            _("Only for three players: 39 cards, thirteen each."),
            {key(code): card(code) for code in ("4B", "4C", "4D", "4S")},
            only_for=3,
        ),
    },
    refusals={
        "must_follow_suit": _("You must follow %(suit)s."),
        "accuse_too_late": _("The tricks in which one may accuse are past."),
        "accuse_already": _("This has been accused already."),
        "accuse_not_held": _("Your hand does not hold this combination."),
    },
    accuse={
        "napoletana": _("napoletana of %(suit)s"),
        "three": _("three %(rank)s"),
        "four": _("four %(rank)s"),
    },
    showcase=("7S", "AB", "3C", "RD", "2B"),
)
