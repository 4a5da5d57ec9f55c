"""The rule book of Tarocchi. Its sources are in `sources.py`, the bidding in `bidding.py`, the play in
`playing.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.tarocchi.rulebook.bidding import BIDDING, words
from ludocards.catalogue.tarocchi.rulebook.playing import PLAYING
from ludocards.catalogue.tarocchi.rulebook.sources import SOURCES, STATED, origin
from ludocards.catalogue.tarocchi.rules.presets import PRESETS, Rules
from ludocards.catalogue.tarocchi.rules.scoring import card_points
from ludocards.catalogue.tarocchi.values import (
    DEALER_PAR,
    FIRST_HAND,
    LAST_TRICK,
    MONTE,
    PACKET,
    PAR,
    RANKING,
    VALUES,
    WHOLE_HAND,
)
from ludocards.engine.cards import SICILIAN63
from ludocards.words.cards import TRIONFI, suit_name
from ludocards.words.rulebook import (
    CHOICE,
    LOGIC,
    Book,
    Brief,
    Clause,
    Counted,
    Origin,
    Reckoned,
    Section,
    ShownCard,
    Strip,
)


def ranking(rules: Rules) -> tuple[Strip, ...]:
    """The ranking of every suit, with the worth of each card, and the names of the trumps."""

    def worth(code: str) -> str:
        return str(VALUES[code]) if VALUES[code] else gettext("scartina")

    suits = tuple(
        Strip(
            suit_name(SICILIAN63.name, suit).capitalize(),
            tuple(
                ShownCard(code, worth(code)) for code, card in SICILIAN63.cards.items() if card.suit == suit
            ),
        )
        for suit in SICILIAN63.suits
        if suit not in ("", "T")
    )
    trumps = tuple(
        ShownCard(f"T{number}", f"{TRIONFI[number]}, {worth(f'T{number}')}") for number in RANKING.ranks["T"]
    )
    fool = Strip(SICILIAN63.suits[""].capitalize(), (ShownCard("F", worth("F")),))
    return (*suits, Strip(suit_name(SICILIAN63.name, "T").capitalize(), trumps), fool)


def figures(rules: Rules) -> Mapping[str, Any]:
    cards = SICILIAN63.cards.values()
    return {
        "cards": len(SICILIAN63.cards),
        "suit_cards": sum(card.suit not in ("", "T") for card in cards),
        "trumps": len(RANKING.ranks["T"]) - 1,
        "packet": PACKET,
        "first": FIRST_HAND,
        "more": WHOLE_HAND - FIRST_HAND,
        "monte": MONTE,
        "holding": WHOLE_HAND + MONTE,
        "offer": rules.offer_max,
        "last": LAST_TRICK,
        "in_cards": card_points(cards),
        "total": card_points(cards) + LAST_TRICK,
        "dealer_par": DEALER_PAR,
        "par": PAR,
        "deals": rules.deals,
    }


SCORE_HEAD = (_("Points taken"), _("Dealer"), _("Score"))

SECTIONS = (
    Section(
        "carte",
        _("The cards"),
        (
            Clause(
                "mazzo",
                _(
                    "%(cards)s cards: %(suit_cards)s in four suits, %(trumps)s numbered trumps, the "
                    "Miseria, the Fuggitivo."
                ),
                Origin("calatafimi pack"),
            ),
            Clause(
                "ordine",
                _(
                    "In every suit the cards rank as shown, from the king down; only coins have a 4. The "
                    "number below is what a card is worth."
                ),
                Origin("general teresina"),
            ),
            Clause(
                "fanta",
                _("The lowest of the court cards is the maid (Donna): the text calls it Fanta."),
                Origin("mineo", LOGIC),
            ),
            Clause(
                "trionfi",
                _(
                    "The trumps (trionfi) rank by number, the 20 highest. 16 to 20 are the arie. "
                    "Players call "
                    "them by number."
                ),
                Origin("general glossary trumps"),
            ),
            Clause(
                "miseria",
                _("The Miseria is the lowest trump and nothing else."),
                Origin("teresina starna trumps"),
            ),
            Clause(
                "fuggitivo-carta",
                _("The Fuggitivo (’u Fujutu) belongs to no suit and never takes."),
                Origin("general"),
            ),
        ),
        ranking,
    ),
    Section(
        "distribuzione",
        _("The deal"),
        (
            Clause("giocatori", _("Three players, everyone for themselves."), STATED),
            Clause(
                "verso",
                _("The deal goes to the right, counter-clockwise, and so does everything else."),
                STATED,
            ),
            Clause("primo-mazziere", _("The first dealer is drawn by lot."), STATED),
            Clause(
                "quindici",
                _(
                    "The dealer deals %(packet)s cards at a time, three times round, starting on the right: "
                    "%(first)s each. Then comes the bidding."
                ),
                STATED,
            ),
            Clause("ultima-carta", _("Nobody looks at the bottom card."), Origin("calatafimi four", CHOICE)),
            Clause(
                "altre-cinque",
                _(
                    "If the deal is played, everybody gets %(more)s more; the last %(monte)s cards, the "
                    "monte, go to the dealer."
                ),
                STATED,
            ),
        ),
    ),
    BIDDING,
    Section(
        "scarto",
        _("The scarto"),
        (
            Clause(
                "tre-via", _("The dealer, with %(holding)s cards, discards %(monte)s: the scarto."), STATED
            ),
            Clause(
                "niente-cinque",
                _(
                    "Cards worth five points or more may not be discarded: the four kings, the arie, the "
                    "Picciotti, the Fuggitivo."
                ),
                option="discardPolicy",
            ),
            Clause("coperto", _("Nobody else sees the monte or the scarto."), option="monteShown"),
            Clause(
                "scarto-suo", _("The cards of the scarto count for the dealer."), Origin("calatafimi", LOGIC)
            ),
        ),
    ),
    *PLAYING,
    Section(
        "conto",
        _("How the cards are counted"),
        (
            Clause(
                "valori",
                _(
                    "23 cards have a value of their own. The others are scartine, worth nothing by "
                    "themselves."
                ),
                Origin("teresina glossary"),
            ),
            Clause(
                "a-tre",
                _(
                    "The cards won are counted in threes, a scartina as 1: 2 is taken off the sum of each "
                    "three. How they are grouped does not matter."
                ),
                Origin("teresina counting", LOGIC),
            ),
            Clause(
                "ultima",
                _("The last trick is worth %(last)s points more to the player who takes it."),
                STATED,
            ),
            Clause(
                "centonove",
                _(
                    "The whole pack makes %(in_cards)s, with the last trick %(total)s: exactly "
                    "%(dealer_par)s + %(par)s + %(par)s."
                ),
                Origin("calatafimi one", LOGIC),
            ),
        ),
        examples=(
            Counted(
                "es-con-scartine",
                _("10 + 1 + 1 − 2: a card of value with two scartine keeps it whole."),
                "T20 5O 6O",
                10,
            ),
            Counted("es-due-figure", _("5 + 4 + 1 − 2."), "RO QO 7C", 8),
            Counted("es-tre-scartine", _("1 + 1 + 1 − 2."), "5O 6O 7O", 1),
            Counted("es-tre-dieci", _("10 + 10 + 10 − 2: the best three cards of the pack."), "T20 F T1", 28),
        ),
    ),
    Section(
        "punteggio",
        _("The score, and the match"),
        (
            Clause(
                "scarti",
                _("The dealer scores their points less %(dealer_par)s, the others theirs less %(par)s."),
                STATED,
            ),
            Clause("partita", _("A match has %(deals)s deals, and the scores are added up."), option="deals"),
            Clause("contano", _("A deal that was thrown in is one of them."), option="countAbandoned"),
            Clause(
                "vince",
                _("The highest total wins; equal totals share a place."),
                STATED,
            ),
            Clause(
                "posta",
                _("At the end the losers pay the winners according to the score, in play money only."),
                option="stakeUnit",
            ),
        ),
        examples=(
            Reckoned(
                "es-mazziere-bene",
                _("The dealer has won most."),
                SCORE_HEAD,
                ((48, 1, 11), (33, 0, -3), (28, 0, -8)),
            ),
            Reckoned(
                "es-pari", _("Everybody breaks even."), SCORE_HEAD, ((37, 1, 0), (36, 0, 0), (36, 0, 0))
            ),
            Reckoned(
                "es-mazziere-male",
                _("The three scores are always 0 together."),
                SCORE_HEAD,
                ((20, 1, -17), (60, 0, 24), (29, 0, -7)),
            ),
        ),
    ),
)


def brief(rules: Rules) -> Brief:
    """The rules in brief. One suit stands for all, which rank alike; of the trumps only those that score."""
    suit, *_suits, trumps, fool = ranking(rules)
    named_fool = ShownCard("F", f"{fool.label}, {fool.cards[0].caption}")
    dear = (*(card for card in trumps.cards if VALUES[card.code]), named_fool)
    return Brief(
        (suit, Strip(trumps.label, dear), *words(rules)),
        follow=("rispondere", "tagliare", "libero", "scusa", "re", "cavallo", "fanta-obbligata"),
        takes=("presa", "trionfi"),
        points=("valori", "a-tre", "ultima"),
        wins=("scarti", "partita", "vince"),
    )


PRESET_SOURCES = {preset: frozenset({"calatafimi"}) for preset in PRESETS}

BOOK = Book(SOURCES, PRESET_SOURCES, origin, SECTIONS, figures, brief=brief)
