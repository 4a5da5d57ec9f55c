"""The texts of Tressette."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.thirds.values import RANKING
from ludocards.catalogue.tressette.rules.declarations import (
    BY_LENGTH,
    CAPTURE,
    LUNGHISSIMO,
    LUNGO,
    OTHERS,
    PARTNER,
    PHRASES,
    TERZO,
)
from ludocards.catalogue.tressette.rules.signals import SIGNALS
from ludocards.engine.game import Json
from ludocards.words.cards import card_name
from ludocards.words.texts import GameTexts, OptionText, PresetText, Text, option_key, signal_words


def match_end(value: Json) -> str:
    [(unit, target)] = value.items()
    if unit == "games":
        return ngettext("to %(n)d deal won", "to %(n)d deals won", target) % {"n": target}
    if unit == "points":
        return ngettext("to %(n)d point", "to %(n)d points", target) % {"n": target}
    return ngettext("in %(n)d deal", "in %(n)d deals", target) % {"n": target}


def accuse_window(value: Json) -> str:
    if not value:
        return gettext("none")
    return ngettext("first trick", "first %(n)d tricks", value) % {"n": value}


card = lazy(partial(card_name, "italian40"), str)


def page_words(rules: Mapping[str, Json]) -> dict[str, Json]:
    """The texts for the script: ranks from the strongest, declarations and signals under these rules."""
    return {
        "ranks": RANKING.ranks["B"],
        "boxes": BOXES if rules["declarations"] == "automatic" else {},
        "sentences": sentences() if rules["declarations"] == "manual" else [],
        "unsaid": UNSAID,
        "signals": signal_words(
            SIGNALS[rules["signals"]], ASKS, ONLY if rules["signals"] == "neutra" else {}
        ),
        "may_be_false": rules["signals"] == "bredese",
    }


def sentences() -> list[dict[str, Json]]:
    """The declarations as sentences for the chat, grouped by the number of cards, then by what else they are
    about."""
    led = [
        {"title": title, "length": length, "said": _texts(row.code for row in BY_LENGTH[length])}
        for length, title in LENGTHS.items()
    ]
    about = {gettext("Other suits"): (OTHERS, *PARTNER), gettext("Trick taken"): (CAPTURE,)}
    return [
        *led,
        *(
            {
                "title": title,
                "length": None,
                "said": _texts(code for code, phrase in PHRASES.items() if phrase.box in boxes),
            }
            for title, boxes in about.items()
        ),
    ]


def _texts(codes: Iterable[str]) -> list[str]:
    """The texts of declarations, each once."""
    return [PHRASES[code].text for code in dict.fromkeys(codes)]


TEXTS = GameTexts(
    name="Tressette",
    about=_(
        "Forty cards, two against two, or three players each on their own. Follow suit, count in thirds "
        "of a point, and declare your accusa (three of a kind, or ace, two and three) before it is too late."
    ),
    home_deck="napoletane",
    family="Tressette",
    scorepad={
        "played": _("The deal was played"),
        "cards": _("Card points"),
        "accuse": _("Combinations"),
    },
    presets={
        "classico": PresetText(
            "Classico",
            _(
                "First to win 3 deals, or to 31 points if you choose so. Accusa (bonus combinations) in "
                "the first two tricks, no declarations. Three can play it too."
            ),
        ),
        "ludopoli": PresetText(
            "Ludopoli",
            _(
                "To 41 points, for four. Tick what you want to declare: the table finds the right words "
                "and says them to everybody."
            ),
        ),
        "bredese": PresetText(
            "Bredese",
            _(
                "To 101 points, for four, as at the bar in Breda Cisoni: eight signals, and you may bluff "
                "with them."
            ),
        ),
        "neutra": PresetText(
            "Neutra",
            _("To 31 points, for four. Three signals: busso, volo and liscio, and only true ones."),
        ),
    },
    options={
        "match_end": OptionText(
            _("Played"),
            _("The side that gets there and is ahead wins. If it is tied, another deal is played."),
            match_end,
        ),
        "accuse_window": OptionText(
            _("Accusa"),
            _("How long three or four of a kind and the napoletana may be declared."),
            accuse_window,
        ),
        "scoring": OptionText(
            _("Count of the thirds"),
            _("Rounded to the nearest, the last trick is worth a third; rounded down, a whole point."),
            {
                option_key("nearest33"): _("to the nearest, the last trick a third"),
                option_key("floor35"): _("down, the last trick a point"),
            },
        ),
        "deal_packet": OptionText(
            _("Cards are dealt"),
            _("As you do at your own table: the cards are shuffled just as well either way."),
            {option_key(1): _("one at a time"), option_key(5): _("five at a time")},
        ),
        "removed_card": OptionText(
            _("With three, leave out"),
            _("Only for three players: 39 cards, thirteen each."),
            {option_key(code): card(code) for code in ("4B", "4C", "4D", "4S")},
            only_for=3,
        ),
        "declarations": OptionText(
            _("Declarations"),
            _("Automatic: tick a box and the table says the right words. Manual: in the chat, unchecked."),
            {
                option_key("none"): _("no declarations"),
                option_key("manual"): _("manual"),
                option_key("automatic"): _("automatic"),
            },
        ),
        "terzo_con_re": OptionText(
            _("Terzo with the king"),
            _(
                "Whether you say terzo when you lead the three, two or ace and keep the king and one more "
                "card."
            ),
            {option_key(False): _("silence"), option_key(True): "terzo"},
        ),
        "signals": OptionText(
            _("Signals"),
            _("One with each card, never in the last trick. In Bredese you may bluff."),
            {
                option_key("none"): _("no signals"),
                option_key("bredese"): _("Bredese: eight signals"),
                option_key("neutra"): _("Neutra: busso, volo, liscio"),
            },
        ),
        "first_lead": OptionText(
            _("First lead"),
            _("Who leads to the first trick of the match."),
            {
                option_key("right_of_dealer"): _("the player to the dealer’s right"),
                option_key("four_of_denari"): _("the player who holds the 4 of coins"),
            },
        ),
    },
    refusals={
        "must_follow_suit": _("You must follow %(suit)s."),
        "accuse_too_late": _("The tricks in which an accusa is allowed are over."),
        "accuse_already": _("You have already declared this."),
        "accuse_not_held": _("Your hand does not hold this combination."),
        "no_declarations": _("At this table declarations are not ticked."),
        "wrong_box": _("You cannot declare this now."),
        "one_partner_box": _("You can say only one thing about your partner’s suit."),
        "no_signals": _("This table plays without signals."),
        "no_such_signal": _("This signal is not played here."),
        "signal_too_late": _("There are no signals in the last trick."),
        "false_signal": _("This signal would be false, and here signals must be true."),
    },
    groups=(
        (_("The match"), ("match_end", "scoring", "deal_packet", "removed_card", "first_lead")),
        (_("What is said"), ("accuse_window", "declarations", "terzo_con_re", "signals")),
    ),
    tallies={
        "accuse": _("Combinations declared (accuse)"),
        "declarations": _("Declarations"),
        "signals": _("Signals given"),
    },
    page=page_words,
)

BOXES: Mapping[str, Text] = {
    "suit": _("the suit I lead"),
    "others": _("the other suits"),
    "partner_void": _("my partner’s suit: void"),
    "partner_liscio": _("my partner’s suit: liscio"),
    "capture": _("this suit, if I take the trick"),
}
"""The boxes of automatic declarations."""

UNSAID: Mapping[str, Text] = {
    "nothing": _("Nothing was said: no declaration fits these cards."),
    "declared": _("Nothing was said: you have already declared the suit it is about."),
    "muted": _("Nothing was said: you led the suit it is about in silence, and still have the lead."),
}
"""The reasons why a ticked box announced nothing."""

LENGTHS: Mapping[int, Text] = {
    1: _("One card"),
    2: _("Two cards"),
    TERZO: "Terzo",
    LUNGO: "Lungo",
    LUNGHISSIMO: "Lunghissimo",
}
"""The names of suits by length, the card led included."""

LED: Mapping[str, Text] = {
    "any": _("any card"),
    "sovrana": _("the only card, and nothing beats it"),
    "soggetta": _("the only card, and something beats it"),
    "highest": _("the higher card"),
    "the_two": _("the two"),
    "the_three": _("the three"),
    "honour": _("a carta da tressette"),
    "honour_without_re": _("the carta da tressette, without the king"),
    "honour_with_re": _("the carta da tressette, with the king"),
    "plain": _("any plain card"),
    "e_mia": _("a plain card that only your own plain cards beat"),
    "keeping_re": _("any card but the king, which you hold"),
}
"""The conditions on the card led for a declaration, in words; the conditions are those of the engine."""

ASKS: Mapping[str, Text] = {
    "busso": _("Partner, play your best card."),
    "volo": _("This is my last card of this suit."),
    "striscio_lungo": _("I have many of this suit."),
    "punto": _("I have one more card of this suit."),
    "via": _("Partner, do not return this suit."),
    "busso_il_tre": _("I have the three of this suit."),
    "busso_il_due": _("I have the two of this suit."),
    "punta_l_asso": _("I have the ace of this suit."),
    "liscio": _("I have other low cards of this suit."),
}
"""The meaning of each signal."""

ONLY: Mapping[str, Text] = {
    "busso": _("when you lead"),
    "volo": _("with the last card of its suit"),
    "liscio": _("if you keep low ones of its suit"),
}
"""When a signal may be given where false ones are forbidden; the conditions are those of the engine."""
