"""The chapter of the accuse in the rule book of Tressette."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.tressette.rulebook.examples import Accused
from ludocards.catalogue.tressette.rules.accuse import held
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.engine.cards import ITALIAN40
from ludocards.words.rulebook import CHOICE, LOGIC, Block, Clause, Grid, Origin, Section


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
    return (Grid(gettext("What may be declared"), head, rows, numbers=(2,)),)


SECTION = Section(
    "accusa",
    _("The accusa, or Buongioco"),
    (
        Clause(
            "accusa-due-prese",
            _(
                "A player who holds ace, two and three of one suit (napoletana), or three or four aces, twos "
                "or threes, may declare them in the first two tricks: that brings points."
            ),
            option="accuse_window",
            when=lambda rules: rules.accuse_window == 2,
        ),
        Clause(
            "accusa-prima-presa",
            _(
                "A player who holds ace, two and three of one suit (napoletana), or three or four aces, twos "
                "or threes, may declare them in the first trick: that brings points."
            ),
            option="accuse_window",
            when=lambda rules: rules.accuse_window == 1,
        ),
        Clause(
            "combinazioni",
            _("How many points each combination brings is in the table below."),
            Origin("classic project"),
        ),
        Clause(
            "accusa-turno",
            _("An accusa is made in turn, before playing a card."),
            Origin("ludopoli program"),
        ),
        Clause(
            "accusa-in-mano",
            _("The cards in hand at that moment count: a card that has been played breaks its combination."),
            Origin("classic"),
        ),
        Clause(
            "accuse-insieme",
            _("All the combinations in a hand may be declared, and one card may serve several of them."),
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
    when=lambda rules: rules.accuse_window > 0,
    examples=(
        Accused(
            "es-accusa",
            _("The ace of batons counts twice."),
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
)
