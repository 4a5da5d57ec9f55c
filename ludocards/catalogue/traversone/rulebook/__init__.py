"""The rule book of Tressette a perdere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.thirds.values import POINT, RANKING, THIRDS
from ludocards.catalogue.traversone.rules import GAME
from ludocards.catalogue.traversone.rules.presets import Rules
from ludocards.catalogue.traversone.rules.state import State
from ludocards.catalogue.traversone.values import ALL_POINTS, CARDS
from ludocards.engine.cards import ITALIAN40
from ludocards.words.cards import card_name, suit_name, suit_names
from ludocards.words.rulebook import (
    CHOICE,
    LOGIC,
    Block,
    Book,
    Brief,
    Clause,
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

SOURCES: Mapping[str, Source] = {
    "pagat": Source(
        "Pagat: Ciapanò",
        "https://www.pagat.com/tressette/ciapano.html",
        _("John McLeod’s description for three, four and five: with three the dealer sets a card aside."),
    ),
    "cinquantamila": Source(
        "Cinquantamila.it: Traversone",
        "https://www.cinquantamila.it/storyTellerArticolo.php?storyId=0000000017585",
        _("The rules for three to eight: fractions are dropped, and cards left over go to the last trick."),
    ),
    "wikipedia": Source(
        "Wikipedia: Traversone",
        "https://it.wikipedia.org/wiki/Traversone",
        _("The cards left out, fractions to the last trick, the cappotto. We read it in copies."),
    ),
    "biska": Source(
        "Biska: regolamento del Traversone",
        "https://www.biska.com/",
        _("A player who takes everything scores nothing, and the others eleven points."),
    ),
    "lotoflaughs": Source(
        "Lotoflaughs: Tressette a non prendere",
        "https://giochi-di-carte.lotoflaughs.com/tressette-a-non-prendere.php",
        _("The match to 31 points, and fractions to the last trick."),
    ),
    "digitalmoka": Source(
        "Digitalmoka: Traversone, le regole del tressette a perdere",
        "https://www.digitalmoka.com/traversone-regole-tressette-a-perdere",
        _("Matches to 21 or 31 points."),
    ),
    "hoepli": Source(
        "Piccola enciclopedia di giuochi e passatempi (Hoepli, 1929)",
        "https://adamoli.org/progetto-ocr/piccola-enciclopedia-di-giuochi-e-passatempi/PAGE0069.HTM",
        _("The 4s are left out with six players; the player who makes three or four points in a deal pays."),
    ),
}

ALL = Origin("pagat cinquantamila wikipedia")

ORIGINS: Mapping[str, Origin] = {
    "match_end": Origin("lotoflaughs digitalmoka wikipedia"),
    "fractions": Origin("wikipedia lotoflaughs cinquantamila"),
    "cappotto": Origin("wikipedia biska"),
    "asso_di_bastoni": Origin("wikipedia", CHOICE),
    "three_deck": Origin("wikipedia hoepli cinquantamila pagat"),
    "removed_card": Origin("wikipedia"),
}


def origin(option: str, rules: Rules) -> Origin:
    return ORIGINS[option]


# ---- drawn from the engine


def ranking(rules: Rules) -> tuple[Block, ...]:
    worth = {POINT: gettext("1 point"), 1: gettext("a third"), 0: gettext("nothing")}
    suit = next(iter(ITALIAN40.suits))
    faces = tuple(ShownCard(f"{rank}{suit}", worth[THIRDS[rank]]) for rank in RANKING.ranks[suit])
    return (ranked_strip(suit_name(ITALIAN40.name, suit), faces),)


def hands(rules: Rules) -> tuple[Block, ...]:
    """The cards of each number of players, as the engine deals them."""
    rows = []
    for players in sorted(GAME.players):
        state = GAME.start(rules, players, 0)
        assert isinstance(state, State)
        removed = ", ".join(card_name("italian40", card.code) for card in state.removed)
        rows.append((str(players), str(CARDS[players]), removed or gettext("no card")))
    head = (gettext("Players"), gettext("Cards each"), gettext("Left out"))
    return (Grid(gettext("How many cards"), head, tuple(rows), numbers=(0, 1)),)


def figures(rules: Rules) -> Mapping[str, Any]:
    return {
        "cards": len(ITALIAN40.cards),
        "suits": suit_names(ITALIAN40.name),
        "most": max(GAME.players),
        "points": ALL_POINTS,
        "target": rules.match_end.target,
    }


# ---- conditions


def to_last(rules: Rules) -> bool:
    return rules.fractions == "to_last"


def dropped(rules: Rules) -> bool:
    return not to_last(rules)


def by_deals(rules: Rules) -> bool:
    return rules.match_end.deals is not None


def to_points(rules: Rules) -> bool:
    return not by_deals(rules)


SECTIONS = (
    Section(
        "carte",
        _("The cards"),
        (
            Clause("mazzo", _("%(cards)s Italian cards: four suits (semi) of ten, %(suits)s."), ALL),
            Clause(
                "ordine",
                _("In every suit the cards rank as they are shown here, from the highest to the lowest."),
                ALL,
            ),
            Clause("senza-briscola", _("There are no trumps, no bonus combinations and no talk."), ALL),
        ),
        ranking,
    ),
    Section(
        "distribuzione",
        _("The deal"),
        (
            Clause("giocatori", _("Three to %(most)s play, everyone for themselves."), ALL),
            Clause("verso", _("Dealing and playing go to the right, counter-clockwise."), ALL),
            Clause(
                "carte-a-testa",
                _("The cards are dealt one at a time, as many to each as the table below says."),
                ALL,
            ),
            Clause(
                "fuori",
                _("Cards that cannot be divided are left out of the pack."),
                option="three_deck",
                when=lambda rules: rules.three_deck == "no_four",
            ),
            Clause(
                "monte",
                _(
                    "Cards that cannot be divided lie face down, and go to the player who takes the last "
                    "trick: one with three players, four with six."
                ),
                option="three_deck",
                when=lambda rules: rules.three_deck == "monte",
            ),
            Clause(
                "scarta-il-mazziere",
                _(
                    "With three players the dealer gets fourteen cards, and sets one aside, face down, "
                    "before the first lead. It goes to the player who takes the last trick."
                ),
                option="three_deck",
                when=lambda rules: rules.three_deck == "dealer_discards",
                only_for=3,
            ),
            Clause("mazziere", _("The next deal is dealt by the player on the dealer’s right."), ALL),
        ),
        hands,
    ),
    Section(
        "gioco",
        _("The play"),
        (
            Clause("di-mano", _("The player on the dealer’s right leads to the first trick."), ALL),
            Clause("rispondere", _("You must follow the suit led if you can. Otherwise play any card."), ALL),
            Clause("non-forzare", _("Nobody has to play a higher card."), ALL),
            Clause("presa", _("The highest card of the suit led takes the trick."), ALL),
            Clause("poi", _("The player who takes a trick leads to the next."), ALL),
            Clause(
                "punti-in-vista",
                _("What everybody has taken so far is shown: it follows from the tricks."),
                Origin("cinquantamila", CHOICE),
            ),
        ),
        examples=(
            Playable(
                "es-rispondere",
                _("Coins were led, so only coins may be played."),
                "AD 4D 2B 7S",
                "RD",
                "AD 4D",
            ),
            Playable(
                "es-scartare",
                _(
                    "Without coins any card may be played. An ace discarded here is a point for "
                    "somebody else."
                ),
                "AC 4S 2B",
                "RD 7D",
                "AC 4S 2B",
            ),
            Taking("es-presa", _("The ace is beaten only by the 2 and the 3."), "7D AD 4D RD", 1),
            Taking(
                "es-altro-seme", _("A three of another suit takes nothing, but it counts."), "4D 3S 2S AS", 0
            ),
        ),
    ),
    Section(
        "punti",
        _("The points"),
        (
            Clause(
                "scopo",
                _(
                    "Every point counts against the player who makes it: you want to take as little as "
                    "possible."
                ),
                ALL,
            ),
            Clause(
                "valori",
                _("An ace is worth a point; three of the 3, 2, king, knight and jack make another."),
                ALL,
            ),
            Clause("ultima", _("The last trick is worth one point more."), ALL),
            Clause(
                "arrotonda",
                _(
                    "Everybody’s points are rounded down. The player who takes the last trick has what is "
                    "missing to %(points)s."
                ),
                option="fractions",
                when=to_last,
            ),
            Clause(
                "scarta-i-terzi",
                _("Everybody’s points are rounded down, and the fractions count for nobody."),
                option="fractions",
                when=dropped,
            ),
            Clause(
                "cappotto",
                _(
                    "A player who makes all %(points)s points scores nothing, and everybody else scores "
                    "%(points)s."
                ),
                option="cappotto",
                when=lambda rules: rules.cappotto == "others_11",
            ),
            Clause(
                "cappotto-stretto",
                _(
                    "A player who takes all cards that count and the last trick scores nothing, and "
                    "everybody else scores %(points)s."
                ),
                option="cappotto",
                when=lambda rules: rules.cappotto == "strict",
            ),
            Clause(
                "asso-di-bastoni",
                _(
                    "The player who takes the ace of batons scores %(points)s points more, except in a "
                    "cappotto."
                ),
                option="asso_di_bastoni",
                when=lambda rules: rules.asso_di_bastoni == "plus_11",
            ),
        ),
        examples=(
            Reckoned(
                "es-ultimo",
                _(
                    "In a deal of four, the player who takes the last trick scores 11 less the points of "
                    "the others."
                ),
                (_("Thirds of the first"), _("of the second"), _("of the third"), _("Points of the fourth")),
                ((8, 8, 8, 5), (9, 9, 4, 4)),
                when=to_last,
            ),
        ),
    ),
    Section(
        "partita",
        _("The match"),
        (
            Clause(
                "fine",
                _("The match ends with the deal in which somebody reaches %(target)s points."),
                option="match_end",
                when=to_points,
            ),
            Clause(
                "vince-chi-ha-meno",
                _("The player with the fewest points wins; the others follow in order."),
                ALL,
            ),
            Clause(
                "pari",
                _("If more than one has the fewest points, another deal is played."),
                Origin("wikipedia", CHOICE),
                when=to_points,
            ),
            Clause(
                "smazzate",
                _("After a fixed number of deals the points of all deals are added up."),
                option="match_end",
                when=by_deals,
            ),
            Clause(
                "pari-smazzate",
                _("After the last deal equal points share a place."),
                Origin("wikipedia", LOGIC),
                when=by_deals,
            ),
        ),
    ),
)


def brief(rules: Rules) -> Brief:
    return Brief(
        ranking(rules),
        begins=("scarta-il-mazziere",),
        follow=("rispondere", "non-forzare"),
        takes=("presa",),
        points=(
            "scopo", "valori", "ultima", "arrotonda", "scarta-i-terzi", "cappotto", "cappotto-stretto",
            "asso-di-bastoni",
        ),
        wins=("fine", "smazzate", "vince-chi-ha-meno"),
    )  # fmt: skip


BOOK = Book(
    SOURCES,
    {
        "traversone": frozenset({"wikipedia", "lotoflaughs", "biska"}),
        "ciapano": frozenset({"pagat", "cinquantamila"}),
        "rovescino": frozenset({"wikipedia", "digitalmoka"}),
    },
    origin,
    SECTIONS,
    figures,
    brief=brief,
)
