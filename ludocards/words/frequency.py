"""Frequencies in words: about half the time, almost every time."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ludocards.engine.game import Json
from ludocards.words.texts import Text

SHARES: Mapping[float, Text] = {
    0.0: gettext_lazy("never"),
    0.15: gettext_lazy("hardly ever"),
    0.29: gettext_lazy("about one time in four"),
    0.42: gettext_lazy("about one time in three"),
    0.58: gettext_lazy("about half the time"),
    0.7: gettext_lazy("about two times in three"),
    0.85: gettext_lazy("about three times in four"),
    0.999: gettext_lazy("almost every time"),
    1.0: gettext_lazy("every time"),
}
"""The words by the largest share of the cases for which they stand."""


def compare_frequencies(said: Text, fact: Json, best: str, other: str) -> str:
    """A sentence about the better choice, `%(card)s … %(often)s`, and how often that is true of the other.

    The fact has their numbers, `best` and `other`, among a number `of` cases.
    """
    often, seldom = _frequency_names(fact["best"], fact["other"], fact["of"])
    return " ".join(
        (
            str(said) % {"card": best, "often": often},
            _("%(card)s: %(often)s.") % {"card": other, "often": seldom},
        )
    )


def _frequency_names(first: int, second: int, of: int) -> list[str]:
    """Two counts in words; out of a hundred if the words would be the same."""
    names = [
        str(next(name for most, name in SHARES.items() if count / of <= most)) for count in (first, second)
    ]
    if names[0] != names[1] or first == second:
        return names
    return [_("%(n)d times in 100") % {"n": round(100 * count / of)} for count in (first, second)]
