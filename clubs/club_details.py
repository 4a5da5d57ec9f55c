"""The details of a club: name, texts, categories, sites; each tidied, or refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clubs.models import (
    LONGEST_CATEGORY,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    LONGEST_PLACE,
    LONGEST_RULES,
)
from clubs.roster import MOST_CATEGORIES
from ludopoli.http.framing import origin_of
from ludopoli.text import letters, word_filter

TEXTS: Mapping[str, int] = {
    "name": LONGEST_NAME,
    "place": LONGEST_PLACE,
    "description": LONGEST_DESCRIPTION,
    "rules": LONGEST_RULES,
}
"""The texts that a club publishes about itself, with their greatest lengths."""

LONG = ("description", "rules")
"""The texts of more than one line."""

MOST_SITES = 10


def tidy_detail(name: str, value: Any) -> Any:
    """Return a detail as it is stored; None if the club cannot have it."""
    return _TIDIERS.get(name, _text(name))(value)


def _text(name: str) -> Callable[[Any], str | None]:
    def tidied(value: Any) -> str | None:
        if not isinstance(value, str) or not letters.is_readable(value):
            return None
        tidy = value.strip() if name in LONG else " ".join(value.split())
        readable = name in LONG or tidy.isprintable()
        return tidy if readable and (name == "name") <= len(tidy) <= TEXTS[name] else None

    return tidied


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _categories(value: Any) -> list[str] | None:
    """Return the names of categories without those that are said twice; None if one cannot be a name."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MOST_CATEGORIES:
        return None
    if not all(isinstance(each, str) for each in value):
        return None
    named = {letters.in_any_case(" ".join(each.split())): " ".join(each.split()) for each in value}
    tidy = [each for each in named.values() if each]
    fits = all(each.isprintable() and "," not in each and len(each) <= LONGEST_CATEGORY for each in tidy)
    return tidy if fits and all(map(word_filter.is_clean, tidy)) else None


def _sites(value: Any) -> list[str] | None:
    """Return the origins of sites without those that are said twice; None if one is no address of a site."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MOST_SITES:
        return None
    origins = [origin_of(each) if isinstance(each, str) else None for each in value]
    return None if None in origins else [*dict.fromkeys(filter(None, origins))]


_TIDIERS: Mapping[str, Callable[[Any], Any]] = {
    "private": _flag,
    "categories": _categories,
    "sites": _sites,
}
