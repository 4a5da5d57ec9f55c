"""`python -m tools.icons` draws the images of `static/icons` from `static/icon.svg` and a deck."""

from __future__ import annotations

import os
from pathlib import Path

import django

from ludocards.engine.registry import GAMES
from ludopoli.base import images

STATIC = Path(__file__).resolve().parents[1] / "static"
CORNERS = '<rect width="32" height="32" rx="7"'
WHOLE = '<rect x="-2" y="-2" width="36" height="36"'
"""The background of maskable icons: systems cut away up to a fifth, so it has no rounded corners."""

FAN = ("3B", "2D", "AS", "RC", "CD")


def draw(out: Path) -> None:
    """Write the icons of the app, and the preview image of our pages, to a folder."""
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    whole = icon.replace(CORNERS, WHOLE).replace('viewBox="0 0 32 32"', 'viewBox="-2 -2 36 36"')
    drawn = {
        "app-192.png": images.render_png(icon, 192),
        "app-512.png": images.render_png(icon, 512),
        "maskable-512.png": images.render_png(whole, 512),
        "apple-180.png": images.render_png(whole, 180),
        "preview.png": images.render_png(preview()),
    }
    for name, picture in drawn.items():
        (out / name).write_bytes(picture)


def preview() -> str:
    """Return the preview image as SVG: the name of the site, and a hand of cards."""
    fan = "".join(
        f'<g transform="translate(600 880) rotate({12 * (at - 2)})">'
        f'<use href="#{card}" x="-125" y="-610" width="250" height="400"/></g>'
        for at, card in enumerate(FAN)
    )
    named = " · ".join(name.title() for name in GAMES)
    title = f'font-family="{images.TITLE}" font-size="104" fill="#F7EFDD"'
    games = f'font-family="{images.PLAIN}" font-size="34" fill="#E3C27A"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">'
        f'{images.card_defs("italian40", FAN)}<rect width="1200" height="630" fill="#1D4F47"/>{fan}'
        f'<text x="600" y="150" text-anchor="middle" {title}>Ludopoli</text>'
        f'<text x="600" y="212" text-anchor="middle" {games}>{named}</text></svg>'
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
    django.setup()
    draw(STATIC / "icons")
