"""The texts of Briscola."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ludocards.catalogue.briscola.rules.presets import rules_from
from ludocards.catalogue.briscola.rules.signals import REQUESTS, played_at
from ludocards.catalogue.briscola.values import RANKING
from ludocards.engine.game import Json, Refused
from ludocards.words.cards import card_name
from ludocards.words.texts import GameTexts, OptionText, PresetText, Text, option_key, signal_words


def match_end(value: Json) -> str:
    [(unit, target)] = value.items()
    if unit == "games":
        return ngettext("to %(n)d deal won", "to %(n)d deals won", target) % {"n": target}
    return ngettext("in %(n)d deal", "in %(n)d deals", target) % {"n": target}


card = lazy(partial(card_name, "italian40"), str)


def page_words(values: Mapping[str, Json]) -> dict[str, Json]:
    """The texts for the script: ranks from the strongest, the signs, and what a deal is played for."""
    rules = rules_from(values)
    assert not isinstance(rules, Refused)
    return {
        "ranks": RANKING.ranks["B"],
        "unit": rules.match_end.unit,
        "exchange": rules.exchange != "none",
        "signals": signal_words(played_at(rules), SAYS, dict.fromkeys(REQUESTED, ONLY_REQUESTS)),
        "may_be_false": True,
    }


TEXTS = GameTexts(
    name="Briscola",
    about=_(
        "For two, for three, or for four in pairs: three cards in hand, one suit that beats the others, "
        "and you need not follow suit. With 61 of the 120 points you win."
    ),
    home_deck="napoletane",
    begin_here=_(
        "Begin here if you know none of these games: any card may be played, and the rules are few."
    ),
    scorepad={"played": _("The deal was played"), "points": _("Card points")},
    presets={
        "classico": PresetText(
            "Classica", _("For two, three or four: the first to win two deals."), title="Briscola"
        ),
        "osteria": PresetText(
            "Osteria",
            _("Four in pairs, with the signs of the osteria: only your partner sees them."),
            title="Briscola da osteria",
        ),
        "torneo": PresetText(
            "Torneo", _("Four in pairs, in silence, as in tournaments."), title="Briscola da torneo"
        ),
    },
    options={
        "match_end": OptionText(
            _("Played"),
            _(
                "To a number of deals won, or over a fixed number of deals: then the points of all of "
                "them are added up."
            ),
            match_end,
        ),
        "tie": OptionText(
            _("If points are tied"),
            _("At 60 each nobody wins the deal, or the side that took the last trick does."),
            {option_key("draw"): _("nobody wins"), option_key("last_trick"): _("the last trick wins")},
        ),
        "deal_packet": OptionText(
            _("Cards are dealt"),
            _("As you do at your own table: the cards are shuffled just as well either way."),
            {option_key(1): _("one at a time"), option_key(3): _("three at a time")},
        ),
        "removed_card": OptionText(
            _("With three, leave out"),
            _("Only for three players: 39 cards, thirteen tricks."),
            {option_key(code): card(code) for code in ("2B", "2C", "2D", "2S")},
            only_for=3,
        ),
        "exchange": OptionText(
            _("Turned card"),
            _("In some places a low trump may be exchanged for the card that lies face up."),
            {
                option_key("none"): _("no exchange"),
                option_key("two"): _("the 2 takes it"),
                option_key("seven"): _("the 7 takes it"),
                option_key("seven_two"): _("the 7 takes a high one, the 2 a low one"),
            },
        ),
        "exchange_until": OptionText(
            _("Exchanged until"),
            _("Always in turn, before the card."),
            {
                option_key("first_trick"): _("the player’s first card"),
                option_key("stock"): _("the stock is empty"),
            },
            unless={"exchange": "none"},
        ),
        "exchange_after_win": OptionText(
            _("Exchanged by"),
            _("Anyone who holds the trump, or only who has taken a trick."),
            {option_key(False): _("anyone"), option_key(True): _("who has taken a trick")},
            unless={"exchange": "none"},
        ),
        "signals": OptionText(
            _("Signs (segni)"),
            _("One with a card, from the second trick on. They need not be true."),
            {option_key("none"): _("no signs"), option_key("segni"): _("those of the osteria")},
            only_for=4,
        ),
        "signals_seen": OptionText(
            _("Signs are seen by"),
            _("At a real table the other side may catch them."),
            {option_key("all"): _("everybody"), option_key("partner"): _("the partner alone")},
            only_for=4,
        ),
        "requests": OptionText(
            _("Asking the partner"),
            _("For a carico (ace or three), a liscio (no points) or a trump, before the partner plays."),
            {option_key(False): _("not allowed"), option_key(True): _("allowed")},
            only_for=4,
        ),
        "partner_cards": OptionText(
            _("Partner’s cards"),
            _("When the stock is empty, partners may show each other their last three cards."),
            {option_key("never"): _("stay hidden"), option_key("last_three"): _("the last three are shown")},
            only_for=4,
        ),
    },
    refusals={
        "no_exchange": _("At this table the turned card is not exchanged."),
        "exchange_too_late": _("It is too late to exchange a card."),
        "exchange_too_early": _("First take a trick, then you may exchange the card."),
        "wrong_exchange": _("%(card)s does not take %(turned)s."),
        "no_signals": _("This table plays without signs."),
        "no_such_signal": _("This table does not play that sign."),
        "signal_too_early": _("There are no signs in the first trick."),
        "signal_too_late": _("There are no signs in the last trick."),
        "partner_has_played": _("Your partner has played already: ask before that."),
    },
    groups=(
        (_("The match"), ("match_end", "tie", "deal_packet", "removed_card")),
        (_("The turned card"), ("exchange", "exchange_until", "exchange_after_win")),
        (_("Between partners"), ("signals", "signals_seen", "requests", "partner_cards")),
    ),
    stock=_("Stock"),
    page=page_words,
)

SAYS: Mapping[str, Text] = {
    "asso": _("I have the ace of trumps."),
    "tre": _("I have the three of trumps."),
    "re": _("I have the king of trumps."),
    "cavallo": _("I have the knight of trumps."),
    "fante": _("I have the jack of trumps."),
    "carico": _("I have an ace or a three of another suit."),
    "briscoletta": _("I have a low trump."),
    "niente": _("I have no trump."),
    "voglio_carico": _("Play an ace or a three."),
    "voglio_liscio": _("Play a card without points."),
    "voglio_briscola": _("Play a trump."),
}
"""The meaning of each sign and request."""

REQUESTED = tuple(signal.code for signal in REQUESTS)
ONLY_REQUESTS = _("before your partner plays")
"""When a request may be made; the condition is that of the engine."""
