"""Pictures on the server: SVG drawn to PNG by resvg, with our own fonts, and the cards of a deck inside it.

The fonts are cut from those of `static/fonts`, under their licences, since resvg reads no WOFF2:
Fraunces with opsz 72 and wght 600, Instrument Sans with wght 560.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import resvg_py
from django.conf import settings

FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
TITLE, PLAIN = "Fraunces", "Instrument Sans"

DRAWN = 0x180
"""Beyond Latin the letters of a name are not in our fonts: those of the system are asked, if it has any."""

REFERENCES = re.compile(r'href="#([^"]+)"')


def png(svg: str, width: int | None = None) -> bytes:
    """The drawing in its own size, or in this width; raises ValueError for what is no SVG."""
    ours = all(ord(letter) < DRAWN or letter in "–’…−" for letter in svg)
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg, font_files=FONTS, skip_system_fonts=ours, font_family=PLAIN, width=width
    )
    return drawn


@lru_cache
def _parts(deck: str) -> dict[str, str]:
    """The markup of everything in a deck's file that has a name: outlines, groups and cards."""
    text = (settings.ASSETS_DIR / "static" / "decks" / f"{deck}.svg").read_text(encoding="utf-8")
    defs, _, symbols = text.partition("</defs>")
    parts = {
        found[1]: found[0] for found in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', symbols, re.DOTALL)
    }
    parts |= {found[1]: found[0] for found in re.finditer(r'<path id="([^"]+)"[^>]*/>', defs)}
    return parts | {found[1]: found[0] for found in re.finditer(r'<g id="([^"]+)">.*?</g>(?=<g id=|$)', defs)}


def cards(deck: str, codes: Iterable[str]) -> str:
    """The definitions that a drawing needs to `<use>` these cards by their codes."""
    parts, needed = _parts(deck), dict.fromkeys(codes)
    queue = list(needed)
    while queue:
        fresh = [name for name in REFERENCES.findall(parts[queue.pop()]) if name not in needed]
        needed |= dict.fromkeys(fresh)
        queue += fresh
    return f"<defs>{''.join(parts[name] for name in needed)}</defs>"
