"""The rule book of Tressette. Its sources are in `sources.py`, declarations and signals in `declarations.py`
and `signals.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rulebook.shapes import (
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
    Shown,
    Strip,
    Taking,
)
from ludocards.catalogue.thirds.values import POINT, RANKING, THIRDS
from ludocards.catalogue.tressette.rulebook import declarations, signals
from ludocards.catalogue.tressette.rulebook.examples import Accused
from ludocards.catalogue.tressette.rulebook.sources import ALL, SOURCES, TEXTS, origin
from ludocards.catalogue.tressette.rules.accuse import held
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.engine.cards import ITALIAN40

# ---- drawn from the engine


def ranking(rules: Rules) -> tuple[Block, ...]:
    worth = {POINT: gettext("1 point"), 1: gettext("a third"), 0: gettext("nothing")}
    return tuple(
        Strip(name.capitalize(), tuple(Shown(f"{rank}{suit}", worth[THIRDS[rank]]) for rank in order))
        for suit, name in list(ITALIAN40.suits.items())[:1]
        for order in [RANKING.ranks[suit]]
    )


def combinations(rules: Rules) -> tuple[Block, ...]:
    """The accuse, with the points that the engine gives to a hand of just these cards."""
    worth = {
        accusa.combo: str(accusa.points)
        for hand in ("AB 2B 3B", "AB AC AD", "AB AC AD AS")
        for accusa in held(0, ITALIAN40.of(hand.split()))
    }
    rows = (
        (gettext("Napoletana"), gettext("ace, two and three of one suit"), worth["napoletana"]),
        (gettext("Three of a kind"), gettext("three aces, three twos or three threes"), worth["three"]),
        (gettext("Four of a kind"), gettext("four aces, four twos or four threes"), worth["four"]),
    )
    head = (gettext("Accusa"), gettext("What it takes"), gettext("Points"))
    return (Grid(gettext("What may be accused"), head, rows, numbers=(2,)),)


def figures(rules: Rules) -> Mapping[str, Any]:
    return {
        "cards": len(ITALIAN40.cards),
        "suits": ", ".join(ITALIAN40.suits.values()),
        "target": rules.match_end.target,
    }


# ---- conditions


def nearest(rules: Rules) -> bool:
    return rules.scoring == "nearest33"


def floor(rules: Rules) -> bool:
    return rules.scoring == "floor35"


def three(rules: Rules) -> bool:
    return 3 in rules.players


def by_points(rules: Rules) -> bool:
    return rules.match_end.unit == "points"


THIRDS_HEAD = (_("Thirds in cards"), _("Last trick taken"), _("Points"))

SECTIONS = (
    Section(
        "carte",
        _("The cards"),
        (
            Clause("mazzo", _("Forty Italian cards: four suits (pali) of ten, %(suits)s."), Origin(ALL)),
            Clause(
                "ordine",
                _("In every suit the cards rank as they are drawn here, from the highest to the lowest."),
                Origin(ALL),
            ),
        ),
        ranking,
    ),
    Section(
        "distribuzione",
        _("The deal"),
        (
            Clause("coppie", _("Four play in two pairs. Partners sit opposite each other."), Origin(ALL)),
            Clause(
                "in-tre",
                _(
                    "Three can play too, each on their own. A 4 is left out, and everybody gets thirteen "
                    "cards."
                ),
                option="removed_card",
                when=three,
            ),
            Clause(
                "verso",
                _("Dealing, playing and the turn to deal go to the right, counter-clockwise."),
                Origin(ALL),
            ),
            Clause(
                "una-alla-volta",
                _("The dealer deals one card at a time, starting on the right, until none is left."),
                option="deal_packet",
                when=lambda rules: rules.deal_packet == 1,
            ),
            Clause(
                "a-cinque",
                _("The dealer deals ten cards to everybody, five at a time, starting on the right."),
                option="deal_packet",
                when=lambda rules: rules.deal_packet == 5,
            ),
            Clause(
                "alzata",
                _("Nobody cuts: the cards are shuffled fairly, and everybody can verify it after the deal."),
                Origin("classic", CHOICE),
            ),
            Clause(
                "primo-mazziere", _("The first dealer is drawn by lot."), Origin("classic project", CHOICE)
            ),
            Clause(
                "mazziere",
                _("After each deal the turn to deal passes to the right."),
                Origin("project ludopoli"),
            ),
        ),
    ),
    Section(
        "accusa",
        _("The accusa, or Buongioco"),
        (
            Clause(
                "accusa-due-prese",
                _("A player who holds one of these combinations may accuse it in the first two tricks."),
                option="accuse_window",
                when=lambda rules: rules.accuse_window == 2,
            ),
            Clause(
                "accusa-prima-presa",
                _("A player who holds one of these combinations may accuse it in the first trick."),
                option="accuse_window",
                when=lambda rules: rules.accuse_window == 1,
            ),
            Clause(
                "combinazioni",
                _("The combinations, and how many points each brings, are in the table below."),
                Origin("classic project"),
            ),
            Clause(
                "accusa-turno",
                _("An accusa is made in turn, before playing a card."),
                Origin("ludopoli program"),
            ),
            Clause(
                "accusa-in-mano",
                _(
                    "The cards in hand at that moment count: a card that has been played breaks its "
                    "combination."
                ),
                Origin("classic"),
            ),
            Clause(
                "accuse-insieme",
                _("All the combinations in a hand may be accused, and one card may serve several of them."),
                Origin("classic"),
            ),
            Clause(
                "quattro-non-tre",
                _("Four of a kind does not count as three of a kind as well."),
                Origin("classic project", LOGIC),
            ),
            Clause(
                "accusa-nota",
                _(
                    "The others learn the combination and its suit; of three of a kind, the suit that is "
                    "missing. "
                    "They are not shown the other cards."
                ),
                Origin("classic", CHOICE),
            ),
            Clause(
                "accusa-segnata",
                _("The points are added to those of the deal, and for pairs they are the pair’s."),
                Origin("classic project"),
            ),
        ),
        combinations,
        (
            Accused(
                "es-accusa",
                _("The ace of bastoni serves twice."),
                "3B 2B AB AC AD 7D 6C 5S 4S FD",
                ((_("napoletana"), 3), (_("three aces"), 3)),
            ),
            Accused(
                "es-accusa-massima",
                _("No hand holds more."),
                "3B 3C 3D 3S 2B 2C 2D AB AC AD",
                (
                    (_("four threes"), 4),
                    (_("three twos"), 3),
                    (_("three aces"), 3),
                    (_("napoletana"), 3),
                    (_("napoletana"), 3),
                    (_("napoletana"), 3),
                ),
            ),
        ),
    ),
    Section(
        "gioco",
        _("The play"),
        (
            Clause(
                "di-mano",
                _("The player to the dealer’s right leads to the first trick."),
                option="first_lead",
            ),
            Clause(
                "quattro-di-denari",
                _("Elsewhere whoever holds the 4 of denari leads in the first deal: a table may choose so."),
                Origin("four"),
            ),
            Clause("poi", _("The player who takes a trick leads to the next."), Origin(ALL)),
            Clause(
                "rispondere",
                _(
                    "A player who has cards of the suit led must play one of them; a player who has none "
                    "plays any card."
                ),
                Origin(ALL),
            ),
            Clause(
                "nessun-obbligo",
                _("Nobody is obliged to take the trick, or to beat the cards already played."),
                Origin(ALL, LOGIC),
            ),
            Clause(
                "presa",
                _(
                    "The highest card of the suit led takes the trick. A card of another suit never does: "
                    "there are no trumps."
                ),
                Origin(ALL),
            ),
        ),
        examples=(
            Playable(
                "es-rispondere", _("Denari are led: the seven is the only one."), "3C 4S 7D", "5D", "7D"
            ),
            Playable("es-libero", _("Bastoni are led, and there are none."), "3C 4S 7D", "6B", "3C 4S 7D"),
            Taking(
                "es-presa",
                _("The three is the highest; the trick holds an ace, a three and a King: 3 + 1 + 1."),
                "5B RB 3B AB",
                2,
                worth=5,
                unit=_("The trick is worth %(n)s thirds."),
            ),
            Taking("es-altro-palo", _("The three of coppe is of another suit."), "7S 3C FS 5S", 2),
        ),
    ),
    signals.SECTION,
    Section(
        "dichiarazioni",
        _("The declarations"),
        (
            Clause(
                "dichiarare",
                _(
                    "The leader may tell their partner how they stand in the suit: they tick what they want "
                    "to declare, and the table says the right words to everybody."
                ),
                option="declarations",
            ),
            Clause(
                "dichiarare-vero",
                _(
                    "A declaration that the table makes is always true, and never says what a player "
                    "cannot know."
                ),
                Origin("declarations", LOGIC),
            ),
        ),
        page="dichiarazioni",
        when=lambda rules: rules.declarations != "none",
    ),
    Section(
        "punti",
        _("The points"),
        (
            Clause(
                "valori",
                _(
                    "An ace is worth a point; threes, twos, Kings, Knights and Jacks a third of a "
                    "point each; "
                    "the other cards nothing."
                ),
                Origin(ALL),
            ),
            Clause(
                "insieme", _("Partners count the cards they have taken together."), Origin("classic project")
            ),
            Clause(
                "ultima-terzo", _("The last trick is worth a third more."), option="scoring", when=nearest
            ),
            Clause(
                "ultima-punto", _("The last trick is worth a whole point more."), option="scoring", when=floor
            ),
            Clause(
                "arrotondare",
                _("The thirds are divided by three and rounded to the nearest whole."),
                option="scoring",
                when=nearest,
            ),
            Clause(
                "terzi-persi",
                _("Three thirds make a point, and thirds that are left over are lost."),
                Origin("ludopoli program"),
                when=floor,
            ),
            Clause(
                "undici",
                _("Between two pairs a deal is worth 11 points in all, without the accuse."),
                Origin(ALL),
            ),
            Clause(
                "undici-in-tre",
                _("With three players the rounding may make it 10, 11 or 12."),
                Origin("classic", LOGIC),
                when=three,
            ),
        ),
        examples=(
            Reckoned(
                "es-terzi",
                _("Eleven points: one side 5, the other 6."),
                THIRDS_HEAD,
                ((15, 1, 5), (17, 0, 6)),
                when=nearest,
            ),
            Reckoned(
                "es-terzi-persi",
                _("The same cards as in Classico, where they are 5 to 6: here the last trick decides."),
                THIRDS_HEAD,
                ((15, 1, 6), (17, 0, 5)),
                when=floor,
            ),
            Reckoned("es-cappotto", _("All the tricks (cappotto)."), THIRDS_HEAD, ((32, 1, 11), (0, 0, 0))),
            Reckoned(
                "es-tre-giocatori",
                _("Three players: everybody rounds up, and there are twelve points."),
                THIRDS_HEAD,
                ((10, 1, 4), (11, 0, 4), (11, 0, 4)),
                when=three,
            ),
        ),
    ),
    Section(
        "partita",
        _("The match"),
        (
            Clause(
                "a-partite",
                _("The first side to win %(target)s deals wins the match. Each of them is called a partita."),
                option="match_end",
                when=lambda rules: rules.match_end.unit == "games",
            ),
            Clause(
                "partita-smazzata",
                _("The side with more points, the accuse included, wins the deal."),
                Origin("classic", LOGIC),
                when=lambda rules: rules.match_end.unit == "games",
            ),
            Clause(
                "partita-pari",
                _("A tied deal counts for neither side."),
                Origin("classic", CHOICE),
                when=lambda rules: rules.match_end.unit == "games",
            ),
            Clause("a-punti", _("The match goes to %(target)s points."), option="match_end", when=by_points),
            Clause(
                "fine-smazzata",
                _("It ends only when a deal has been played out: nobody can claim the match before."),
                Origin("program"),
                when=by_points,
            ),
            Clause(
                "in-vantaggio",
                _("If both sides have reached the target and are tied, another deal is played."),
                Origin("program online"),
                when=by_points,
            ),
        ),
        examples=(
            Reckoned(
                "es-pari",
                _("34 to 34 in a match to 31: another deal is played, and it decides."),
                (_("Before the deal"), _("The deal"), _("After it")),
                ((29, 5, 34), (28, 6, 34)),
                when=lambda rules: by_points(rules) and rules.match_end.target == 31,
            ),
        ),
    ),
)


def brief(rules: Rules) -> Brief:
    return Brief(
        ranking(rules),
        follow=("rispondere",),
        takes=("presa", "nessun-obbligo"),
        points=("valori", "ultima-terzo", "ultima-punto", "terzi-persi", "a-partite", "a-punti"),
    )


BOOK = Book(SOURCES, TEXTS, origin, SECTIONS, figures, {"dichiarazioni": declarations.PAGE}, brief)
