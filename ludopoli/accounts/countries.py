"""Countries by their ISO 3166-1 code, with names in the reader's language (from CLDR, by Babel)."""

from __future__ import annotations

from functools import cache

from babel import Locale
from django.utils.translation import get_language

from ludopoli.text import letters

NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
"""Codes of two letters that have a name in CLDR but are not countries."""


def country_name(code: str) -> str:
    """The country's name; empty for an unknown code."""
    return _names().get(code, "")


def country_choices() -> list[tuple[str, str]]:
    """All countries as (code, name), sorted by name."""
    return sorted(_names().items(), key=lambda country: letters.fold_text(country[1]))


def country_codes() -> list[str]:
    return sorted(_english_names())


def _names() -> dict[str, str]:
    own = Locale.parse(get_language() or "it", sep="-").territories
    return {code: own.get(code, name) for code, name in _english_names().items()}


@cache
def _english_names() -> dict[str, str]:
    """The names of all countries in English; other languages lack some."""
    return {
        code: name
        for code, name in Locale("en").territories.items()
        if len(code) == 2 and code.isalpha() and code not in NO_COUNTRIES
    }
