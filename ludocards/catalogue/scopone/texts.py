"""The texts of Scopone and Scopa."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ludocards.catalogue.scopone.reasons import REASONS, THEMES
from ludocards.catalogue.scopone.values import RANKING
from ludocards.engine.game import Json
from ludocards.words.texts import GameTexts, OptionText, PresetText, option_key


def match_end(value: Json) -> str:
    [(unit, target)] = value.items()
    if unit == "points":
        return ngettext("to %(n)d point", "to %(n)d points", target) % {"n": target}
    return ngettext("in %(n)d deal", "in %(n)d deals", target) % {"n": target}


POINTS = {
    "carte": _("Cards"),
    "denari": _("Coins"),
    "settebello": _("Settebello"),
    "primiera": _("Primiera"),
    "napola": _("Napola"),
    "rebello": _("King of coins"),
    "scope": _("Scope"),
}
"""The names of the points of a deal."""


def page_words(values: Mapping[str, Json]) -> dict[str, Json]:
    """The texts for the script, with the ranks from the highest number."""
    return {
        "ranks": RANKING.ranks["B"],
        "scored": POINTS,
        "void": _("Three kings on the table: the deal does not count."),
        "last": _("Last cards taken"),
        "scopa": _("scopa"),
    }


TEXTS = GameTexts(
    name="Scopone",
    about=_(
        "For four in pairs, with nine or ten cards each: cards capture cards from the table. Clearing it "
        "is a point; so are most cards, most coins, the seven of coins and the primiera."
    ),
    home_deck="napoletane",
    family="Scopa",
    presets={
        "scientifico": PresetText(
            "Scopone scientifico", _("Four in pairs, ten cards each and an empty table; to 21 points.")
        ),
        "nove_carte": PresetText(
            "Scopone a nove carte", _("Four in pairs, nine cards each and four on the table; to 11 points.")
        ),
        "scopa": PresetText(
            "Scopa",
            _(
                "For two, three or four, with three cards at a time: a card captures one of its number from "
                "the table, or cards that add up to it. Clearing the table is a point (scopa); so are most "
                "cards, most coins, the seven of coins and the primiera; to 11 points."
            ),
            is_game=True,
        ),
    },
    options={
        "match_end": OptionText(
            _("Played"),
            _(
                "The side that has that many points after a deal, and more than the others, wins. In a "
                "number of deals that is a multiple of the players everybody deals equally often."
            ),
            match_end,
        ),
        "cards": OptionText(
            _("Cards in hand"),
            _("With ten each, all the cards are in hand; with nine or three each, four lie on the table."),
            {
                option_key("ten"): _("ten, and none on the table"),
                option_key("nine"): _("nine, and four on the table"),
                option_key("three"): _("three at a time, as in Scopa"),
            },
            only_for=4,
        ),
        "last_scopa": OptionText(
            _("Scopa with the last card"),
            _("The dealer’s side always has the last card."),
            {option_key(False): _("makes no scopa"), option_key(True): _("counts like any other")},
        ),
        "napola": OptionText(
            _("Napola"),
            _(
                "Ace, 2 and 3 of coins taken by one side are 3 points, and each further card in a row one "
                "more."
            ),
            {
                option_key("none"): _("no points"),
                option_key("full"): _("3 to 10 points"),
                option_key("full_wins"): _("all ten win the match"),
            },
        ),
        "rebello": OptionText(
            _("King of coins (rebello)"),
            _("In some places the player who takes it has a point."),
            {option_key(False): _("like the other kings"), option_key(True): _("one point")},
        ),
        "primiera_figures": OptionText(
            _("Court cards in the primiera"),
            _("They hardly ever decide it."),
            {option_key("ten"): _("10 points each"), option_key("r10_c9_f8"): _("King 10, knight 9, jack 8")},
        ),
        "redeal_kings": OptionText(
            _("Three kings on the table"),
            _("At the beginning of a deal they make a scopa all but impossible."),
            {
                option_key(True): _("the same player deals again"),
                option_key(False): _("are played like any other cards"),
            },
        ),
        "finish": OptionText(
            _("The last points"),
            _(
                "If more than one side gets there in the same deal: the one with most points wins, or the "
                "points are counted in order (cards, coins, settebello, primiera, scope) and the first to "
                "get there wins."
            ),
            {option_key("deal_end"): _("all count"), option_key("in_order"): _("are counted in order")},
        ),
        "deal_packet": OptionText(
            _("Cards are dealt"),
            _("As you do at your own table: the cards are shuffled just as well either way."),
            {option_key(1): _("one at a time"), option_key(3): _("three at a time")},
        ),
        "review": OptionText(
            _("Cards taken"),
            _("Remembering them is part of the game. For beginners the table can show them."),
            {
                option_key("last_capture"): _("only the last capture is shown"),
                option_key("all"): _("may all be looked at"),
            },
        ),
    },
    refusals={
        "must_capture": _("%(card)s can take something, so it must: choose what."),
        "wrong_capture": _(
            "%(card)s does not take these cards: it takes one of its number, or if there is none, cards that "
            "add up to it."
        ),
    },
    tallies={"scope": _("Scope")},
    scorepad={"played": _("The deal was played"), **POINTS},
    stock=_("Stock"),
    groups=(
        (_("The match"), ("match_end", "finish")),
        (_("The deal"), ("cards", "deal_packet", "redeal_kings", "review")),
        (_("The points"), ("last_scopa", "napola", "rebello", "primiera_figures")),
    ),
    reasons=REASONS,
    themes=THEMES,
    page=page_words,
)
