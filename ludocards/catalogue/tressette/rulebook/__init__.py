"""The rule book of Tressette. Its sources are in `sources.py`; accuse, declarations and signals have modules
of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.thirds.values import POINT, RANKING, THIRDS
from ludocards.catalogue.tressette.rulebook import accuse, declarations, signals
from ludocards.catalogue.tressette.rulebook.sources import ALL, SOURCES, TEXTS, origin
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.signals import SIGNALS
from ludocards.catalogue.tressette.texts import ASKS
from ludocards.engine.cards import ITALIAN40
from ludocards.words.cards import card_name, suit_name, suit_names
from ludocards.words.rulebook import (
    CHOICE,
    LOGIC,
    Block,
    Book,
    Brief,
    Clause,
    Origin,
    Playable,
    Reckoned,
    Section,
    ShownCard,
    Taking,
    ranked_strip,
    signals_in_brief,
)

# ---- drawn from the engine


def ranking(rules: Rules) -> tuple[Block, ...]:
    worth = {POINT: gettext("1 point"), 1: gettext("a third"), 0: gettext("nothing")}
    suit = next(iter(ITALIAN40.suits))
    faces = tuple(ShownCard(f"{rank}{suit}", worth[THIRDS[rank]]) for rank in RANKING.ranks[suit])
    return (ranked_strip(suit_name(ITALIAN40.name, suit), faces),)


def figures(rules: Rules) -> Mapping[str, Any]:
    return {
        "cards": len(ITALIAN40.cards),
        "suits": suit_names(ITALIAN40.name),
        "target": rules.match_end.target,
        "removed": card_name("italian40", rules.removed_card),
    }


# ---- conditions


def nearest(rules: Rules) -> bool:
    return rules.scoring == "nearest33"


def floor(rules: Rules) -> bool:
    return rules.scoring == "floor35"


def three(rules: Rules) -> bool:
    return 3 in rules.players


def automatic(rules: Rules) -> bool:
    return rules.declarations == "automatic"


def four_leads(rules: Rules) -> bool:
    """Return whether the 4 of denari leads in the first deal."""
    return rules.first_lead == "four_of_denari"


def by_points(rules: Rules) -> bool:
    return rules.match_end.unit == "points"


THIRDS_HEAD = (_("Thirds in cards"), _("Last trick taken"), _("Points"))

SECTIONS = (
    Section(
        "carte",
        _("The cards"),
        (
            Clause("mazzo", _("Forty Italian cards: four suits (semi) of ten, %(suits)s."), Origin(ALL)),
            Clause(
                "ordine",
                _("In every suit the cards rank as they are shown here, from the highest to the lowest."),
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
                    "Three can play too, each on their own, with thirteen cards each. One card is left out: "
                    "%(removed)s."
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
                _("The dealer deals five cards at a time, starting on the right, until none is left."),
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
    accuse.SECTION,
    Section(
        "gioco",
        _("The play"),
        (
            Clause(
                "di-mano",
                _("The player to the dealer’s right leads to the first trick."),
                option="first_lead",
                when=lambda rules: not four_leads(rules),
            ),
            Clause(
                "quattro-altrove",
                _(
                    "Elsewhere the holder of the 4 of coins leads in the first deal: a table may choose "
                    "that rule."
                ),
                Origin("four"),
                when=lambda rules: not four_leads(rules),
            ),
            Clause(
                "quattro-di-denari",
                _(
                    "In the first deal the player who holds the 4 of coins leads to the first trick, in "
                    "later deals the player to the dealer’s right."
                ),
                option="first_lead",
                when=four_leads,
            ),
            Clause(
                "senza-quattro-di-denari",
                _(
                    "With three players the 4 of coins is left out: then the player to the dealer’s right "
                    "leads in the first deal, too."
                ),
                Origin("four", LOGIC),
                when=lambda rules: four_leads(rules) and three(rules) and rules.removed_card == "4D",
                only_for=3,
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
            Playable("es-rispondere", _("Coins are led: the seven is the only one."), "3C 4S 7D", "5D", "7D"),
            Playable("es-libero", _("Batons are led, and there are none."), "3C 4S 7D", "6B", "3C 4S 7D"),
            Taking(
                "es-presa",
                _("The three is the highest; the trick holds an ace, a three and a king: 3 + 1 + 1."),
                "5B RB 3B AB",
                2,
                worth=5,
                unit=_("The trick is worth %(n)s thirds."),
            ),
            Taking("es-altro-palo", _("The three of cups is of another suit."), "7S 3C FS 5S", 2),
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
                when=automatic,
            ),
            Clause(
                "dichiarare-vero",
                _(
                    "What the table finds to say of the suits is always true, and never says what a player "
                    "cannot know. It does not check the two declarations about the partner’s suit."
                ),
                Origin("declarations", LOGIC),
                when=automatic,
            ),
            Clause(
                "terzo-con-re",
                _("Here terzo is said, too, when an honour is led and the king and one more card are kept."),
                option="terzo_con_re",
                when=lambda rules: automatic(rules) and rules.terzo_con_re,
            ),
            Clause(
                "dichiarare-a-voce",
                _(
                    "The leader may tell their partner how they stand in the suit, in the words of the "
                    "declarations: they are buttons that write in the chat, and nobody checks them."
                ),
                option="declarations",
                when=lambda rules: not automatic(rules),
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
                    "An ace is worth a point; threes, twos, kings, knights and jacks a third of a point "
                    "each; the other cards nothing."
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
                _("Between two pairs the cards and the last trick of a deal are worth 11 points in all."),
                Origin(ALL),
            ),
            Clause(
                "undici-in-tre",
                _("With three players the rounding may make it 10, 11 or 12."),
                Origin("classic", LOGIC),
                when=lambda rules: three(rules) and nearest(rules),
                only_for=3,
            ),
            Clause(
                "undici-in-tre-persi",
                _("With three players the lost thirds may make it 10."),
                Origin("program", LOGIC),
                when=lambda rules: three(rules) and floor(rules),
                only_for=3,
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
                _("Rounded to the nearest these cards would be 5 to 6: here the last trick decides."),
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
                when=lambda rules: three(rules) and nearest(rules),
                only_for=3,
            ),
            Reckoned(
                "es-tre-giocatori-persi",
                _("Three players: two lose two thirds each, and there are ten points."),
                THIRDS_HEAD,
                ((10, 1, 4), (11, 0, 3), (11, 0, 3)),
                when=lambda rules: three(rules) and floor(rules),
                only_for=3,
            ),
        ),
    ),
    Section(
        "partita",
        _("The match"),
        (
            Clause(
                "a-partite",
                _("The first side to win %(target)s deals wins the match."),
                option="match_end",
                when=lambda rules: rules.match_end.unit == "games",
            ),
            Clause(
                "partita-smazzata",
                _("The side with more points wins the deal."),
                Origin("classic", LOGIC),
                when=lambda rules: rules.match_end.unit == "games",
            ),
            Clause(
                "partita-pari",
                _("A tied deal counts for nobody."),
                Origin("classic", CHOICE),
                when=lambda rules: rules.match_end.unit == "games",
            ),
            Clause(
                "a-smazzate",
                _("The number of deals is fixed, and the side that is ahead after the last wins."),
                option="match_end",
                when=lambda rules: rules.match_end.deals is not None,
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
                _("If the leaders are tied at or above the target, another deal is played."),
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
        (*ranking(rules), *signals_in_brief(SIGNALS[rules.signals], ASKS)),
        follow=("rispondere",),
        takes=("presa", "nessun-obbligo"),
        points=(
            "valori",
            "ultima-terzo",
            "ultima-punto",
            "terzi-persi",
            "accusa-due-prese",
            "accusa-prima-presa",
        ),
        wins=("partita-smazzata", "a-partite", "a-smazzate", "a-punti"),
    )


BOOK = Book(SOURCES, TEXTS, origin, SECTIONS, figures, {"dichiarazioni": declarations.PAGE}, brief)
