"""The chapters of the play in the rule book of Tarocchi."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.tarocchi.rulebook.sources import STATED
from ludocards.catalogue.tarocchi.rules.presets import Rules
from ludocards.words.rulebook import CHOICE, LOGIC, Clause, Origin, Playable, Section, Taking


@dataclass(frozen=True, slots=True)
class Reopened(Playable):
    """The legal cards of a hand when some suits have had their first trick."""

    opened: str = ""


# ---- conditions


def overtrumps(rules: Rules) -> bool:
    return rules.overtrump


def may_be_led(rules: Rules) -> bool:
    """Return whether the Fuggitivo may be led."""
    return rules.fujutu_may_lead


def excuses(rules: Rules) -> bool:
    """Return whether the Fuggitivo may be played instead of a forced card."""
    return rules.fujutu_excuses_forced


def leader_is_bound(rules: Rules) -> bool:
    return rules.forced_applies_to_leader


PLAYING = (
    Section(
        "gioco",
        _("The play"),
        (
            Clause("di-mano", _("The player to the dealer’s right leads to the first trick."), STATED),
            Clause("poi", _("The player who takes a trick leads to the next."), Origin("general", LOGIC)),
            Clause(
                "apre",
                _("The leader plays any card, except for the forced cards below."),
                Origin("general"),
                when=leader_is_bound,
            ),
            Clause(
                "apre-libero",
                _("The leader plays any card: the forced cards below are for those who follow."),
                option="forcedAppliesToLeader",
                when=lambda rules: not leader_is_bound(rules),
            ),
            Clause(
                "rispondere",
                _("A player who has cards of the suit led must play one of them."),
                Origin("general piedmont"),
            ),
            Clause("tagliare", _("A player who has none must play a trump."), Origin("piedmont tarocchini")),
            Clause("libero", _("A player who has neither plays any card."), Origin("piedmont")),
            Clause(
                "non-superare",
                _("A trump need not beat those already played."),
                option="overtrump",
                when=lambda rules: not overtrumps(rules),
            ),
            Clause(
                "superare",
                _("A trump must beat those already played, by a player who has one that does."),
                option="overtrump",
                when=overtrumps,
            ),
            Clause(
                "presa",
                _("The highest trump takes the trick; if there is none, the highest card of the suit led."),
                Origin("general piedmont"),
            ),
        ),
        examples=(
            Playable(
                "es-rispondere",
                _("Follow coins, or play the Fuggitivo."),
                "QO 8O 4O RC T5 F",
                "9O",
                "QO 8O 4O F",
            ),
            Reopened(
                "es-tagliare",
                _("No swords: a trump, which need not beat the 9."),
                "T0 T1 T17 RB 9C",
                "6S T9",
                "T0 T1 T17",
                opened="S",
                when=lambda rules: not overtrumps(rules),
            ),
            Reopened(
                "es-superare",
                _("No swords: a trump, which must beat the 9."),
                "T0 T1 T17 RB 9C",
                "6S T9",
                "T17",
                opened="S",
                when=overtrumps,
            ),
            Playable(
                "es-trionfo",
                _("A trump is led."),
                "T3 T20 RO F",
                "T9",
                "T3 T20 F",
                when=lambda rules: not overtrumps(rules),
            ),
            Playable(
                "es-trionfo-superato",
                _("A trump is led, and only the 20 beats it."),
                "T3 T20 RO F",
                "T9",
                "T20 F",
                when=overtrumps,
            ),
            Taking(
                "es-presa", _("A trump was played, and it takes; the king of swords is lost."), "7S T3 RS", 1
            ),
            Taking("es-presa-trionfi", _("The highest trump."), "T9 T20 T19", 1),
        ),
    ),
    Section(
        "fuggitivo",
        _("The Fuggitivo"),
        (
            Clause(
                "scusa",
                _(
                    "The Fuggitivo may be played to any trick, instead of following or trumping. It never "
                    "takes."
                ),
                Origin("general piedmont"),
            ),
            Clause(
                "torna",
                _(
                    "Its player keeps it: it goes with the cards they have won, and they give a scartina in "
                    "exchange. This is settled at the end of the deal."
                ),
                Origin("piedmont tarocchini"),
            ),
            Clause(
                "paga",
                _(
                    "A player without a scartina pays with their card of lowest value. The Fuggitivo is kept "
                    "in the last trick too."
                ),
                Origin("piedmont tarocchini", CHOICE),
            ),
            Clause(
                "perso",
                _(
                    "A player who has won no card at all cannot pay: the Fuggitivo then goes to the player "
                    "who took the trick."
                ),
                Origin("minchiate", CHOICE),
            ),
            Clause(
                "fuggitivo-apre",
                _("It may be led. The second player then plays any card, and that card sets the suit."),
                option="fujutuMayLead",
                when=may_be_led,
            ),
            Clause(
                "fuggitivo-non-apre",
                _("It may be led only as the last card of a hand."),
                option="fujutuMayLead",
                when=lambda rules: not may_be_led(rules),
            ),
        ),
        examples=(
            Taking(
                "es-fuggitivo-apre",
                _("The Fuggitivo was led: the six of cups has set the suit."),
                "F 6C 9C",
                2,
                when=may_be_led,
            ),
        ),
    ),
    Section(
        "obbligate",
        _("The three forced cards"),
        (
            Clause(
                "re", _("In the first trick of a suit, the player who has its king must play it."), STATED
            ),
            Clause(
                "cavallo",
                _(
                    "In the first trick of a suit, a player whose only cards of it are the knight and one "
                    "numeral must play the knight."
                ),
                STATED,
            ),
            Clause(
                "fanta-obbligata",
                _("If the king of the suit is in the trick, a later player who has its maid must play it."),
                STATED,
            ),
            Clause(
                "prima-presa",
                _(
                    "The first trick of a suit is the first one to which it is led. Cards of it "
                    "discarded on another suit do not count."
                ),
                Origin("calatafimi", LOGIC),
            ),
            Clause(
                "anche-persa",
                _("The card is forced even if the trick has been trumped and the card will be lost."),
                STATED,
            ),
            Clause(
                "chi-apre",
                _("The leader is bound as well: they choose the suit, not the card."),
                option="forcedAppliesToLeader",
                when=leader_is_bound,
            ),
            Clause(
                "nessuna-fuga",
                _("The Fuggitivo is no escape from a forced card."),
                option="fujutuExcusesForced",
                when=lambda rules: not excuses(rules),
            ),
            Clause(
                "fuga",
                _("The Fuggitivo may be played instead of a forced card."),
                option="fujutuExcusesForced",
                when=excuses,
            ),
            Clause(
                "re-libero",
                _(
                    "Only a king whose owner led the Fuggitivo to the first trick of the suit is free later; "
                    "it then forces the maid as ever."
                ),
                Origin("calatafimi", LOGIC),
                when=lambda rules: may_be_led(rules) and leader_is_bound(rules) and not excuses(rules),
            ),
            Clause(
                "re-scampato",
                _(
                    "A king that was not played to the first trick of its suit is free later; it then forces "
                    "the maid as ever."
                ),
                Origin("calatafimi", LOGIC),
                when=lambda rules: excuses(rules) or not leader_is_bound(rules),
            ),
        ),
        examples=(
            Playable(
                "es-re",
                _("First trick of swords: the king, and not the Fuggitivo."),
                "RS QS 6S T20 F",
                "7S",
                "RS",
                when=lambda rules: not excuses(rules),
            ),
            Playable(
                "es-re-o-fuggitivo",
                _("First trick of swords: the king, or the Fuggitivo."),
                "RS QS 6S T20 F",
                "7S",
                "RS F",
                when=excuses,
            ),
            Playable(
                "es-re-tagliato",
                _("It has been trumped already: the king all the same."),
                "RS 6S T20",
                "7S T3",
                "RS",
            ),
            Playable(
                "es-cavallo",
                _("Knight and one numeral, first trick of batons."),
                "CB 9B T4 T18 5O",
                "7B",
                "CB",
            ),
            Playable(
                "es-cavallo-donna",
                _("The maid is not a numeral: either may be played."),
                "CB DB T4",
                "7B",
                "CB DB",
            ),
            Reopened("es-gia-aperto", _("Batons were led before."), "CB 9B T4", "7B", "CB 9B", opened="B"),
            Playable("es-fanta", _("The king of cups is in the trick."), "DC 10C 5C T2", "RC", "DC"),
            Playable(
                "es-senza-re",
                _("No king in the trick: the maid is free."),
                "DC 10C 5C",
                "QC T7",
                "DC 10C 5C",
            ),
            Playable(
                "es-apre",
                _("Leading: swords only with the king, batons only with the knight."),
                "RS 8S CB 9B DC 5C T4 F",
                "",
                "RS CB DC 5C T4 F",
                when=lambda rules: may_be_led(rules) and leader_is_bound(rules),
            ),
        ),
    ),
)
