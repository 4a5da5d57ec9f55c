"""The rule book of Whist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.whist.rules.presets import Rules, schedule
from ludocards.catalogue.whist.values import EXACT, FEWEST, MISSED, MOST
from ludocards.engine.cards import FRENCH52
from ludocards.words.cards import suit_name
from ludocards.words.rulebook import (
    CHOICE,
    LOGIC,
    Block,
    Book,
    Brief,
    Clause,
    Dialogue,
    Grid,
    Origin,
    Playable,
    Reckoned,
    Section,
    ShownCard,
    Source,
    Taking,
    ranked_strip,
)

STATED = Origin("regulation")
SILENT = Origin("regulation", CHOICE)

SOURCES: Mapping[str, Source] = {
    "regulation": Source(
        "Ludopoli: regolamento del Whist",
        "http://ludopoli.it/",
        _("The text of this game, “a particular variant of Bid Whist”."),
    ),
    "hell": Source(
        "Oh Hell",
        "https://en.wikipedia.org/wiki/Oh_hell",
        _("The game as it is played elsewhere: there the ace is high."),
    ),
}


def origin(option: str, rules: Rules) -> Origin:
    return STATED


def ranking(rules: Rules) -> tuple[Block, ...]:
    suit = next(iter(FRENCH52.suits))
    faces = tuple(ShownCard(f"{rank}{suit}") for rank in rules.ranking.ranks[suit])
    return (ranked_strip(suit_name("french52", suit), faces),)


def deals(rules: Rules) -> tuple[Block, ...]:
    """The cards of every deal, as the engine deals them."""
    head = (gettext("Players"), gettext("Deals"), gettext("Cards each, deal by deal"))
    rows = tuple(
        (str(players), str(len(schedule(rules, players))), " ".join(map(str, schedule(rules, players))))
        for players in sorted(MOST)
    )
    return (Grid(gettext("The deals of a match"), head, rows, numbers=(1,)),)


def figures(rules: Rules) -> Mapping[str, Any]:
    return {"cards": len(FRENCH52.cards), "fewest": FEWEST, "exact": EXACT, "missed": MISSED}


def trumps(rules: Rules) -> bool:
    return rules.briscola


def no_trumps(rules: Rules) -> bool:
    return not rules.briscola


SECTIONS = (
    Section(
        "carte",
        _("The cards"),
        (
            Clause("mazzo", _("A French pack of %(cards)s cards, without jokers."), STATED),
            Clause("ordine", _("The cards rank as they are shown here, in every suit."), option="asso_alto"),
        ),
        ranking,
    ),
    Section(
        "distribuzione",
        _("The deal"),
        (
            Clause("giocatori", _("Two to six players, everyone for themselves."), STATED),
            Clause(
                "crescere",
                _(
                    "Everybody gets %(fewest)s cards in the first deal, and one more in each deal up to "
                    "the most."
                ),
                STATED,
            ),
            Clause(
                "calare",
                _("Then the hands become smaller again by one card, back to %(fewest)s."),
                STATED,
                when=lambda rules: rules.both_ways,
            ),
            Clause(
                "briscola",
                _(
                    "After the deal the next card is turned. Its suit is trumps (briscola) for this deal; "
                    "nobody gets it."
                ),
                option="briscola",
            ),
            Clause(
                "primo-mazziere", _("The first dealer is drawn by lot; then everybody deals in turn."), SILENT
            ),
            Clause(
                "verso", _("The deal, the bidding and the play go to the right, counter-clockwise."), SILENT
            ),
        ),
        deals,
    ),
    Section(
        "dichiarare",
        _("The bids"),
        (
            Clause(
                "dire",
                _("Before a card is played, all players bid in turn how many tricks they will take."),
                STATED,
            ),
            Clause(
                "primo-a-dire",
                _("The player to the dealer’s right bids first, and the dealer last."),
                SILENT,
            ),
            Clause(
                "ultimo",
                _(
                    "The last bidder may not make the bids add up to the number of tricks in the deal: "
                    "somebody always misses."
                ),
                STATED,
            ),
            Clause(
                "ultimo-libero",
                _("If the others have bid more than there are tricks, the last bid is free."),
                Origin("regulation", LOGIC),
            ),
        ),
        examples=(
            Dialogue(
                "es-ultimo",
                _("2 + 2 + 1 and 1 would be 6, the number of tricks."),
                (("1", "2"), ("2", "2"), ("3", "1")),
                _(
                    "Four players, six cards: the fourth may not say 1. Any other number from 0 to 6 is "
                    "allowed."
                ),
                (4, 6, (2, 2, 1), 1),
            ),
            Dialogue(
                "es-ultimo-libero",
                _("2 + 2 + 3 are seven already."),
                (("1", "2"), ("2", "2"), ("3", "3")),
                _("Four players, six cards: the fourth may say any number."),
                (4, 6, (2, 2, 3), None),
            ),
        ),
    ),
    Section(
        "gioco",
        _("The play"),
        (
            Clause("di-mano", _("The player who bid first leads to the first trick."), SILENT),
            Clause("rispondere", _("A player who has cards of the suit led must play one of them."), STATED),
            Clause(
                "tagliare",
                _("A player who has none must play a trump; without trumps either, any card may be played."),
                STATED,
                when=trumps,
            ),
            Clause(
                "senza-briscola",
                _("At a table without trumps, a player who cannot follow plays any card."),
                STATED,
                when=no_trumps,
            ),
            Clause("non-superare", _("Nobody has to beat the cards already played."), SILENT),
            Clause(
                "presa",
                _("The highest trump of the trick takes it; without one, the highest card of the suit led."),
                STATED,
                when=trumps,
            ),
            Clause(
                "presa-senza",
                _("The highest card of the suit led takes the trick."),
                STATED,
                when=no_trumps,
            ),
            Clause("poi", _("The player who takes a trick leads to the next."), STATED),
        ),
        examples=(
            Playable(
                "es-tagliare",
                _("No hearts: the trump must be played, though the jack beats it."),
                "3S KD",
                "QH JS",
                "3S",
                trump="9S",
                when=trumps,
            ),
            Playable(
                "es-senza",
                _("No hearts, and no trumps: either may be played."),
                "3S KD",
                "QH JS",
                "3S KD",
                when=no_trumps,
            ),
            Taking(
                "es-presa-briscola",
                _("The smallest trump beats every other suit."),
                "QH KH AH 2S",
                3,
                trump="9S",
                when=trumps,
            ),
            Taking(
                "es-presa",
                _("Without trumps the king is the highest: the ace is below the 2."),
                "QH KH AH 2S",
                1,
                when=lambda rules: no_trumps(rules) and not rules.asso_alto,
            ),
            Taking(
                "es-presa-asso",
                _("Without trumps the ace is the highest."),
                "QH KH AH 2S",
                2,
                when=lambda rules: no_trumps(rules) and rules.asso_alto,
            ),
        ),
    ),
    Section(
        "punti",
        _("The points"),
        (
            Clause(
                "esatto",
                _("Taking exactly the tricks bid scores %(exact)s points, plus one for every trick."),
                STATED,
            ),
            Clause(
                "sbagliato",
                _("Taking more or fewer costs %(missed)s points, plus one for every trick you were out by."),
                STATED,
            ),
        ),
        examples=(
            Reckoned(
                "es-punti",
                _("A bid of 0 that is made scores 10."),
                (_("Bid"), _("Made"), _("Points")),
                ((3, 3, 13), (0, 0, 10), (3, 1, -5), (1, 4, -6)),
            ),
        ),
    ),
    Section(
        "partita",
        _("The match"),
        (
            Clause("vince", _("After the last deal the highest total wins."), STATED),
            Clause("pari", _("Equal totals share a place."), SILENT),
        ),
    ),
    Section(
        "altrove",
        _("How it differs from Oh Hell elsewhere"),
        (
            Clause(
                "oh-hell",
                _(
                    "In the usual Oh Hell the ace is high, a player who is void may play anything, hands go "
                    "down to one card, and a missed bid costs less. Of these only the high ace can be chosen "
                    "here."
                ),
                Origin("hell"),
            ),
        ),
    ),
)


def brief(rules: Rules) -> Brief:
    return Brief(
        ranking(rules),
        begins=("briscola", "dire", "ultimo"),
        follow=("rispondere", "tagliare", "senza-briscola", "non-superare"),
        takes=("presa", "presa-senza"),
        points=("esatto", "sbagliato", "ultimo"),
        wins=("vince",),
    )


BOOK = Book(
    SOURCES,
    {"andata": frozenset({"regulation"}), "andata_ritorno": frozenset({"regulation"})},
    origin,
    SECTIONS,
    figures,
    brief=brief,
)
