"""Names that look the same: skeletons after Unicode's UTS #39, and names that seem official."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache, lru_cache
from importlib import resources

from django.urls import URLPattern, URLResolver, get_resolver

from ludopoli.text import letters

LONGEST_SKELETON = 200

_ROLES = """
admin administrator amministratore amministratrice amministrazione arbitra arbitro assistenza
direttore direttrice director help ludopoli moderator moderatore moderatrice moderazione official
postmaster referee root security sicurezza sistema staff support supporto system ufficiale webmaster
"""

ROLES = frozenset(_ROLES.split())
"""Words that no name may contain, with or without a number: they would make the person seem official."""

INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters that are displayed as nothing."""

UNHEEDED = frozenset(("Mn", "Me", "Cf"))
"""The categories of accents and strokes, and of signs that control others."""

TOGETHER = ({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}, {"LATIN", "CJK", "HANGUL"}, {"LATIN", "BOPOMOFO"})
"""Scripts that may be mixed; every other name keeps to one (UTS #39, highly restrictive)."""


def skeleton(name: str) -> str:
    """The skeleton of a name: equal for all names that are easily mistaken for one another.

    Letters that look alike become one letter, regardless of case, and so do the signs between words.
    """
    plain = unicodedata.normalize("NFKD", name)
    alike, sequences = _alike()
    looks = "".join(alike.get(letter, letter) for letter in plain).casefold()
    for sequence, letter in sequences:
        looks = looks.replace(sequence, letter)
    return re.sub(r"[ .\-_'’]+", "-", looks).strip("-")[:LONGEST_SKELETON]


@lru_cache(maxsize=8192)
def likenesses(name: str) -> frozenset[str]:
    """The forms of a name, whatever the order of its words: two names look alike that share one.

    Unlike their skeletons, these are the same without accents and apostrophes.
    """
    plain = unicodedata.normalize("NFKD", name).translate(letters.PLAIN)
    looks = " ".join(sorted(_roughly(without_unseen(plain)).split("-")))
    return frozenset(filter(None, (letters.in_any_order(name), looks)))


def without_unseen(text: str) -> str:
    """The text without the signs that are displayed as nothing, or only together with another."""
    seen = (sign for sign in text if unicodedata.category(sign) not in UNHEEDED and sign not in INVISIBLE)
    return "".join(seen).strip()


def mixes_scripts(name: str) -> bool:
    """True if the letters belong to scripts that may not be mixed."""
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
    return len(scripts) > 1 and not any(scripts <= together for together in TOGETHER)


def is_reserved(name: str) -> bool:
    """True if the name is, or looks like, that of a role or of a part of the site."""
    looks = _roughly(re.sub(r"\d+(?=[\W_]|$)", "", name))
    return looks in _parts_of_the_site() or not _roles().isdisjoint(looks.split("-"))


def _roughly(name: str) -> str:
    """The skeleton with one more lookalike, l for i: `adm1n`."""
    return skeleton(name).replace("l", "i")


@cache
def _roles() -> frozenset[str]:
    return frozenset(map(_roughly, ROLES))


@cache
def _parts_of_the_site() -> frozenset[str]:
    """The first parts of the site's addresses, as skeletons."""
    return frozenset(_roughly(part) for part in _beginnings(get_resolver().url_patterns) if part.isalnum())


def _beginnings(patterns: list[URLPattern | URLResolver]) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        first = str(pattern.pattern).partition("/")[0]
        if first or isinstance(pattern, URLPattern):
            found.add(first)
        else:
            found |= _beginnings(pattern.url_patterns)
    return found


@cache
def _alike() -> tuple[dict[str, str], list[tuple[str, str]]]:
    """A map of each letter to the representative of its lookalikes, and of sequences that look like one
    letter."""
    data = resources.files("confusable_homoglyphs") / "confusables.json"
    known: dict[str, list[dict[str, str]]] = json.loads(data.read_text())
    parent: dict[str, str] = {}

    def head(sign: str) -> str:
        while parent.setdefault(sign, sign) != sign:
            sign = parent[sign]
        return sign

    for sign, others in known.items():
        for other in others:
            parent[head(sign)] = head(other["c"])
    classes: dict[str, list[str]] = {}
    for sign in parent:
        classes.setdefault(head(sign), []).append(sign)
    single: dict[str, str] = {}
    sequences: list[tuple[str, str]] = []
    for alike in classes.values():
        stands = min(alike, key=_plainness)
        single |= {sign: stands for sign in alike if len(sign) == 1}
        sequences += [(sign, stands) for sign in alike if len(sign) > len(stands) and sign.isascii()]
    return single, sorted(sequences)


def _plainness(sign: str) -> tuple[bool, bool, bool, str]:
    """A sort key: lower-case ASCII letters first, then capitals, digits, and everything else."""
    return len(sign) > 1 or not sign.isascii(), not sign.isalpha(), not sign.islower(), sign
