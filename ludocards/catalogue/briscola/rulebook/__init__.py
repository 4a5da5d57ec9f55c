"""The rule book of Briscola. Its sources are in `sources.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.briscola.rulebook.sources import ALL, DRAW, SIGNS, SOURCES, origin
from ludocards.catalogue.briscola.rules.exchange import WAYS
from ludocards.catalogue.briscola.rules.presets import Rules
from ludocards.catalogue.briscola.rules.signals import played_at
from ludocards.catalogue.briscola.texts import SAYS
from ludocards.catalogue.briscola.values import ALL_POINTS, POINTS, RANKING
from ludocards.engine.cards import ITALIAN40
from ludocards.words.cards import card_name, suit_name, suit_names
from ludocards.words.rulebook import (
    CHOICE,
    LOGIC,
    Block,
    Book,
    Brief,
    Clause,
    Counted,
    Grid,
    Origin,
    Reckoned,
    Section,
    ShownCard,
    Taking,
    ranked_strip,
    signals_in_brief,
)
from ludocards.words.texts import Text

# ---- drawn from the engine


def ranking(rules: Rules) -> tuple[Block, ...]:
    suit = next(iter(ITALIAN40.suits))
    faces = tuple(ShownCard(f"{rank}{suit}", str(POINTS[rank] or "–")) for rank in RANKING.ranks[suit])
    return (ranked_strip(suit_name(ITALIAN40.name, suit), faces),)


GESTURES: Mapping[str, Text] = {
    "asso": _("lips pressed together"),
    "tre": _("the mouth twisted to one side"),
    "re": _("eyes turned up"),
    "cavallo": _("the tip of the tongue, or a shoulder raised"),
    "fante": _("a shoulder raised, or the tip of the tongue"),
    "carico": _("cheeks puffed"),
    "briscoletta": _("the thumb on the index finger"),
    "niente": _("eyes shut"),
}
"""The gestures of the signs at a real table."""


def signs(rules: Rules) -> tuple[Block, ...]:
    rows = tuple(
        (each.name, str(SAYS[each.code]), str(GESTURES.get(each.code, gettext("in words"))))
        for each in played_at(rules)
    )
    head = (gettext("Word"), gettext("Says"), gettext("At a real table"))
    return (Grid(gettext("What may be said"), head, rows),)


def figures(rules: Rules) -> Mapping[str, Any]:
    return {
        "cards": len(ITALIAN40.cards),
        "suits": suit_names(ITALIAN40.name),
        "points": ALL_POINTS,
        "half": ALL_POINTS // 2,
        "more": ALL_POINTS // 2 + 1,
        "target": rules.match_end.target,
        "removed": card_name("italian40", rules.removed_card),
        "takes": "".join(WAYS[rules.exchange]),
    }


# ---- conditions


def alone(rules: Rules) -> bool:
    return 2 in rules.players


def games(rules: Rules) -> bool:
    return rules.match_end.deals is None


def draws(rules: Rules) -> bool:
    return rules.tie == "draw"


def exchanges(rules: Rules) -> bool:
    return rules.exchange != "none"


def signals(rules: Rules) -> bool:
    return bool(played_at(rules))


def signs_given(rules: Rules) -> bool:
    return rules.signals != "none"


def shows(rules: Rules) -> bool:
    return rules.partner_cards == "last_three"


SECTIONS = (
    Section(
        "carte",
        _("The cards"),
        (
            Clause(
                "mazzo",
                _("%(cards)s Italian cards: four suits (semi) of ten, %(suits)s."),
                ALL,
            ),
            Clause(
                "ordine",
                _("In every suit the cards rank as they are shown here, from the highest to the lowest."),
                ALL,
            ),
            Clause(
                "in-tre",
                _("With three players one card without points is left out: %(removed)s."),
                option="removed_card",
                when=alone,
                only_for=3,
            ),
        ),
        ranking,
    ),
    Section(
        "distribuzione",
        _("The deal"),
        (
            Clause(
                "giocatori",
                _("Two or three play for themselves, four in two pairs. Partners sit opposite each other."),
                ALL,
                when=alone,
            ),
            Clause(
                "coppie",
                _("Four play in two pairs. Partners sit opposite each other."),
                ALL,
                when=lambda rules: not alone(rules),
            ),
            Clause("verso", _("Dealing, playing and drawing go to the right, counter-clockwise."), ALL),
            Clause(
                "tre-carte",
                _("Everybody gets three cards, starting on the dealer’s right."),
                option="deal_packet",
            ),
            Clause(
                "briscola",
                _(
                    "The next card is turned up: its suit is trumps (briscola). The other cards are laid on "
                    "it, half covering it: they are the stock."
                ),
                ALL,
            ),
            Clause("mazziere", _("The next deal is dealt by the player on the dealer’s right."), DRAW),
        ),
    ),
    Section(
        "gioco",
        _("The play"),
        (
            Clause("di-mano", _("The player on the dealer’s right leads to the first trick."), ALL),
            Clause(
                "libero",
                _("Any card may be played to any trick: nobody has to follow suit, and nobody has to trump."),
                ALL,
            ),
            Clause(
                "presa",
                _("The highest trump of the trick takes it; without one, the highest card of the suit led."),
                ALL,
            ),
            Clause(
                "pescare",
                _(
                    "Then everybody draws a card from the stock: first the player who took the trick, then "
                    "the others to the right. Nobody shows what they draw."
                ),
                DRAW,
            ),
            Clause("poi", _("The player who takes a trick leads to the next."), ALL),
            Clause(
                "ultima-carta",
                _("The turned card is the last of the stock: everybody sees who draws it."),
                DRAW,
            ),
            Clause(
                "senza-mazzo",
                _("When the stock is empty, the last three tricks are played with the cards in hand."),
                ALL,
            ),
        ),
        examples=(
            Taking(
                "es-seme",
                _("Cups are trumps, and nobody has played one: the ace is the highest of the suit led."),
                "7D AD",
                1,
                trump="5C",
                worth=11,
                unit=_("The trick is worth %(n)s points."),
            ),
            Taking(
                "es-briscola",
                _("The smallest trump beats an ace of another suit."),
                "AD 2C",
                1,
                trump="5C",
                worth=11,
                unit=_("The trick is worth %(n)s points."),
            ),
            Taking(
                "es-altro-seme",
                _("An ace of a suit that was not led takes nothing."),
                "3B AS",
                0,
                trump="5C",
                worth=21,
                unit=_("The trick is worth %(n)s points."),
            ),
            Taking(
                "es-quattro",
                _("Two trumps: the higher one takes."),
                "RS 3S 2C 7C",
                3,
                trump="5C",
                worth=14,
                unit=_("The trick is worth %(n)s points."),
            ),
        ),
    ),
    Section(
        "scambio",
        _("The exchange"),
        (
            Clause(
                "scambio",
                _(
                    "In turn and before playing, the %(takes)s of trumps may be exchanged for the turned "
                    "card."
                ),
                option="exchange",
                when=lambda rules: rules.exchange in ("two", "seven"),
            ),
            Clause(
                "scambio-doppio",
                _(
                    "In turn and before playing, the 7 of trumps may be exchanged for a turned ace, three or "
                    "court card, and the 2 for any other."
                ),
                option="exchange",
                when=lambda rules: rules.exchange == "seven_two",
            ),
            Clause(
                "scambio-prima-carta",
                _("It may be exchanged only before the player’s first card."),
                option="exchange_until",
                when=lambda rules: rules.exchange_until == "first_trick",
            ),
            Clause(
                "scambio-fino-al-mazzo",
                _("It may be exchanged as long as there is a stock."),
                option="exchange_until",
                when=lambda rules: rules.exchange_until == "stock",
            ),
            Clause(
                "scambio-dopo-presa",
                _("First the player must have taken a trick."),
                option="exchange_after_win",
                when=lambda rules: rules.exchange_after_win,
            ),
        ),
        when=exchanges,
    ),
    Section(
        "segni-tra-compagni",
        _("What partners may say"),
        (
            Clause(
                "segno",
                _("With a card, a player may give the partner one sign. It need not be true."),
                option="signals",
                when=signs_given,
            ),
            Clause(
                "chiedere",
                _("With a card, a player may ask the partner for one, as long as the partner is to play."),
                option="requests",
                when=lambda rules: rules.requests,
            ),
            Clause(
                "segni-quali",
                _("What may be said is in the table below. Here it is chosen beside the card."),
                SIGNS,
            ),
            Clause("prima-presa", _("Nothing is said in the first trick."), Origin("genova hoepli")),
            Clause(
                "ultima-presa",
                _("Nothing is said with the last card."),
                Origin("genova", LOGIC),
            ),
            Clause(
                "vedono-tutti",
                _("The other side sees and hears it, too."),
                option="signals_seen",
                when=lambda rules: rules.signals_seen == "all",
            ),
            Clause(
                "vede-il-compagno",
                _("Only the partner sees and hears it."),
                option="signals_seen",
                when=lambda rules: rules.signals_seen == "partner",
            ),
        ),
        signs,
        when=signals,
    ),
    Section(
        "compagni",
        _("Between partners"),
        (
            Clause(
                "ultime-tre",
                _("When the stock is empty, partners show each other their last three cards."),
                option="partner_cards",
            ),
        ),
        when=shows,
    ),
    Section(
        "punti",
        _("The points"),
        (
            Clause(
                "valori",
                _(
                    "An ace is worth 11 points, a three 10, a king 4, a knight 3, a jack 2, and the other "
                    "cards nothing: %(points)s in all."
                ),
                ALL,
            ),
            Clause(
                "carichi",
                _("Aces and threes are called carichi, cards without points lisci or scartine."),
                Origin("wikipedia"),
            ),
            Clause(
                "prese-passate",
                _("Here you may look through the tricks taken; at many tables you may not."),
                Origin("coletti", CHOICE),
            ),
        ),
        examples=(
            Counted("es-punti", _("Half of all points."), "AB AC AD AS RB RC RD RS", 60),
            Reckoned(
                "es-somma",
                _("One side’s points, and the other has the rest."),
                (_("Points of one side"), _("Points of the other")),
                ((61, 59), (78, 42)),
            ),
        ),
    ),
    Section(
        "partita",
        _("The match"),
        (
            Clause(
                "vince",
                _("The side with more than half of the points, at least %(more)s, wins the deal."),
                ALL,
                when=games,
            ),
            Clause(
                "in-tre-vince",
                _("With three players the most points win, even fewer than that."),
                Origin("coletti wikipedia"),
                when=lambda rules: alone(rules) and games(rules),
                only_for=3,
            ),
            Clause(
                "pari",
                _("At %(half)s each nobody wins, and another deal is played."),
                option="tie",
                when=lambda rules: games(rules) and draws(rules),
            ),
            Clause(
                "pari-ultima",
                _("At %(half)s each, the side that took the last trick wins."),
                option="tie",
                when=lambda rules: games(rules) and not draws(rules),
            ),
            Clause(
                "pari-in-tre",
                _("If, with three players, more than one has the most points, nobody wins."),
                Origin("coletti", CHOICE),
                when=lambda rules: alone(rules) and games(rules) and draws(rules),
                only_for=3,
            ),
            Clause(
                "pari-in-tre-ultima",
                _(
                    "If, with three players, more than one has the most points, the one of them who took "
                    "the last trick wins; if none did, nobody wins."
                ),
                Origin("inizio", LOGIC),
                when=lambda rules: alone(rules) and games(rules) and not draws(rules),
                only_for=3,
            ),
            Clause(
                "partite",
                _("The first to win %(target)s deals wins the match."),
                option="match_end",
                when=lambda rules: games(rules) and rules.match_end.target > 1,
            ),
            Clause(
                "partita-sola",
                _("The winner of a deal wins the match."),
                option="match_end",
                when=lambda rules: games(rules) and rules.match_end.target == 1,
            ),
            Clause(
                "smazzate",
                _("Over a fixed number of deals the highest total of points wins."),
                option="match_end",
                when=lambda rules: not games(rules),
            ),
        ),
    ),
)


def brief(rules: Rules) -> Brief:
    return Brief(
        (*ranking(rules), *signals_in_brief(played_at(rules), SAYS)),
        begins=("briscola",),
        follow=("libero",),
        takes=("presa", "pescare"),
        points=("valori",),
        wins=("vince", "in-tre-vince", "partite", "partita-sola", "smazzate"),
    )


BOOK = Book(
    SOURCES,
    {
        "classico": frozenset({"coletti", "wikipedia"}),
        "osteria": frozenset({"genova", "hoepli"}),
        "torneo": frozenset({"genova"}),
    },
    origin,
    SECTIONS,
    figures,
    brief=brief,
)
