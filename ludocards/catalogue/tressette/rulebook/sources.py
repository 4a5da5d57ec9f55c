"""The sources of the rule book of Tressette, and the origin of each option."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.words.rulebook import CHOICE, LOGIC, Origin, Source

ALL = "classic project ludopoli"

SOURCES: Mapping[str, Source] = {
    "classic": Source(
        "Regole del Tressette, con il Buongioco",
        "http://www.viniciocoletti.it/cards/tressette/regole.php",
        _("The text of Classico. We have its Italian wording; at this address is the author’s English one."),
    ),
    "ludopoli": Source(
        "Ludopoli: regolamento del Tressette",
        "http://ludopoli.it/tressette_regolamento.aspx",
        _("The base rules of the variant Ludopoli: 21, 31 or 41 points, the accusa in the first trick."),
    ),
    "declarations": Source(
        "Ludopoli: dichiarazioni del Tressette",
        "http://ludopoli.it/dichiarazioni_tressette.aspx",
        _("Every declaration, its norms, and what was changed “for experts”."),
    ),
    "project": Source(
        "Progetto Tressette",
        "http://sourceforge.net/projects/tressette/",
        _("The text of Bredese and Neutra, with their signals."),
    ),
    "program": Source(
        "tre.exe, il programma del Progetto Tressette",
        "http://sourceforge.net/projects/tressette/",
        _("The source code of that program, where its text is silent."),
    ),
    "online": Source(
        "Tressette Online: regole del Tressette",
        "https://www.tressetteonline.it/Regole-del-tressette",
        _("When the match is tied at the target, another deal is played."),
    ),
    "four": Source(
        "tresette.it: regole",
        "https://www.tresette.it/regole-tresette.cfm",
        _("The first lead by the player who holds the 4 of coins."),
    ),
}

TEXTS: Mapping[str, frozenset[str]] = {
    "classico": frozenset({"classic"}),
    "ludopoli": frozenset({"ludopoli", "declarations"}),
    "bredese": frozenset({"project"}),
    "neutra": frozenset({"project"}),
}


def origin(option: str, rules: Rules) -> Origin:
    """The origin of an option's value under the preset."""
    return ORIGINS.get((option, rules.preset)) or ORIGINS[option, ""]


ORIGINS: Mapping[tuple[str, str], Origin] = {
    ("match_end", "classico"): Origin("classic"),
    ("match_end", "ludopoli"): Origin("ludopoli"),
    ("match_end", "bredese"): Origin("project"),
    ("match_end", "neutra"): Origin("program"),
    ("accuse_window", ""): Origin("ludopoli program"),
    ("accuse_window", "classico"): Origin("classic"),
    ("scoring", ""): Origin("project program"),
    ("scoring", "classico"): Origin("classic"),
    ("scoring", "ludopoli"): Origin("ludopoli program"),
    ("deal_packet", ""): Origin("project"),
    ("deal_packet", "classico"): Origin("classic"),
    ("deal_packet", "ludopoli"): Origin("ludopoli", CHOICE),
    ("removed_card", ""): Origin("classic"),
    ("declarations", ""): Origin("declarations"),
    ("declarations", "classico"): Origin("classic", LOGIC),
    ("declarations", "bredese"): Origin("project", LOGIC),
    ("declarations", "neutra"): Origin("project", LOGIC),
    ("terzo_con_re", ""): Origin("declarations"),
    ("signals", ""): Origin("project"),
    ("signals", "classico"): Origin("classic", LOGIC),
    ("signals", "ludopoli"): Origin("declarations", LOGIC),
    ("first_lead", ""): Origin(ALL),
}
"""The origins by option and preset; "" stands for all other presets."""
