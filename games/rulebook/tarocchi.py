"""The rule book of Tarocchi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.cards import SICILIAN63
from games.engine.tarocchi.bidding import Contract
from games.engine.tarocchi.play import FIRST_HAND, MONTE, PACKET, WHOLE_HAND
from games.engine.tarocchi.rules import Rules
from games.engine.tarocchi.scoring import DEALER_PAR, LAST_TRICK, PAR, VALUES, card_points
from games.rulebook.shapes import (
    CHOICE,
    LOGIC,
    Bidding,
    Block,
    Book,
    Clause,
    Counted,
    Grid,
    Origin,
    Playable,
    Reckoned,
    Section,
    Shown,
    Source,
    Strip,
    Taking,
)
from games.texts.cards import TRIONFI

SITE = "https://giocotarocchisiciliani.jimdofree.com"

SOURCES: Mapping[str, Source] = {
    "calatafimi": Source(
        "Gioco a Calatafimi a 3 giocatori",
        f"{SITE}/imparare/i-giochi/9-a-3-giocatori",
        _("The text of this game: deal, bidding, the three forced cards, the score."),
    ),
    "general": Source(
        "Tarocchi siciliani: regole generali",
        f"{SITE}/imparare",
        _("The order of the cards, trumps, the leader, the Fuggitivo. We could read only its beginning."),
    ),
    "pack": Source(
        "Tarocchi siciliani: il mazzo",
        f"{SITE}/conoscere/il-mazzo",
        _("The cards of the suits; the ace of oro is not used."),
    ),
    "glossary": Source(
        "Glossario dei tarocchi siciliani",
        f"{SITE}/conoscere/glossario-dei-tarocchi-siciliani",
        _("The arie (16 to 20), the 23 cards with a value, the scartine."),
    ),
    "four": Source(
        "Gioco a Calatafimi a 4 giocatori",
        f"{SITE}/imparare/i-giochi/8-a-4-giocatori",
        _("The words of the bidding. We could read only its beginning."),
    ),
    "one": Source(
        "Gioco 1, a 3 giocatori",
        f"{SITE}/imparare/i-giochi/1-a-3-giocatori",
        _("Scoring by 37 and 36; there the monte is shown."),
    ),
    "tortorici": Source(
        "Gioco 3, Tortorici a 3 giocatori",
        f"{SITE}/imparare/i-giochi/3-a-3-giocatori",
        _("There the monte is not shown; who held the Fuggitivo cannot take every trick."),
    ),
    "mineo": Source(
        "Il gioco dei tarocchi siciliani (Mineo)",
        "https://vdocuments.pub/il-gioco-dei-tarocchi-siciliani-oltre-a-rinunciare-alla-presa-si-lascia-al-giocatore.html",
        _("The association’s rule book, its opening: names of the cards, leading the Fuggitivo."),
    ),
    "teresina": Source(
        "Tarocchi siciliani",
        "https://spazioinwind.libero.it/carte/teresina.htm",
        _("The order and the values of the cards; three scartine are a point."),
    ),
    "starna": Source(
        "Dario Starna on the Sicilian pack",
        "http://a.trionfi.eu/WWPCM/decks07/d05236/d05236text.htm",
        _("Miseria and Picciotti; there the Fuggitivo may not be led."),
    ),
    "trumps": Source(
        "Tarocco siciliano",
        "https://mymulticultureuniverse.blogspot.com/2023/04/01-030-tarocco-siciliano.html",
        _("The names of all the trumps, in English: from 2 to 15 the Italian is our translation."),
    ),
    "piedmont": Source(
        "Four-handed Tarocchi (Piedmont)",
        "https://queenoftarot.com/tarot-game-rules/tarot-games-for-four-or-more/four-handed-tarocchi",
        _("The kindred game: following, trumping, the Fool, what may not be laid away."),
    ),
    "tarocchini": Source(
        "Tarocchini",
        "https://wikisum.wiki/wiki/Tarocchini",
        _("In all these games who is void must trump; the Fool’s owner gives a low card."),
    ),
    "out": Source(
        "Partita out, a game for four players",
        "https://bunburysrulesoftarot.blogspot.com/2016/08/partita-out-is-game-for-four-players.html",
        _("An English adaptation of the game for four: when nobody takes an offer the deal is played."),
    ),
    "counting": Source(
        "GenovaGioca: tarocchi",
        "https://genovagioca.it/Giochi/Regolamento/Tarocchi",
        _("How one counts by threes."),
    ),
    "minchiate": Source(
        "Malmantile racquistato, note",
        "https://it.wikisource.org/wiki/Pagina:Lippi_-_Malmantile_racquistato.pdf/364",
        _("Minchiate: who has taken nothing must give the Fool up."),
    ),
}

TOLD = Origin("calatafimi")

ORIGINS: Mapping[str, Origin] = {
    "deals": Origin("calatafimi", CHOICE),
    "countAbandoned": Origin("calatafimi", CHOICE),
    "offerMax": Origin("calatafimi four"),
    "unansweredOffer": Origin("calatafimi out", CHOICE),
    "discardPolicy": Origin("calatafimi piedmont", CHOICE),
    "monteShown": Origin("calatafimi one tortorici", CHOICE),
    "fujutuMayLead": Origin("general mineo starna", CHOICE),
    "fujutuExcusesForced": Origin("calatafimi piedmont", CHOICE),
    "forcedAppliesToLeader": Origin("calatafimi", LOGIC),
    "overtrump": Origin("general piedmont", CHOICE),
    "bidWindowMs": Origin("calatafimi four", CHOICE),
    "bidOpenDelayMs": Origin("calatafimi four", CHOICE),
    "offerLockMs": Origin("calatafimi four", CHOICE),
    "bidBatchMs": Origin("calatafimi four", CHOICE),
    "stakeUnit": Origin("calatafimi", CHOICE),
}


def origin(option: str, rules: Rules) -> Origin:
    return ORIGINS[option]


def ranking(rules: Rules) -> tuple[Block, ...]:
    """Every suit with what its cards are worth; below a trump its name as well."""

    def worth(code: str) -> str:
        return str(VALUES[code]) if VALUES[code] else gettext("scartina")

    suits = tuple(
        Strip(
            name.capitalize(),
            tuple(Shown(code, worth(code)) for code, card in SICILIAN63.cards.items() if card.suit == suit),
        )
        for suit, name in SICILIAN63.suits.items()
        if suit not in ("", "T")
    )
    trumps = tuple(
        Shown(f"T{number}", f"{TRIONFI[number]}, {worth(f'T{number}')}") for number in SICILIAN63.ranks["T"]
    )
    fool = Strip(SICILIAN63.suits[""].capitalize(), (Shown("F", worth("F")),))
    return (*suits, Strip(SICILIAN63.suits["T"].capitalize(), trumps), fool)


def words(rules: Rules) -> tuple[Block, ...]:
    rows = (
        ("vado", gettext("proposes to throw the deal in")),
        ("offro", gettext("the same, at the price of so many points for whoever takes it")),
        ("piglio", gettext("takes an offer: the deal is thrown in, the points change hands")),
        ("tengo", gettext("the deal is played, whether the others like it or not")),
    )
    return (Grid(gettext("What may be said"), (gettext("Word"), gettext("Means")), rows),)


def figures(rules: Rules) -> Mapping[str, Any]:
    cards = SICILIAN63.cards.values()
    return {
        "cards": len(SICILIAN63.cards),
        "suit_cards": sum(card.suit not in ("", "T") for card in cards),
        "trumps": len(SICILIAN63.ranks["T"]) - 1,
        "packet": PACKET,
        "first": FIRST_HAND,
        "more": WHOLE_HAND - FIRST_HAND,
        "monte": MONTE,
        "holding": WHOLE_HAND + MONTE,
        "offer": rules.offer_max,
        "last": LAST_TRICK,
        "in_cards": card_points(cards),
        "total": card_points(cards) + LAST_TRICK,
        "dealer_par": DEALER_PAR,
        "par": PAR,
        "deals": rules.deals,
    }


SCORE_HEAD = (_("Points taken"), _("Dealer"), _("Score"))

SECTIONS = (
    Section(
        "carte",
        _("The cards"),
        (
            Clause(
                "mazzo",
                _(
                    "%(cards)s cards: %(suit_cards)s in four suits, %(trumps)s numbered trumps, the "
                    "Miseria, the Fuggitivo."
                ),
                Origin("calatafimi pack"),
            ),
            Clause(
                "ordine",
                _(
                    "In every suit the cards rank as they are drawn, from the Re down; only oro has a 4. "
                    "The number below is what a card is worth."
                ),
                Origin("general teresina"),
            ),
            Clause(
                "fanta",
                _("The lowest of the court cards is the Donna: the text calls it Fanta."),
                Origin("mineo", LOGIC),
            ),
            Clause(
                "trionfi",
                _(
                    "The trumps (trionfi) rank by their number, the 20 highest. 16 to 20 are the arie. One "
                    "calls them by number."
                ),
                Origin("general glossary trumps"),
            ),
            Clause(
                "miseria",
                _("The Miseria is the lowest trump and nothing else."),
                Origin("teresina starna trumps"),
            ),
            Clause(
                "fuggitivo-carta",
                _("The Fuggitivo (’u Fujutu) belongs to no suit and never takes."),
                Origin("general"),
            ),
        ),
        ranking,
    ),
    Section(
        "distribuzione",
        _("The deal"),
        (
            Clause("giocatori", _("Three players, each for himself."), TOLD),
            Clause(
                "verso",
                _("The deal goes to the right, counter-clockwise, and so does everything else."),
                TOLD,
            ),
            Clause("primo-mazziere", _("The first dealer is drawn by lot."), TOLD),
            Clause(
                "quindici",
                _(
                    "The dealer gives %(packet)s cards three times round, beginning at his right: "
                    "%(first)s each. Then one bids."
                ),
                TOLD,
            ),
            Clause("ultima-carta", _("Nobody looks at the bottom card."), Origin("calatafimi four", CHOICE)),
            Clause(
                "altre-cinque",
                _(
                    "If the deal is played, everybody gets %(more)s more; the last %(monte)s cards, the "
                    "monte, are the dealer’s."
                ),
                TOLD,
            ),
        ),
    ),
    Section(
        "licitazione",
        _("The bidding"),
        (
            Clause(
                "libera",
                _("One bids on %(first)s cards, in no order: whoever wants speaks, the dealer too."),
                TOLD,
            ),
            Clause("parole", _("Four words may be said, those of the table below."), TOLD),
            Clause("una-volta", _("Everybody speaks only once."), TOLD),
            Clause("offerta", _("One offers from 1 to %(offer)s points."), option="offerMax"),
            Clause(
                "piglio",
                _(
                    "Who says piglio to an offer gets its points, and the other loses them. The third gets "
                    "nothing."
                ),
                TOLD,
            ),
            Clause(
                "scegliere",
                _("Of two offers the taker chooses one, and the other lapses."),
                Origin("calatafimi", CHOICE),
            ),
            Clause("tengo", _("Tengo ends the bidding, and offers cost nothing."), TOLD),
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
            ),
            Clause(
                "silenzio",
                _("Who says nothing until the time is over lets the deal be played."),
                Origin("calatafimi out", CHOICE),
            ),
            Clause("a-monte", _("After a deal that was thrown in the next dealer deals."), TOLD),
            Clause("finestra", _("All have one time for it, shown on the table."), option="bidWindowMs"),
            Clause(
                "stesso-momento",
                _(
                    "Words of the same moment are heard in this order: tengo, piglio, offro, vado; then "
                    "from the dealer’s right."
                ),
                option="bidBatchMs",
            ),
        ),
        words,
        (
            Bidding(
                "es-a-monte",
                _("Each of the three has proposed it."),
                (("A", "vado"), ("C", "vado"), ("B", "vado")),
                _("Thrown in: 0, 0, 0."),
                (Contract(False, "vado"),),
            ),
            Bidding(
                "es-piglio",
                _("C takes the five points of A. B gets nothing."),
                (("A", "offro 5"), ("C", "piglio A")),
                _("Thrown in: A −5, C 5, B 0."),
                (Contract(False, "piglio", 2, 0, 5),),
            ),
            Bidding(
                "es-tengo",
                _("The offer lapses."),
                (("A", "offro 5"), ("B", "tengo")),
                _("The deal is played."),
                (Contract(True, "tengo", 1),),
            ),
            Bidding(
                "es-offerte",
                _("All three have offered, and nobody is left who could take."),
                (("A", "offro 3"), ("B", "offro 4"), ("C", "offro 2")),
                _("Thrown in: 0, 0, 0."),
                (Contract(False, "unanswered"),),
            ),
        ),
    ),
    Section(
        "scarto",
        _("The scarto"),
        (
            Clause(
                "tre-via", _("The dealer, with %(holding)s cards, lays %(monte)s away: the scarto."), TOLD
            ),
            Clause(
                "niente-cinque",
                _(
                    "He may not lay away a card worth five points or more: the four Re, the arie, the "
                    "Picciotti, the Fuggitivo."
                ),
                option="discardPolicy",
            ),
            Clause("coperto", _("Nobody else sees the monte or the scarto."), option="monteShown"),
            Clause(
                "scarto-suo", _("The cards of the scarto count for the dealer."), Origin("calatafimi", LOGIC)
            ),
        ),
    ),
    Section(
        "gioco",
        _("The play"),
        (
            Clause("di-mano", _("Who sits at the dealer’s right leads to the first trick."), TOLD),
            Clause("poi", _("Whoever takes a trick leads to the next."), Origin("general", LOGIC)),
            Clause(
                "apre",
                _("Who leads plays what he likes, except for the forced cards below."),
                Origin("general"),
            ),
            Clause(
                "rispondere",
                _("Who has cards of the suit led must play one of them."),
                Origin("general piedmont"),
            ),
            Clause("tagliare", _("Who has none must play a trump."), Origin("piedmont tarocchini")),
            Clause("libero", _("Who has neither plays what he likes."), Origin("piedmont")),
            Clause("non-superare", _("A trump need not beat those that lie there."), option="overtrump"),
            Clause(
                "presa",
                _("The highest trump takes; without any, the highest card of the suit led."),
                Origin("general piedmont"),
            ),
        ),
        examples=(
            Playable(
                "es-rispondere",
                _("Follow oro, or play the Fuggitivo."),
                "QO 8O 4O RC T5 F",
                "9O",
                "QO 8O 4O F",
            ),
            Playable(
                "es-tagliare",
                _("No spade: a trump, which need not beat the 9."),
                "T0 T1 T17 RB 9C",
                "6S T9",
                "T0 T1 T17",
                opened="S",
            ),
            Playable("es-trionfo", _("A trump is led."), "T3 T20 RO F", "T9", "T3 T20 F"),
            Taking(
                "es-presa", _("A trump was played, and it takes; the Re of spade is lost."), "7S T3 RS", 1
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
                    "It stays its owner’s: he puts it with the cards he has won and gives a scartina for "
                    "it. That is reckoned at the end of the deal."
                ),
                Origin("piedmont tarocchini"),
            ),
            Clause(
                "paga",
                _(
                    "Who has no scartina pays with his lowest card. The Fuggitivo is kept in the last "
                    "trick too."
                ),
                Origin("piedmont tarocchini", CHOICE),
            ),
            Clause(
                "perso",
                _("Who has won no card at all cannot pay: then it belongs to whoever took the trick."),
                Origin("minchiate", CHOICE),
            ),
            Clause(
                "fuggitivo-apre",
                _("It may be led. The second player then plays what he likes, and his card is the suit led."),
                option="fujutuMayLead",
            ),
        ),
        examples=(
            Taking(
                "es-fuggitivo-apre",
                _("The Fuggitivo was led: the six of coppe has fixed the suit."),
                "F 6C 9C",
                2,
            ),
        ),
    ),
    Section(
        "obbligate",
        _("The three forced cards"),
        (
            Clause("re", _("In the first trick of a suit who has its Re must play it."), TOLD),
            Clause(
                "cavallo",
                _(
                    "In the first trick of a suit who has of it only the Cavallo and one numeral must play "
                    "the Cavallo."
                ),
                TOLD,
            ),
            Clause(
                "fanta-obbligata",
                _("If the Re of a suit lies in the trick, who comes after and has its Donna must play it."),
                TOLD,
            ),
            Clause(
                "prima-presa",
                _(
                    "The first trick of a suit is the first one to which it is led. Cards of it thrown on "
                    "another suit do not count."
                ),
                Origin("calatafimi", LOGIC),
            ),
            Clause(
                "anche-persa",
                _("The card is forced even if the trick has been trumped and it will be lost."),
                TOLD,
            ),
            Clause(
                "chi-apre",
                _("They bind whoever leads as well: he may choose the suit, not the card."),
                option="forcedAppliesToLeader",
            ),
            Clause(
                "nessuna-fuga",
                _("The Fuggitivo is no escape from a forced card."),
                option="fujutuExcusesForced",
            ),
            Clause(
                "re-libero",
                _(
                    "Only a Re whose owner has played the Fuggitivo to the first trick as its leader is "
                    "free later; then the Donna is forced by it as ever."
                ),
                Origin("calatafimi", LOGIC),
            ),
        ),
        examples=(
            Playable(
                "es-re",
                _("First trick of spade: the Re, and not the Fuggitivo."),
                "RS QS 6S T20 F",
                "7S",
                "RS",
            ),
            Playable(
                "es-re-tagliato",
                _("It has been trumped already: the Re all the same."),
                "RS 6S T20",
                "7S T3",
                "RS",
            ),
            Playable(
                "es-cavallo",
                _("Cavallo and one numeral, first trick of bastoni."),
                "CB 9B T4 T18 5O",
                "7B",
                "CB",
            ),
            Playable(
                "es-cavallo-donna", _("The Donna is no numeral: both are free."), "CB DB T4", "7B", "CB DB"
            ),
            Playable("es-gia-aperto", _("Bastoni were led before."), "CB 9B T4", "7B", "CB 9B", opened="B"),
            Playable("es-fanta", _("The Re of coppe lies there."), "DC 10C 5C T2", "RC", "DC"),
            Playable(
                "es-senza-re", _("No Re in the trick: the Donna is free."), "DC 10C 5C", "QC T7", "DC 10C 5C"
            ),
            Playable(
                "es-apre",
                _("Who leads: spade only with the Re, bastoni only with the Cavallo."),
                "RS 8S CB 9B DC 5C T4 F",
                "",
                "RS CB DC 5C T4 F",
            ),
        ),
    ),
    Section(
        "conto",
        _("How the cards are counted"),
        (
            Clause(
                "valori",
                _(
                    "23 cards have a value, drawn above. The others are scartine and worth nothing by "
                    "themselves."
                ),
                Origin("teresina glossary"),
            ),
            Clause(
                "a-tre",
                _(
                    "The cards won are counted by threes, a scartina as 1: from the sum of each three 2 "
                    "are taken away. It does not matter how they are grouped."
                ),
                Origin("teresina counting", LOGIC),
            ),
            Clause("ultima", _("Whoever takes the last trick gets %(last)s points more."), TOLD),
            Clause(
                "centonove",
                _(
                    "The whole pack makes %(in_cards)s, with the last trick %(total)s: just as much as "
                    "%(dealer_par)s + %(par)s + %(par)s."
                ),
                Origin("calatafimi one", LOGIC),
            ),
        ),
        examples=(
            Counted(
                "es-con-scartine",
                _("10 + 1 + 1 − 2: a card of value with two scartine keeps it whole."),
                "T20 5O 6O",
                10,
            ),
            Counted("es-due-figure", _("5 + 4 + 1 − 2."), "RO QO 7C", 8),
            Counted("es-tre-scartine", _("1 + 1 + 1 − 2."), "5O 6O 7O", 1),
            Counted("es-tre-dieci", _("10 + 10 + 10 − 2: the best three cards of the pack."), "T20 F T1", 28),
        ),
    ),
    Section(
        "punteggio",
        _("The score, and the match"),
        (
            Clause(
                "scarti",
                _("The dealer scores his points less %(dealer_par)s, the others theirs less %(par)s."),
                TOLD,
            ),
            Clause("partita", _("A match has %(deals)s deals, and the scores are added up."), option="deals"),
            Clause("contano", _("A deal that was thrown in is one of them."), option="countAbandoned"),
            Clause(
                "vince",
                _("Whoever has the highest total has won; who has the same has the same place."),
                TOLD,
            ),
            Clause(
                "posta",
                _("At the end the losers pay the winners by the score, in play money only."),
                option="stakeUnit",
            ),
        ),
        examples=(
            Reckoned(
                "es-mazziere-bene",
                _("The dealer has won most."),
                SCORE_HEAD,
                ((48, 1, 11), (33, 0, -3), (28, 0, -8)),
            ),
            Reckoned(
                "es-pari", _("Everybody comes out even."), SCORE_HEAD, ((37, 1, 0), (36, 0, 0), (36, 0, 0))
            ),
            Reckoned(
                "es-mazziere-male",
                _("The three scores are always 0 together."),
                SCORE_HEAD,
                ((20, 1, -17), (60, 0, 24), (29, 0, -7)),
            ),
        ),
    ),
)

BOOK = Book(SOURCES, {"calatafimi": frozenset({"calatafimi"})}, origin, SECTIONS, figures)
