"""The texts of Tressette a perdere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ludocards.catalogue.thirds.values import RANKING
from ludocards.engine.game import Json
from ludocards.words.cards import card_name
from ludocards.words.texts import GameTexts, OptionText, PresetText, option_key


def match_end(value: Json) -> str:
    [(unit, target)] = value.items()
    if unit == "points":
        return ngettext("to %(n)d point", "to %(n)d points", target) % {"n": target}
    return ngettext("in %(n)d deal", "in %(n)d deals", target) % {"n": target}


card = lazy(partial(card_name, "italian40"), str)


def page_words(values: Mapping[str, Json]) -> dict[str, Json]:
    """The texts for the script: ranks from the strongest, and whether cards may be left over."""
    return {"ranks": RANKING.ranks["B"], "left": values["three_deck"] != "no_four"}


TEXTS = GameTexts(
    name="Traversone",
    about=_(
        "Tressette in reverse, for three to six: everyone for themselves, and every point counts against "
        "you. The player who takes everything pays nothing."
    ),
    home_deck="piacentine",
    family="Tressette",
    presets={
        "traversone": PresetText(
            "Traversone", _("Until somebody has 31 points; the last trick takes everybody’s fractions.")
        ),
        "ciapano": PresetText(
            "Ciapanò",
            _(
                "Traversone as in Lombardy: fractions are dropped, and with three the dealer sets a card "
                "aside."
            ),
            is_game=True,
        ),
        "rovescino": PresetText(
            "Rovescino",
            _("A short Traversone, until somebody has 21 points; taking everything brings no reward."),
            is_game=True,
        ),
    },
    options={
        "match_end": OptionText(
            _("Played"),
            _("The match ends when somebody has that many points, and the player with the fewest wins."),
            match_end,
        ),
        "fractions": OptionText(
            _("Fractions of a point"),
            _("Points are rounded down. What that leaves goes to the last trick, or counts for nobody."),
            {option_key("to_last"): _("to the last trick"), option_key("dropped"): _("dropped")},
        ),
        "cappotto": OptionText(
            _("Taking everything (cappotto)"),
            _("A player who takes everything scores 0, and all the others 11."),
            {
                option_key("others_11"): _("with all 11 points"),
                option_key("strict"): _("with all cards that count"),
                option_key("none"): _("counts as any deal"),
            },
        ),
        "asso_di_bastoni": OptionText(
            _("Ace of batons"),
            _("At some tables the player who takes it scores eleven points more."),
            {option_key("none"): _("like the other aces"), option_key("plus_11"): _("11 points more")},
        ),
        "three_deck": OptionText(
            _("Cards that cannot be divided"),
            _(
                "They are left out, or lie face down for the last trick; or with three players the "
                "dealer gets one card more, and sets one aside for it."
            ),
            {
                option_key("no_four"): _("left out"),
                option_key("monte"): _("for the last trick"),
                option_key("dealer_discards"): _("with three, the dealer sets one aside"),
            },
        ),
        "removed_card": OptionText(
            _("With three, leave out"),
            _("Only for three players: thirteen cards each."),
            {option_key(code): card(code) for code in ("4B", "4C", "4D", "4S")},
            only_for=3,
        ),
    },
    refusals={
        "must_follow_suit": _("You must follow %(suit)s."),
        "discard_first": _("First the dealer sets a card aside."),
        "no_discard": _("No card is set aside now."),
    },
    scorepad={
        "played": _("The deal was played"),
        "cappotto": _("Cappotto"),
        "scores": _("Points"),
    },
    tallies={"cappotto": _("Cappotti")},
    stock=_("Left over"),
    groups=(
        (_("The match"), ("match_end",)),
        (_("The points"), ("fractions", "cappotto", "asso_di_bastoni")),
        (_("The cards"), ("three_deck", "removed_card")),
    ),
    page=page_words,
)
