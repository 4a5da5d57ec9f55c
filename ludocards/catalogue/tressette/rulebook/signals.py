"""The chapter of the signals in the rule book of Tressette."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.tressette.rulebook.examples import Signalled
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.signals import SIGNALS
from ludocards.catalogue.tressette.texts import ASKS
from ludocards.words.rulebook import Block, Clause, Grid, Origin, Section
from ludocards.words.texts import Text

GESTURES: Mapping[str, Text] = {
    "busso": _("throwing the card hard on the table"),
    "volo": _("making the card turn in the air and saying “volo”"),
    "striscio_lungo": _("sliding the card along the table"),
    "punto": _("pressing the card with a thumb and saying “la punto”"),
    "via": _("throwing the card away and saying “via”"),
    "busso_il_tre": _("striking the table with a fist, in silence"),
    "busso_il_due": _("knocking on the table with the knuckles, in silence"),
    "punta_l_asso": _("pressing the card with a thumb, in silence"),
}
"""The gestures of the signals at a table in Breda Cisoni."""

TRUE_WHEN: Mapping[str, Text] = {
    "leading": _("when leading"),
    "last_of_suit": _("when it is the player’s last card of the suit led"),
    "low_left": _("when another low card of this suit (a king or lower) stays in the hand"),
}
"""The conditions of signals where false ones are forbidden, in words; the conditions are those of the
engine."""


def signals(rules: Rules) -> tuple[Block, ...]:
    given = SIGNALS[rules.signals]
    title = gettext("The signals")
    if rules.signals == "neutra":
        true = tuple((each.name, ASKS[each.code], TRUE_WHEN[each.when]) for each in given)
        return (Grid(title, (gettext("Signal"), gettext("Says"), gettext("Allowed")), true),)
    head = (gettext("Signal"), gettext("In dialect"), gettext("Says"), gettext("At a real table"))
    rows = tuple((each.name, each.dialect, ASKS[each.code], GESTURES[each.code]) for each in given)
    return (Grid(title, head, rows),)


def bredese(rules: Rules) -> bool:
    return rules.signals == "bredese"


def neutra(rules: Rules) -> bool:
    return rules.signals == "neutra"


def signalled(id: str, why: Text, variant: str, hand: str, trick: str, card: str, codes: str) -> Signalled:
    names = {signal.code: signal.name for signal in SIGNALS[variant]}
    given = tuple((code, names[code]) for code in codes.split())
    return Signalled(id, why, hand, trick, card, given, when=lambda rules: rules.signals == variant)


SECTION = Section(
    "segnali",
    _("The signals"),
    (
        Clause(
            "segnale",
            _("With a card, in turn, a player may give one signal, and never has to."),
            Origin("project"),
        ),
        Clause(
            "segnali-quali",
            _("The signals are those of the table below. Here they are chosen beside the card."),
            Origin("project"),
        ),
        Clause(
            "segnale-falso",
            _("A signal may be false (segnare falso): it need not agree with the cards in hand."),
            Origin("project"),
            when=bredese,
        ),
        Clause(
            "segnale-vero",
            _("A signal must be true: the table offers no others."),
            Origin("project"),
            when=neutra,
        ),
        Clause(
            "segnale-ultima",
            _("There are no signals in the last trick."),
            Origin("program"),
        ),
        Clause(
            "segnale-di-mano",
            _("Busso is for the leader: it asks the partner for their best card."),
            Origin("program"),
            when=neutra,
        ),
    ),
    signals,
    (
        signalled(
            "es-segnale-falso",
            _("The three is in another hand, and still the player may claim it: every signal is allowed."),
            "bredese",
            "7D 4D AS",
            "",
            "7D",
            "busso volo striscio_lungo punto via busso_il_tre busso_il_due punta_l_asso",
        ),
        signalled(
            "es-liscio",
            _("The 4 stays in the hand: liscio is true. There is another card of the suit: volo is not."),
            "neutra",
            "7D 4D AS",
            "5D",
            "7D",
            "liscio",
        ),
        signalled(
            "es-liscio-basso",
            _("The 7 and the 6 are low cards, too: liscio is true of the 4."),
            "neutra",
            "7D 6D 4D AS",
            "5D",
            "4D",
            "liscio",
        ),
        signalled(
            "es-volo",
            _("It is the player’s last card of the suit led."),
            "neutra",
            "7D AS 4S",
            "5D",
            "7D",
            "volo",
        ),
        signalled(
            "es-scarto",
            _("A player who does not follow suit may not signal."),
            "neutra",
            "AS 4S",
            "5D",
            "AS",
            "",
        ),
    ),
    when=lambda rules: rules.signals != "none",
)
