"""Images made on the server: resvg renders SVG to PNG, with our own fonts and the cards of a deck.

The fonts are instances of those in `static/fonts`, under their licences, since resvg reads no WOFF2:
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
"""The first code point that our (Latin) fonts lack: for such letters the system's fonts are used, if any."""

REFERENCES = re.compile(r'href="#([^"]+)"')


def render_png(svg: str, width: int | None = None) -> bytes:
    """Render an SVG as PNG, in its own size or at this width; raises `ValueError` if it is not an SVG."""
    ours = all(ord(letter) < DRAWN or letter in "–’…−" for letter in svg)
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg, font_files=FONTS, skip_system_fonts=ours, font_family=PLAIN, width=width
    )
    return drawn


@lru_cache
def _parts(deck: str) -> dict[str, str]:
    """The markup of all named elements in a deck's file: outlines, groups and cards."""
    text = (settings.ASSETS_DIR / "static" / "decks" / f"{deck}.svg").read_text(encoding="utf-8")
    defs, _, symbols = text.partition("</defs>")
    parts = {
        found[1]: found[0] for found in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', symbols, re.DOTALL)
    }
    parts |= {found[1]: found[0] for found in re.finditer(r'<path id="([^"]+)"[^>]*/>', defs)}
    return parts | {found[1]: found[0] for found in re.finditer(r'<g id="([^"]+)">.*?</g>(?=<g id=|$)', defs)}


def card_defs(deck: str, codes: Iterable[str]) -> str:
    """Return the `<defs>` with which a drawing can `<use>` these cards by their codes."""
    parts, needed = _parts(deck), dict.fromkeys(codes)
    queue = list(needed)
    while queue:
        fresh = [name for name in REFERENCES.findall(parts[queue.pop()]) if name not in needed]
        needed |= dict.fromkeys(fresh)
        queue += fresh
    return f"<defs>{''.join(parts[name] for name in needed)}</defs>"
