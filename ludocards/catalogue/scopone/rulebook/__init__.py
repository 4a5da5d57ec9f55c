"""The rule book of Scopone and Scopa."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.scopone.rulebook.examples import Best, Capturing, Scored
from ludocards.catalogue.scopone.rules.presets import Rules
from ludocards.catalogue.scopone.rules.scoring import ORDER
from ludocards.catalogue.scopone.texts import POINTS
from ludocards.catalogue.scopone.values import DEALT, FIGURES, NUMBERS, OPEN, PRIMIERA, RANKING
from ludocards.engine.cards import ITALIAN40
from ludocards.words.cards import suit_name, suit_names
from ludocards.words.rulebook import (
    CHOICE,
    LOGIC,
    Block,
    Book,
    Brief,
    Clause,
    Origin,
    Section,
    ShownCard,
    Source,
    Strip,
)

SOURCES: Mapping[str, Source] = {
    "ludopoli": Source(
        "Ludopoli: regolamento dello Scopone scientifico",
        "https://www.ludopoli.it/scopone_scientifico_regolamento.aspx",
        _("Ten cards each, an empty table, 21 points."),
    ),
    "figs": Source(
        "FIGS: regolamento",
        "http://xoomer.alice.it/f-i-g-s/regolamento.htm",
        _("The federal rules: nine cards each and four on the table."),
    ),
    "chitarrella": Source(
        "Chitarrella: De regulis Scoponis",
        "https://ilgiardinodelgranchio.it/pensieri/2001-04/chitarrella.htm",
        _("The Latin rules of the game, with a translation: nine cards each."),
    ),
    "pagat": Source(
        "Pagat: Scopone",
        "https://www.pagat.com/fishing/scopone.html",
        _("Captures, the primiera, three kings on the table, the napola that wins the match."),
    ),
    "scopa": Source(
        "Pagat: Scopa",
        "https://www.pagat.com/fishing/scopa.html",
        _("The game for two, three or four, with a stock."),
    ),
    "wikipedia": Source(
        "Wikipedia: Scopa",
        "https://it.wikipedia.org/wiki/Scopa",
        _("The cards, the deal and the play."),
    ),
    "hoepli": Source(
        "Piccola enciclopedia di giuochi e passatempi (Hoepli, 1929)",
        "https://adamoli.org/progetto-ocr/piccola-enciclopedia-di-giuochi-e-passatempi/PAGE0091.HTM",
        _("Scopa and Scopone; three players; no scopa with the last card."),
    ),
    "piglio": Source(
        "Piglio: la Scopa in due, la primiera",
        "https://www.blackjack-baccarat.net/piglio/primiera.htm",
        _("A card has the right and the duty to take; after three kings the same player deals again."),
    ),
    "libero": Source(
        "Spazio InWind: Scopa",
        "https://spazioinwind.libero.it/carte/scopa.htm",
        _("A side without a suit has no primiera; court cards of 10, 9 and 8."),
    ),
    "spunti": Source(
        "Scopa d’asso: il punteggio",
        "http://xoomer.virgilio.it/jmpcav/carte/spunti.htm",
        _("The napola, from three points to ten, which end the match."),
    ),
}

ALL = Origin("ludopoli pagat wikipedia")

ORIGINS: Mapping[str, Origin] = {
    "match_end": Origin("ludopoli pagat hoepli"),
    "last_scopa": Origin("ludopoli hoepli pagat"),
    "napola": Origin("spunti pagat"),
    "rebello": Origin("libero spunti", CHOICE),
    "primiera_figures": Origin("pagat libero"),
    "redeal_kings": Origin("piglio pagat wikipedia"),
    "finish": Origin("pagat", CHOICE),
    "deal_packet": Origin("wikipedia figs"),
    "review": Origin("chitarrella", CHOICE),
}


def origin(option: str, rules: Rules) -> Origin:
    if option == "cards":
        return {
            "ten": Origin("ludopoli pagat wikipedia"),
            "nine": Origin("figs chitarrella hoepli"),
            "three": Origin("scopa wikipedia hoepli"),
        }[rules.cards]
    return ORIGINS[option]


# ---- drawn from the engine


def numbers(rules: Rules) -> tuple[Block, ...]:
    suit = next(iter(ITALIAN40.suits))
    faces = tuple(ShownCard(f"{rank}{suit}", str(NUMBERS[rank])) for rank in RANKING.ranks[suit])
    return (Strip(suit_name(ITALIAN40.name, suit).capitalize(), faces),)


def primiera(rules: Rules) -> tuple[Block, ...]:
    suit, worth = next(iter(ITALIAN40.suits)), {**PRIMIERA, **FIGURES[rules.primiera_figures]}
    ranks = sorted(worth, key=lambda rank: (-worth[rank], -NUMBERS[rank]))
    return (Strip(_("The primiera"), tuple(ShownCard(f"{rank}{suit}", str(worth[rank])) for rank in ranks)),)


def figures(rules: Rules) -> Mapping[str, Any]:
    return {
        "cards": len(ITALIAN40.cards),
        "suits": suit_names(ITALIAN40.name),
        "hand": DEALT[rules.cards],
        "open": OPEN,
        "target": rules.match_end.target,
        "order": ", ".join(str(POINTS[name]).lower() for name in ORDER if counts(rules, name)),
    }


# ---- conditions


def counts(rules: Rules, name: str) -> bool:
    """Return whether these points of a deal are played for at all."""
    return {"napola": rules.napola != "none", "rebello": rules.rebello}.get(name, True)


def is_mixed(rules: Rules) -> bool:
    """Return whether four players are dealt their cards in another way than two or three."""
    return not in_pairs(rules) and rules.cards != "three"


def in_order(rules: Rules) -> bool:
    return to_points(rules) and rules.finish == "in_order"


def in_pairs(rules: Rules) -> bool:
    return 2 not in rules.players


def is_dealt_again(rules: Rules) -> bool:
    return rules.cards == "three" or not in_pairs(rules)


def has_table(rules: Rules) -> bool:
    return rules.cards != "ten" or not in_pairs(rules)


def to_points(rules: Rules) -> bool:
    return rules.target is not None


SECTIONS = (
    Section(
        "carte",
        _("The cards"),
        (
            Clause("mazzo", _("%(cards)s Italian cards: four suits (semi) of ten, %(suits)s."), ALL),
            Clause(
                "numeri",
                _("Every card has its number: from the ace, 1, to the 7, then jack 8, knight 9, king 10."),
                ALL,
            ),
        ),
        numbers,
    ),
    Section(
        "distribuzione",
        _("The deal"),
        (
            Clause(
                "coppie",
                _("Four play in two pairs. Partners sit opposite each other."),
                ALL,
                when=in_pairs,
            ),
            Clause(
                "giocatori",
                _("Two or three play for themselves, four in two pairs. Partners sit opposite each other."),
                Origin("scopa wikipedia hoepli"),
                when=lambda rules: not in_pairs(rules),
            ),
            Clause("verso", _("Dealing and playing go to the right, counter-clockwise."), ALL),
            Clause(
                "tutte",
                _("Everybody gets %(hand)s cards, and the table is empty."),
                option="cards",
                when=lambda rules: not has_table(rules),
            ),
            Clause(
                "in-tavola",
                _("Everybody gets %(hand)s cards, and %(open)s are laid face up on the table."),
                option="cards",
                when=lambda rules: has_table(rules) and not is_mixed(rules),
            ),
            Clause(
                "in-quattro-tutte",
                _(
                    "Four players get %(hand)s cards each, and the table is empty; two or three get "
                    "three each, and %(open)s are laid face up on the table."
                ),
                option="cards",
                when=lambda rules: is_mixed(rules) and rules.cards == "ten",
            ),
            Clause(
                "in-quattro-nove",
                _(
                    "Four players get %(hand)s cards each, two or three get three each; %(open)s are "
                    "laid face up on the table."
                ),
                option="cards",
                when=lambda rules: is_mixed(rules) and rules.cards == "nine",
            ),
            Clause(
                "ancora",
                _("When all hands are empty, everybody gets three more cards, until none are left."),
                Origin("scopa wikipedia hoepli"),
                when=is_dealt_again,
            ),
            Clause(
                "tre-re",
                _("If three kings or all four lie on the table, the deal does not count and is dealt again."),
                option="redeal_kings",
                when=lambda rules: has_table(rules) and rules.redeal_kings,
            ),
            Clause("mazziere", _("The next deal is dealt by the player on the dealer’s right."), ALL),
        ),
    ),
    Section(
        "gioco",
        _("The play"),
        (
            Clause(
                "di-mano", _("The player on the dealer’s right begins. Everybody plays a card in turn."), ALL
            ),
            Clause(
                "uguale",
                _(
                    "A card takes one card of its own number from the table, or cards that add up to it; if "
                    "both are possible, the single one."
                ),
                ALL,
            ),
            Clause(
                "somma",
                _(
                    "If there are several cards of that number, or several ways to add up to it, the player "
                    "chooses."
                ),
                ALL,
            ),
            Clause(
                "obbligo",
                _("A card that can take something must take it; but any card of the hand may be played."),
                Origin("piglio pagat"),
            ),
            Clause("resta", _("A card that takes nothing stays on the table, face up."), ALL),
            Clause(
                "scopa",
                _("The player who takes everything that lies on the table makes a scopa, which is a point."),
                ALL,
            ),
            Clause(
                "ultima-scopa",
                _("It does not count with the very last card of the deal."),
                option="last_scopa",
                when=lambda rules: not rules.last_scopa,
            ),
            Clause(
                "resto",
                _("Cards left on the table at the end go to the side that took last. That is no scopa."),
                ALL,
            ),
            Clause(
                "silenzio",
                _("Nobody speaks of the cards, and nothing is declared."),
                Origin("chitarrella"),
            ),
            Clause(
                "rivedere",
                _("Nobody looks at the cards taken, except the last capture: you have to remember them."),
                option="review",
                when=lambda rules: rules.review == "last_capture",
            ),
        ),
        examples=(
            Capturing(
                "esempio-uguale",
                _("There is a seven: it is taken, although 4 and 3 are seven, too."),
                card="7D",
                table="4C 3B 7S 2D",
                ways=("7S",),
            ),
            Capturing(
                "esempio-somma",
                _("No seven: one of the two sums, as the player likes."),
                card="7D",
                table="4C 3B 5S 2D",
                ways=("4C 3B", "5S 2D"),
            ),
            Capturing(
                "esempio-re",
                _("A sum may have two, three or more cards. The king never takes all five."),
                card="RB",
                table="6D 4S 3C AB 5B",
                ways=("6D 4S", "6D 3C AB", "4S AB 5B"),
            ),
            Capturing(
                "esempio-due-assi",
                _("Two aces: one of them, as the player likes."),
                card="AC",
                table="AD AS 5B",
                ways=("AD", "AS"),
            ),
            Capturing(
                "esempio-scopa",
                _("All that lies there is taken: scopa."),
                card="RS",
                table="2B 2C 2D 4S",
                ways=("2B 2C 2D 4S",),
            ),
            Capturing(
                "esempio-resta",
                _("Neither a nine nor a sum of nine."),
                card="CS",
                table="RD FD",
                ways=(),
            ),
        ),
    ),
    Section(
        "punti",
        _("The points"),
        (
            Clause(
                "quattro-punti",
                _(
                    "Each deal has four points to win: for most cards, most coins (denari), the 7 of coins "
                    "(settebello) and the primiera (the best card of each suit, sevens first); every scopa "
                    "is one more. Where sides are level, nobody scores the point."
                ),
                ALL,
            ),
            Clause(
                "carte-punto",
                _("Most cards (carte): one point. If they are tied, nobody scores it."),
                ALL,
            ),
            Clause("denari", _("Most coins: one point. If they are tied, nobody scores it."), ALL),
            Clause("settebello", _("The 7 of coins (settebello): one point."), ALL),
            Clause(
                "primiera",
                _(
                    "The primiera: one point. The best card of each suit counts, and the higher sum wins: "
                    "sevens are worth most, then sixes, aces, 5, 4, 3, 2 and the court cards."
                ),
                ALL,
            ),
            Clause(
                "senza-seme",
                _("A side without a card of some suit has no primiera."),
                Origin("libero", LOGIC),
            ),
            Clause("scope", _("Every scopa: one point."), ALL),
            Clause(
                "napola",
                _(
                    "Ace, 2 and 3 of coins (napola): three points, and one more for each further card in "
                    "a row."
                ),
                option="napola",
                when=lambda rules: counts(rules, "napola"),
            ),
            Clause(
                "napola-vince",
                _("The player who takes all ten coins wins the match at once."),
                option="napola",
                when=lambda rules: rules.napola == "full_wins" and to_points(rules),
            ),
            Clause(
                "rebello",
                _("The king of coins (rebello): one point."),
                option="rebello",
                when=lambda rules: rules.rebello,
            ),
            Clause(
                "in-tre",
                _(
                    "With three players the point goes to the one with the most of all; if two are tied, "
                    "to nobody."
                ),
                Origin("hoepli"),
                when=lambda rules: 3 in rules.players,
                only_for=3,
            ),
        ),
        primiera,
        examples=(
            Best("esempio-sette", _("Three sevens and a six."), best="7B 7C 7D 6S", primiera=81),
            Best(
                "esempio-assi", _("A seven and three aces lose against it."), best="7S AB AC AD", primiera=69
            ),
            Best(
                "esempio-senza-seme",
                _("No swords: three sevens are worth nothing."),
                best="7B 7C 7D",
                primiera=None,
            ),
            Scored(
                "esempio-smazzata",
                _(
                    "A whole deal: everybody plays the first card in hand and makes the first capture "
                    "it allows."
                ),
                hands=(
                    "4S 6D 6S FB CD RB 5C 5B FD 7S",
                    "7D CB 6C 3B 5S AC RS 4D RD 6B",
                    "RC 4C 2B 5D 3S 2C CC AD 2D 7B",
                    "7C FC CS 4B 3D AS FS 3C 2S AB",
                ),
                rows=(
                    (_("Cards"), "24", "16", _("your side")),
                    (_("Coins"), "6", "4", _("your side")),
                    (_("Settebello"), "–", "1", _("the others")),
                    (_("Primiera"), "75", "72", _("your side")),
                    (_("Scope"), "0", "0", "–"),
                ),
                scores=(3, 1),
                when=lambda rules: (
                    not (has_table(rules) or counts(rules, "napola") or counts(rules, "rebello"))
                ),
            ),
        ),
    ),
    Section(
        "partita",
        _("The match"),
        (
            Clause(
                "vince",
                _("The side that has %(target)s points after a deal, and more than the others, wins."),
                option="match_end",
                when=lambda rules: to_points(rules) and not in_order(rules),
            ),
            Clause(
                "in-ordine",
                _(
                    "The first side to have %(target)s points wins. Those of a deal are counted in this "
                    "order: %(order)s."
                ),
                option="finish",
                when=in_order,
            ),
            Clause(
                "smazzate",
                _("Over a fixed number of deals the highest total of points wins."),
                option="match_end",
                when=lambda rules: not to_points(rules),
            ),
        ),
    ),
)


def brief(rules: Rules) -> Brief:
    return Brief(
        numbers(rules) + primiera(rules),
        follow=("obbligo", "resta"),
        takes=("uguale", "somma", "scopa", "resto"),
        points=("quattro-punti", "primiera", "napola", "rebello"),
        wins=("vince", "in-ordine", "smazzate"),
        detail="primiera",
    )


BOOK = Book(
    SOURCES,
    {
        "scientifico": frozenset({"ludopoli"}),
        "nove_carte": frozenset({"figs", "chitarrella"}),
        "scopa": frozenset({"scopa", "wikipedia"}),
    },
    origin,
    SECTIONS,
    figures,
    brief=brief,
)
