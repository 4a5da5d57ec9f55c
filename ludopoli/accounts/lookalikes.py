"""Names that look the same: skeletons after Unicode's UTS #39, and names that speak for the house."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from importlib import resources

from django.urls import URLPattern, URLResolver, get_resolver

LONGEST_SKELETON = 200

_ROLES = """
admin administrator amministratore amministratrice amministrazione arbitra arbitro assistenza
direttore direttrice director help ludopoli moderator moderatore moderatrice moderazione official
postmaster referee root security sicurezza sistema staff support supporto system ufficiale webmaster
"""

ROLES = frozenset(_ROLES.split())
"""Words that no name has in it, with or without a number: who carries one seems to speak for the house."""

TOGETHER = ({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}, {"LATIN", "CJK", "HANGUL"}, {"LATIN", "BOPOMOFO"})
"""Scripts that are written together; every other name keeps to one (UTS #39, highly restrictive)."""


def skeleton(name: str) -> str:
    """What a name looks like: the same for all names that are easily taken for one another.

    Letters that look alike are one letter, in whatever case, and so are the signs between words.
    """
    plain = unicodedata.normalize("NFKD", name)
    letters, sequences = _alike()
    looks = "".join(letters.get(letter, letter) for letter in plain).casefold()
    for sequence, letter in sequences:
        looks = looks.replace(sequence, letter)
    return re.sub(r"[ .\-_'’]+", "-", looks).strip("-")[:LONGEST_SKELETON]


def mixes_scripts(name: str) -> bool:
    """True if the letters are of scripts that are not written together."""
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
    return len(scripts) > 1 and not any(scripts <= together for together in TOGETHER)


def is_reserved(name: str) -> bool:
    """True if the name, or what it looks like, is a role's or that of a part of the site."""
    looks = _roughly(re.sub(r"\d+(?=[\W_]|$)", "", name))
    return looks in _parts_of_the_site() or not _roles().isdisjoint(looks.split("-"))


def _roughly(name: str) -> str:
    """The skeleton, with one letter more that stands for another: `adm1n`."""
    return skeleton(name).replace("l", "i")


@cache
def _roles() -> frozenset[str]:
    return frozenset(map(_roughly, ROLES))


@cache
def _parts_of_the_site() -> frozenset[str]:
    """What addresses begin with, as skeletons."""
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
    """For every letter the one that stands for all that look like it, and sequences that look like one."""
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
    letters: dict[str, str] = {}
    sequences: list[tuple[str, str]] = []
    for alike in classes.values():
        stands = min(alike, key=_plainness)
        letters |= {sign: stands for sign in alike if len(sign) == 1}
        sequences += [(sign, stands) for sign in alike if len(sign) > len(stands) and sign.isascii()]
    return letters, sorted(sequences)


def _plainness(sign: str) -> tuple[bool, bool, bool, str]:
    """Small letters of ASCII come first, then capitals, digits, and everything else."""
    return len(sign) > 1 or not sign.isascii(), not sign.isalpha(), not sign.islower(), sign
