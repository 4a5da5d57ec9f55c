"""The sources of the rule book of Briscola, and the origin of each option."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.briscola.rules.presets import Rules
from ludocards.words.rulebook import CHOICE, Origin, Source

SOURCES: Mapping[str, Source] = {
    "coletti": Source(
        "Vinicio Coletti: Briscola",
        "https://www.viniciocoletti.it/cards/briscola/regole.php",
        _("The rules for two, three and four, with the 2 of batons left out for three."),
    ),
    "genova": Source(
        "Genova Gioca: regolamento della Briscola",
        "https://genovagioca.it/Giochi/Regolamento/Briscola",
        _("The rules of a tournament in pairs, with what partners may say and sign."),
    ),
    "hoepli": Source(
        "Piccola enciclopedia di giuochi e passatempi (Hoepli, 1929)",
        "https://adamoli.org/progetto-ocr/piccola-enciclopedia-di-giuochi-e-passatempi/PAGE0087.HTM",
        _("Two deals out of three; when the stock is empty, partners show each other their cards."),
    ),
    "wikipedia": Source(
        "Wikipedia: Briscola",
        "https://it.wikipedia.org/wiki/Briscola",
        _("The cards, the deal and the play."),
    ),
    "biska": Source(
        "Biska: Briscola Rules",
        "https://en.biska.com/briscola-rules.html",
        _("At 60 each the deal is tied."),
    ),
    "inizio": Source(
        "Pagina Inizio: Briscola italiana",
        "https://paginainizio.com/giochi/tavolo/briscola_italiana",
        _("At 60 each the last trick decides."),
    ),
    "madrasso": Source(
        "Intelligiochi: Madrasso",
        "https://intelligiochi.it/carte/madrasso.htm",
        _("A relative of the game in which the turned card is exchanged in the first trick."),
    ),
    "brisca": Source(
        "Brisca rules",
        "https://casualino-jsc.helpshift.com/",
        _("The Spanish game: the 7 takes a high turned card, the 2 a low one."),
    ),
    "barnardon": Source(
        "albarnardon.it: i segni della briscola",
        "https://albarnardon.it/i-segni-della-briscola",
        _("The signs of partners, and their gestures."),
    ),
    "aura": Source(
        "auraweb.it: i segni della briscola",
        "https://auraweb.it/briscola/segni-briscola",
        _("The signs of partners; some gestures differ."),
    ),
}

ALL = Origin("coletti genova wikipedia")
DRAW = Origin("coletti genova hoepli wikipedia")
SIGNS = Origin("genova barnardon aura")

ORIGINS: Mapping[str, Origin] = {
    "match_end": Origin("genova hoepli"),
    "removed_card": Origin("coletti hoepli"),
    "deal_packet": Origin("coletti wikipedia"),
    "exchange": Origin("madrasso brisca"),
    "exchange_until": Origin("madrasso brisca"),
    "exchange_after_win": Origin("brisca"),
    "signals": SIGNS,
    "signals_seen": Origin("barnardon aura", CHOICE),
    "requests": Origin("genova"),
    "partner_cards": Origin("hoepli"),
}


def origin(option: str, rules: Rules) -> Origin:
    if option == "tie":
        return Origin("inizio") if rules.tie == "last_trick" else Origin("genova biska inizio", CHOICE)
    return ORIGINS[option]
