"""One comparison of names for every search and lookup, since databases differ about accents and capitals; and
the characters that no text may have."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeVar

Named = TypeVar("Named")

PLAIN = {
    **dict.fromkeys(range(0x300, 0x370), ""),  # accents
    **dict.fromkeys(map(ord, "'’‘`´ʼ"), ""),
    **dict(zip(map(ord, "æœøłđðı"), ("ae", "oe", "o", "l", "d", "d", "i"), strict=True)),
}
"""The letters that have a plain form; accents and apostrophes, which many type for accents, have none."""


UNREADABLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Control characters, those that reverse the text around them, halves of characters, and what is none."""


def is_readable(text: str) -> bool:
    """Return whether a text, of one line or more, has readable characters only."""
    return UNREADABLE.search(text) is None


def fold_text(text: str) -> str:
    """The text without capitals, accents, apostrophes and superfluous spaces: `Nicolò` is `NICOLO'`."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text.translate(PLAIN)).casefold())
    return " ".join(apart.translate(PLAIN).split())


def in_any_order(name: str) -> str:
    """The folded name of a person, whatever comes first: `Rossi Mario` is `Mario Rossi`."""
    return " ".join(sorted(fold_text(name).split()))


def closest_names(name: str, known: Iterable[Named], name_of: Callable[[Named], str]) -> list[Named]:
    """The known people of exactly this name; if none, in another case; if none, with other accents."""
    folded = fold_text(name)
    alike = [each for each in known if fold_text(name_of(each)) == folded]
    for spelt in (composed, in_any_case):
        if same := [each for each in alike if spelt(name_of(each)) == spelt(name)]:
            return same
    return alike


def composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def in_any_case(text: str) -> str:
    """The text as names are compared that have to be unique: accents count, capitals do not."""
    return composed(composed(text).casefold())
