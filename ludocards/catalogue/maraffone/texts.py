"""The texts of Maraffone."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ludocards.catalogue.maraffone.rules.scoring import bonus
from ludocards.catalogue.maraffone.rules.signals import SIGNALS
from ludocards.catalogue.thirds.values import HONOURS, RANKING
from ludocards.engine.game import Json
from ludocards.words.texts import GameTexts, OptionText, PresetText, Text, option_key, signal_words


def match_end(value: Json) -> str:
    [(unit, target)] = value.items()
    if unit == "points":
        return ngettext("to %(n)d point", "to %(n)d points", target) % {"n": target}
    if unit == "figures":
        return ngettext("to %(n)d figure", "to %(n)d figures", target) % {"n": target}
    return ngettext("in %(n)d deal", "in %(n)d deals", target) % {"n": target}


def page_words(rules: Mapping[str, Json]) -> dict[str, Json]:
    """The texts for the script: ranks from the strongest, the leader’s words, the cricca."""
    striscio = str(rules["striscio"])
    return {
        "ranks": RANKING.ranks["B"],
        "scoring": rules["scoring"],
        "cricca": bonus(rules["scoring"]),
        "anyone": rules["cricca"] == "anyone",
        "honours": HONOURS,
        "signals": signal_words(
            SIGNALS[rules["signals"]], meanings(striscio), {**ONLY, "striscio": ONLY_STRISCIO[striscio]}
        ),
        "may_be_false": False,
    }


TEXTS = GameTexts(
    name="Maraffone",
    about=_(
        "Tressette with trumps, from Romagna, also called Beccaccino: two against two. One player "
        "names the trumps, and the leader may say a word to their partner."
    ),
    home_deck="romagnole",
    family="Tressette",
    scorepad={"played": _("The deal was played"), "cards": _("Card points"), "cricca": _("Cricca")},
    presets={
        "maraffone": PresetText(
            "Classico", _("To 41 points; the thirds left over in a deal are lost."), title="Maraffone"
        ),
        "corto": PresetText("Corto", _("The same, to 31 points.")),
        "figure": PresetText(
            "Figure", _("Every third counts: 123 figures are 41 points."), title="Maraffone a figure"
        ),
    },
    options={
        "match_end": OptionText(
            _("Played"),
            _(
                "The side that gets there and is ahead wins. A figure is a third of a point: 124 are 41 "
                "points and a figure."
            ),
            match_end,
        ),
        "scoring": OptionText(
            _("Count of the thirds"),
            _("Rounded down in every deal, or kept from deal to deal."),
            {option_key("floor35"): _("down"), option_key("figures"): _("kept, as figures")},
        ),
        "next_namer": OptionText(
            _("Who names next"),
            _("The holder of the 4 of coins names first; then the turn to name goes round."),
            {
                option_key("from_namer"): _("to the right of the last namer"),
                option_key("from_dealer"): _("to the right of the dealer"),
            },
        ),
        "cricca": OptionText(
            _("Cricca (maraffa)"),
            _("Three points for the ace, two and three of trumps in one hand."),
            {
                option_key("namer"): _("for the namer, who leads the ace"),
                option_key("anyone"): _("for anyone who declares it"),
                option_key("none"): _("does not count"),
            },
        ),
        "signals": OptionText(
            _("Words"),
            _("Busso, striscio and volo: one word from the leader, and only true ones."),
            {option_key("romagna"): _("those of Romagna"), option_key("none"): _("no signals")},
        ),
        "striscio": OptionText(
            _("Striscio says"),
            _("How many cards of the suit are left in the hand."),
            {
                option_key("some_left"): _("that some are left"),
                option_key("one_left"): _("that exactly one is left"),
            },
        ),
        "deal_packet": OptionText(
            _("Cards are dealt"),
            _("As you do at your own table: the cards are shuffled just as well either way."),
            {option_key(1): _("one at a time"), option_key(5): _("five at a time")},
        ),
    },
    refusals={
        "must_follow_suit": _("You must follow %(suit)s."),
        "name_first": _("First the trumps are named, then the cards are played."),
        "named_already": _("The trumps of this deal are named already."),
        "no_accusa": _("At this table the cricca is not declared."),
        "accuse_too_late": _("The cricca is declared in the first trick."),
        "accuse_already": _("You have already declared this."),
        "accuse_not_held": _("Your hand does not hold this combination."),
        "no_signals": _("This table plays without signals."),
        "only_the_leader_speaks": _("Only the player who leads may say a word."),
        "signal_too_late": _("There are no signals in the last trick."),
        "false_signal": _("This signal would be false, and here signals must be true."),
    },
    groups=(
        (_("The match"), ("match_end", "scoring", "next_namer", "deal_packet")),
        (_("What is said"), ("cricca", "signals", "striscio")),
    ),
    tallies={"cricca": _("Cricche"), "signals": _("Signals given")},
    page=page_words,
)

ASKS: Mapping[str, Text] = {
    "busso": _("Partner, play your best card and return the suit."),
    "striscio": _("I have more of this suit."),
    "volo": _("This is my last card of this suit."),
}
"""The meaning of each word."""

ONLY: Mapping[str, Text] = {"volo": _("with the last card of its suit")}
ONLY_STRISCIO: Mapping[str, Text] = {
    "some_left": _("if you keep others of its suit"),
    "one_left": _("if you keep one other of its suit"),
}
"""When a word may be said, of those that may not always; the conditions are those of the engine."""

STRISCIO_ONE = _("I have one more card of this suit.")


def meanings(striscio: str) -> Mapping[str, Text]:
    """The meaning of each word at a table with this rule `striscio`."""
    return {**ASKS, "striscio": STRISCIO_ONE} if striscio == "one_left" else ASKS
