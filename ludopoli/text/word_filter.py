"""The filter for bad words in every text that others see.

Names with such a word are refused when they are chosen; free text is stored as it was written and masked for
its readers. Words are compared without accents and signs, with digits read as letters and repeated letters
read once: `strònzo`, `s.t.r.o.n.z.o` and `str0nzzzo` are one word. A list is never complete: reports by
people do the rest.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import groupby

_WRITTEN = """
stronzo stronza stronzi stronze coglione cogliona coglioni cazzo cazzi cazzone cazzoni vaffanculo
affanculo fanculo merda merde merdoso puttana puttane puttaniere troia troie zoccola zoccole
mignotta mignotte bastardo bastarda bastardi frocio froci ricchione ricchioni culattone negro negra
negri terrone terroni mongoloide mongoloidi handicappato handicappata rottinculo bagascia baldracca
pompinara testadicazzo figliodiputtana figlioditroia porcodio porcamadonna diocane dioporco
vaiacagare fuck fucks fucker fuckers fucking fucked fuckyou motherfucker motherfuckers shit shits
bullshit bitch bitches sonofabitch cunt cunts asshole assholes bastard bastards whore whores slut
sluts nigger niggers nigga niggas faggot faggots fag fags retard retards retarded kike kikes spic
wop wops dago twat wanker wankers killyourself
"""

WORDS = frozenset(_WRITTEN.split())
"""Whole words, Italian and English; phrases are written as one word."""

LOOKS_LIKE = str.maketrans("013457@$€!", "oieastasei")
"""Signs and digits that are read as letters."""

MOST_WORDS = 4
"""Up to this many consecutive words are also read as one."""

LONG = 7
"""The fewest letters of consecutive words read as one: two short innocent words easily make a bad one."""

LONGEST = 20
"""At most this many spaced-out letters are read as one word; no bad word is longer."""

MASK = "*"

_TOKEN = re.compile(r"\S+")
_PART = re.compile(r"[\w@$€!]+")
_OUTSIDE = ".,;:!?…-–—_*·'’\"«»“”()[]/\\"


@lru_cache(4096)  # a table's last lines are read again and again
def mask_words(text: str) -> str:
    """Mask the bad words in a line: every letter but the first becomes a star."""
    bad: set[int] = set()
    tokens = [found.span() for found in _TOKEN.finditer(text)]
    for place in range(len(tokens)):
        for count in range(1, min(len(tokens) - place, LONGEST) + 1):
            start, end = tokens[place][0], tokens[place + count - 1][1]
            start, end = _inside(text, start, end)
            spelt = count > 1 and all(b - a == 1 for a, b in tokens[place : place + count])
            if count > MOST_WORDS and not spelt:
                break
            if _is_bad(text[start:end], shortest=1 if count == 1 or spelt else LONG):
                bad.update(range(start, end))
        for part in _PART.finditer(text, *tokens[place]):
            if _is_bad(part[0]):
                bad.update(range(*part.span()))
    return "".join(
        MASK if at in bad and at - 1 in bad and not char.isspace() else char for at, char in enumerate(text)
    )


def is_clean(text: str) -> bool:
    """Return whether a text has no bad word."""
    return mask_words(text) == text


def _is_bad(text: str, shortest: int = 1) -> bool:
    plain = _plain(text)
    return len(plain) >= shortest and plain in _list()


def _inside(text: str, start: int, end: int) -> tuple[int, int]:
    """Narrow a span of the text to leave out the signs at its ends."""
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip(_OUTSIDE)), end - len(piece) + len(piece.rstrip(_OUTSIDE))


@cache
def _list() -> frozenset[str]:
    return frozenset(_plain(word) for word in WORDS)


def _plain(text: str) -> str:
    """A word in its compared form: lower-case letters a to z, none twice in a row."""
    taken_apart = unicodedata.normalize("NFKD", text.casefold()).translate(LOOKS_LIKE)
    return "".join(letter for letter, _ in groupby(char for char in taken_apart if "a" <= char <= "z"))
