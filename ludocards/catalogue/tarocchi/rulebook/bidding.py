"""The chapter of the bidding in the rule book of Tarocchi."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.tarocchi.rulebook.sources import STATED
from ludocards.catalogue.tarocchi.rules.bidding import Contract
from ludocards.catalogue.tarocchi.rules.presets import Rules
from ludocards.words.rulebook import CHOICE, LOGIC, Block, Clause, Dialogue, Grid, Origin, Section


def words(rules: Rules) -> tuple[Block, ...]:
    rows = (
        ("vado", gettext("proposes to throw the deal in")),
        ("offro", gettext("the same, and pays that many points to the player who takes the offer")),
        ("piglio", gettext("takes an offer: the deal is thrown in, the points change hands")),
        ("tengo", gettext("the deal is played, whether the others like it or not")),
    )
    return (Grid(gettext("What may be said"), (gettext("Word"), gettext("Means")), rows),)


def is_played(rules: Rules) -> bool:
    """Return whether the deal is played if all have spoken and nobody has taken an offer."""
    return rules.unanswered_offer == "play"


BIDDING = Section(
    "licitazione",
    _("The bidding"),
    (
        Clause(
            "libera",
            _(
                "Bidding takes place on the first %(first)s cards, in no set order: everybody "
                "speaks when "
                "they like, the dealer too."
            ),
            STATED,
        ),
        Clause("parole", _("There are four words, listed in the table below."), STATED),
        Clause("una-volta", _("Everybody speaks once only."), STATED),
        Clause("offerta", _("An offer is from 1 to %(offer)s points."), option="offerMax"),
        Clause(
            "piglio",
            _(
                "The player who says piglio to an offer gets its points, and the one who offered loses "
                "them. The third scores nothing."
            ),
            STATED,
        ),
        Clause(
            "scegliere",
            _("Of two offers the taker chooses one, and the other lapses."),
            Origin("calatafimi", CHOICE),
        ),
        Clause("tengo", _("Tengo ends the bidding, and offers cost nothing."), STATED),
        Clause(
            "decisivo",
            _("Piglio and tengo close at once: the first decisive word counts."),
            Origin("calatafimi", CHOICE),
        ),
        Clause(
            "tutti-vado",
            _("If all three say vado the deal is thrown in and nobody scores."),
            Origin("calatafimi", LOGIC),
        ),
        Clause(
            "offerta-aperta",
            _(
                "If all three have spoken and nobody has taken an offer, the deal is thrown in and "
                "nobody scores."
            ),
            option="unansweredOffer",
            when=lambda rules: not is_played(rules),
        ),
        Clause(
            "offerta-caduta",
            _(
                "If all three have spoken and nobody has taken an offer, offers cost nothing and the deal "
                "is played."
            ),
            option="unansweredOffer",
            when=is_played,
        ),
        Clause(
            "silenzio",
            _("A player who says nothing until the time is up lets the deal be played."),
            Origin("calatafimi out", CHOICE),
        ),
        Clause("a-monte", _("After a deal that was thrown in the next dealer deals."), STATED),
        Clause("finestra", _("There is one time for all three, shown on the table."), option="bidWindowMs"),
        Clause(
            "stesso-momento",
            _(
                "Words said at the same moment count in this order: tengo, piglio, offro, vado; "
                "then from "
                "the dealer’s right."
            ),
            option="bidBatchMs",
        ),
    ),
    words,
    (
        Dialogue(
            "es-a-monte",
            _("Each of the three has proposed it."),
            (("A", "vado"), ("C", "vado"), ("B", "vado")),
            _("Thrown in: 0, 0, 0."),
            (Contract(False, "vado"),),
        ),
        Dialogue(
            "es-piglio",
            _("C takes the five points of A. B gets nothing."),
            (("A", "offro 5"), ("C", "piglio A")),
            _("Thrown in: A −5, C 5, B 0."),
            (Contract(False, "piglio", 2, 0, 5),),
        ),
        Dialogue(
            "es-tengo",
            _("The offer lapses."),
            (("A", "offro 5"), ("B", "tengo")),
            _("The deal is played."),
            (Contract(True, "tengo", 1),),
        ),
        Dialogue(
            "es-offerte",
            _("All three have offered, and nobody is left who could take."),
            (("A", "offro 3"), ("B", "offro 4"), ("C", "offro 2")),
            _("Thrown in: 0, 0, 0."),
            (Contract(False, "unanswered"),),
            when=lambda rules: not is_played(rules),
        ),
        Dialogue(
            "es-offerte-cadute",
            _("All three have offered, and nobody is left who could take."),
            (("A", "offro 3"), ("B", "offro 4"), ("C", "offro 2")),
            _("The deal is played."),
            (Contract(True, "unanswered"),),
            when=is_played,
        ),
    ),
)
