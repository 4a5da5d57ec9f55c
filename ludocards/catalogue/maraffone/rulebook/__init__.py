"""The rule book of Maraffone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.maraffone.rules.presets import Rules
from ludocards.catalogue.maraffone.rules.signals import SIGNALS
from ludocards.catalogue.maraffone.texts import meanings
from ludocards.catalogue.maraffone.values import CRICCA
from ludocards.catalogue.thirds.values import POINT, RANKING, THIRDS
from ludocards.engine.cards import ITALIAN40
from ludocards.words.cards import suit_name, suit_names
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
    signals_in_brief,
)

SOURCES: Mapping[str, Source] = {
    "pagat": Source(
        "Pagat: Beccaccino",
        "https://www.pagat.com/tressette/beccaccino.html",
        _("John McLeod’s description of the game, in English."),
    ),
    "romagnolo": Source(
        "Marafone romagnolo: le regole",
        "https://www.marafone-romagnolo.it/regole",
        _("The rules as they are played in Romagna: the text that these tables follow."),
    ),
    "settimo": Source(
        "Settimo Binario: come si gioca a Maraffone",
        "https://www.settimobinario.it/come-si-gioca-a-maraffone",
        _("A description for beginners; the cricca belongs to the player who names the trumps."),
    ),
    "official": Source(
        "Regole ufficiali del Maraffone",
        "https://github.com/mega2799/projManagement",
        _("Rules written for a program: any player may declare the cricca, and figures are counted."),
    ),
    "wikipedia": Source(
        "Wikipedia: Marafone Beccacino",
        "https://it.wikipedia.org/wiki/Marafone_Beccacino",
        _("The names of the game, and the match to 41 points and a figure."),
    ),
}

ALL = Origin("pagat romagnolo settimo wikipedia")
TEXT = Origin("romagnolo")
SILENT = Origin("romagnolo pagat", CHOICE)

ORIGINS: Mapping[str, Origin] = {
    "match_end": Origin("romagnolo pagat wikipedia"),
    "scoring": Origin("romagnolo pagat official"),
    "next_namer": Origin("romagnolo"),
    "cricca": Origin("romagnolo settimo official"),
    "signals": Origin("romagnolo official"),
    "striscio": Origin("romagnolo official", CHOICE),
    "deal_packet": Origin("romagnolo pagat settimo"),
}


def origin(option: str, rules: Rules) -> Origin:
    if option == "scoring" and rules.scoring == "figures":
        return Origin("official wikipedia")
    return ORIGINS[option]


# ---- drawn from the engine


def ranking(rules: Rules) -> tuple[Block, ...]:
    worth = {POINT: gettext("1 point"), 1: gettext("a third"), 0: gettext("nothing")}
    suit = next(iter(ITALIAN40.suits))
    faces = tuple(ShownCard(f"{rank}{suit}", worth[THIRDS[rank]]) for rank in RANKING.ranks[suit])
    return (ranked_strip(suit_name(ITALIAN40.name, suit), faces),)


def words(rules: Rules) -> tuple[Block, ...]:
    left = (
        gettext("exactly one card of the suit is left in the hand")
        if rules.striscio == "one_left"
        else gettext("cards of the suit are left in the hand")
    )
    says = meanings(rules.striscio)
    rows = (
        ("Busso", gettext("may always be said"), says["busso"]),
        ("Striscio", left, says["striscio"]),
        ("Volo", gettext("none of the suit is left"), says["volo"]),
    )
    head = (gettext("Word"), gettext("When"), gettext("It says to the partner"))
    return (Grid(gettext("The words of the leader"), head, rows),) if spoken(rules) else ()


def figures(rules: Rules) -> Mapping[str, Any]:
    end = rules.match_end
    return {
        "cards": len(ITALIAN40.cards),
        "suits": suit_names(ITALIAN40.name),
        "target": end.target,
        "figures": end.target * (POINT if end.unit == "points" else 1),
        "cricca": CRICCA,
    }


# ---- conditions


def spoken(rules: Rules) -> bool:
    return rules.signals != "none"


def floor(rules: Rules) -> bool:
    return rules.scoring == "floor35"


def kept(rules: Rules) -> bool:
    return rules.scoring == "figures"


def by_deals(rules: Rules) -> bool:
    return rules.match_end.unit == "deals"


def to_points(rules: Rules) -> bool:
    return rules.match_end.unit == "points" and floor(rules)


def to_figures(rules: Rules) -> bool:
    return not by_deals(rules) and not to_points(rules)


def to_target(rules: Rules) -> bool:
    return not by_deals(rules)


SECTIONS = (
    Section(
        "carte",
        _("The cards"),
        (
            Clause("mazzo", _("Forty Italian cards: four suits (semi) of ten, %(suits)s."), ALL),
            Clause(
                "ordine",
                _("In every suit the cards rank as they are shown here, from the highest to the lowest."),
                ALL,
            ),
        ),
        ranking,
    ),
    Section(
        "distribuzione",
        _("The deal"),
        (
            Clause("coppie", _("Four play in two pairs. Partners sit opposite each other."), ALL),
            Clause(
                "verso",
                _("Dealing, playing and the turn to name go to the right, counter-clockwise."),
                ALL,
            ),
            Clause(
                "a-cinque",
                _("Everybody gets ten cards, five at a time, starting on the dealer’s right."),
                option="deal_packet",
            ),
            Clause(
                "mazziere",
                _("The player who named the trumps deals next, so that the next to name sits on the right."),
                SILENT,
                when=lambda rules: rules.next_namer == "from_namer",
            ),
        ),
    ),
    Section(
        "briscola",
        _("Naming the trumps"),
        (
            Clause(
                "quattro-di-denari",
                _("In the first deal the player who holds the 4 of coins names the trumps (briscola)."),
                ALL,
            ),
            Clause(
                "poi-a-destra",
                _("In every later deal the player on the right of the last namer does."),
                option="next_namer",
            ),
            Clause(
                "chiamare",
                _("The namer looks at the ten cards and names one suit, before any card is played."),
                ALL,
            ),
            Clause("qualunque-palo", _("The suit named need not be in the namer’s hand."), SILENT),
            Clause("di-mano", _("The namer leads to the first trick."), ALL),
        ),
    ),
    Section(
        "gioco",
        _("The play"),
        (
            Clause(
                "rispondere",
                _("A player who has any cards of the suit led must play one of them."),
                ALL,
            ),
            Clause(
                "libero",
                _("A player who has none may play any card: nobody has to trump."),
                Origin("pagat romagnolo wikipedia"),
            ),
            Clause(
                "presa",
                _("The highest trump in the trick takes it; without one, the highest card of the suit led."),
                ALL,
            ),
            Clause("poi", _("The player who takes a trick leads to the next."), ALL),
        ),
        examples=(
            Playable(
                "es-rispondere",
                _("The 7 of coins must be played, even if swords are trumps."),
                "4S 7D",
                "RD",
                "7D",
            ),
            Playable(
                "es-libero",
                _("Cups are trumps, and there are no coins: the 7 may be played, but need not be."),
                "4S 7C",
                "RD",
                "4S 7C",
            ),
            Taking(
                "es-presa-briscola",
                _("Cups are trumps, and the smallest of them beats the 3."),
                "4B 3B AB 4C",
                3,
                trump="C",
            ),
            Taking(
                "es-presa",
                _("Without a trump the 3 of the suit led is the highest; the ace goes with it."),
                "4B 3B AB 5B",
                1,
                trump="C",
                worth=4,
                unit=_("The trick is worth %(n)s thirds."),
            ),
        ),
    ),
    Section(
        "parole",
        _("The words"),
        (
            Clause(
                "chi-parla",
                _("The leader may say one of three words with the card; everybody hears it."),
                option="signals",
                when=spoken,
            ),
            Clause("vere", _("The words are true: the table refuses one that is not."), Origin("official")),
            Clause("striscio", _("Striscio says that cards of the suit are left."), option="striscio"),
            Clause("ultima", _("Nothing is said in the last trick."), Origin("official", LOGIC)),
        ),
        words,
        when=spoken,
    ),
    Section(
        "punti",
        _("The points"),
        (
            Clause(
                "valori",
                _(
                    "An ace is worth a point; a three, a two, a king, a knight and a jack a third each, and "
                    "the other cards nothing."
                ),
                ALL,
            ),
            Clause("ultima-presa", _("The last trick is worth a point."), ALL),
            Clause(
                "per-difetto",
                _("Each side’s thirds are rounded down: in all, a deal is worth 11 points."),
                option="scoring",
                when=floor,
            ),
            Clause(
                "figure",
                _("Thirds are kept from deal to deal, and called figures: in all, a deal is worth 35."),
                option="scoring",
                when=kept,
            ),
            Clause(
                "cricca",
                _(
                    "If the namer holds the ace, two and three of trumps and leads the ace first, the side "
                    "scores %(cricca)s points: the cricca, or maraffa. If another card is led, it is lost."
                ),
                option="cricca",
                when=lambda rules: rules.cricca == "namer",
            ),
            Clause(
                "cricca-di-tutti",
                _(
                    "A player who holds the ace, two and three of trumps may declare them in the first "
                    "trick, in turn and before playing a card: the side scores %(cricca)s points (cricca, "
                    "or maraffa)."
                ),
                option="cricca",
                when=lambda rules: rules.cricca == "anyone",
            ),
        ),
        examples=(
            Reckoned(
                "es-punti",
                _("17 thirds are 5 points, and with the last trick 6."),
                (_("Thirds in cards"), _("Last trick taken"), _("Points")),
                ((17, 1, 6), (15, 0, 5)),
                when=floor,
            ),
            Reckoned(
                "es-figure",
                _("The last trick is worth three figures."),
                (_("Thirds in cards"), _("Last trick taken"), _("Figures")),
                ((17, 1, 20), (15, 0, 15)),
                when=kept,
            ),
        ),
    ),
    Section(
        "partita",
        _("The match"),
        (
            Clause(
                "vince",
                _("The first side that has %(target)s points, and more than the other, wins."),
                option="match_end",
                when=to_points,
            ),
            Clause(
                "vince-figure",
                _(
                    "The first side that has %(figures)s figures (thirds of a point), and more than the "
                    "other, wins."
                ),
                option="match_end",
                when=to_figures,
            ),
            Clause(
                "vince-smazzate",
                _("The number of deals is fixed, and the side that is ahead after the last wins."),
                option="match_end",
                when=by_deals,
            ),
            Clause("pari", _("If both are level there, another deal is played."), TEXT, when=to_target),
            Clause(
                "non-si-chiama",
                _("Nobody claims the match in the middle of a deal: the deal is played to its end."),
                Origin("pagat wikipedia", CHOICE),
                when=to_target,
            ),
        ),
    ),
    Section(
        "nomi",
        _("One game, many names"),
        (
            Clause(
                "lo-stesso-gioco",
                _("Marafon, Maraffone, Marafone, Beccaccino and Trionfo are the same game."),
                Origin("pagat wikipedia"),
            ),
        ),
    ),
)


def brief(rules: Rules) -> Brief:
    return Brief(
        (*ranking(rules), *signals_in_brief(SIGNALS[rules.signals], meanings(rules.striscio))),
        begins=("quattro-di-denari", "poi-a-destra", "di-mano"),
        follow=("rispondere", "libero", "chi-parla"),
        takes=("presa",),
        points=(
            "valori",
            "ultima-presa",
            "cricca",
            "cricca-di-tutti",
        ),
        wins=("vince", "vince-figure", "vince-smazzate"),
    )


FOLLOWED = frozenset({"romagnolo", "pagat"})

BOOK = Book(
    SOURCES,
    {"maraffone": FOLLOWED, "corto": FOLLOWED, "figure": frozenset({"official"})},
    origin,
    SECTIONS,
    figures,
    brief=brief,
)
