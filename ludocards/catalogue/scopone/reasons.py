"""The reasons for the answers of puzzles of Scopone and Scopa, as sentences: one for each kind of fact of
`bot/reasons.py`."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ludocards.engine.game import Json
from ludocards.words.frequency import compare_frequencies
from ludocards.words.texts import Compared

WINS = {
    "settebello": (
        gettext_lazy("%(card)s: your side gets the settebello %(often)s."),
        gettext_lazy("%(card)s: you get the settebello %(often)s."),
    ),
    "primiera": (
        gettext_lazy("%(card)s: your side wins the primiera %(often)s."),
        gettext_lazy("%(card)s: you win the primiera %(often)s."),
    ),
    "denari": (
        gettext_lazy("%(card)s: your side has the point for coins %(often)s."),
        gettext_lazy("%(card)s: you have the point for coins %(often)s."),
    ),
    "carte": (
        gettext_lazy("%(card)s: your side has the point for cards %(often)s."),
        gettext_lazy("%(card)s: you have the point for cards %(often)s."),
    ),
    "scopa": (
        gettext_lazy("%(card)s: your side makes a scopa %(often)s."),
        gettext_lazy("%(card)s: you make a scopa %(often)s."),
    ),
    "conceded": (
        gettext_lazy("%(card)s: the other side makes a scopa %(often)s."),
        gettext_lazy("%(card)s: somebody else makes a scopa %(often)s."),
    ),
}
"""The sentences for the points that a choice brings more often, in pairs and for single players."""


def scopa(fact: Json, compared: Compared) -> str:
    if fact["of"] == "best":
        return _("%(card)s: that is a scopa.") % {"card": compared.best}
    return _("%(card)s: that is a scopa, but costs more than it brings.") % {"card": compared.other}


def open_table(fact: Json, compared: Compared) -> str:
    named = {"card": compared.choice(fact["of"]), "left": compared.cards(fact["left"]), "n": fact["out"]}
    if fact["out"]:
        said = ngettext(
            "%(card)s: %(left)s on the table, and %(n)d card that sweeps it is still out.",
            "%(card)s: %(left)s on the table, and %(n)d cards that sweep it are still out.",
            fact["out"],
        )
        return said % named
    if fact["sum"] > 10:
        said = _("%(card)s: %(left)s on the table, %(sum)d together: no card sweeps that.")
        return said % {**named, "sum": fact["sum"]}
    return _("%(card)s: %(left)s on the table, and no card that sweeps it is out.") % named


def likes(fact: Json, compared: Compared) -> str:
    named = {"card": compared.choice(fact["of"]), "n": fact["out"]}
    if not fact["out"]:
        return _("%(card)s: no other card of its number is out, so none takes it alone.") % named
    said = ngettext(
        "%(card)s: %(n)d other card of its number is still out.",
        "%(card)s: %(n)d other cards of its number are still out.",
        fact["out"],
    )
    return said % named


def wins(fact: Json, compared: Compared) -> str:
    ours, mine = WINS[fact["what"]]
    return compare_frequencies(ours if compared.in_pairs else mine, fact, compared.best, compared.other)


def so_far(fact: Json, compared: Compared) -> str:
    named = {"mine": fact["mine"], "theirs": fact["theirs"]}
    if fact["what"] == "denari":
        if compared.in_pairs:
            return _("So far your side has %(mine)d coins, the others have %(theirs)d.") % named
        return _("So far you have %(mine)d coins, and nobody else more than %(theirs)d.") % named
    if compared.in_pairs:
        return _("So far your side has %(mine)d cards, the others have %(theirs)d.") % named
    return _("So far you have %(mine)d cards, and nobody else more than %(theirs)d.") % named


def pairs(fact: Json, compared: Compared) -> str:
    said = _("%(card)s: %(n)d numbers are left unpaired.")
    return " ".join(
        (
            said % {"card": compared.best, "n": fact["best"]},
            _("%(card)s: %(n)d.") % {"card": compared.other, "n": fact["other"]},
            _("Your side has the last card of the deal and wants them in pairs.")
            if fact["is_last"]
            else _("The dealer’s side has the last card and wants them in pairs; you do not."),
        )
    )


REASONS = {
    "scopa": scopa,
    "open": open_table,
    "likes": likes,
    "wins": wins,
    "so_far": so_far,
    "pairs": pairs,
}

THEMES = {
    "scopa": gettext_lazy("making a scopa"),
    "guard": gettext_lazy("giving no scopa away"),
    "settebello": gettext_lazy("the settebello"),
    "primiera": gettext_lazy("the primiera"),
    "denari": gettext_lazy("most coins"),
    "carte": gettext_lazy("most cards"),
    "pairs": gettext_lazy("pairing and unpairing"),
    "capture": gettext_lazy("which cards to take"),
}
