"""The sources of the rule book of Tarocchi, and the origin of each option."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.tarocchi.rules.presets import Rules
from ludocards.words.rulebook import CHOICE, LOGIC, Origin, Source

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
        _("The cards of the suits; the ace of coins is not used."),
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
        _("There the monte is not shown; the player who held the Fuggitivo cannot take every trick."),
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
        _("A related game, from Piedmont: following, trumping, the Fool, what may not be discarded."),
    ),
    "tarocchini": Source(
        "Tarocchini",
        "https://wikisum.wiki/wiki/Tarocchini",
        _("In all these games a player who is void must trump; the Fool’s owner gives a low card."),
    ),
    "out": Source(
        "Partita out, a game for four players",
        "https://bunburysrulesoftarot.blogspot.com/2016/08/partita-out-is-game-for-four-players.html",
        _("An English adaptation of the game for four: when nobody takes an offer the deal is played."),
    ),
    "counting": Source(
        "GenovaGioca: tarocchi",
        "https://genovagioca.it/Giochi/Regolamento/Tarocchi",
        _("How cards are counted in threes."),
    ),
    "minchiate": Source(
        "Malmantile racquistato, note",
        "https://it.wikisource.org/wiki/Pagina:Lippi_-_Malmantile_racquistato.pdf/364",
        _("Minchiate: a player who has taken nothing must give up the Fool."),
    ),
}

STATED = Origin("calatafimi")

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
