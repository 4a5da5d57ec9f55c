"""The style guide at `/design/`, for developers.

It has no lists of its own: tokens are read from `tokens.css`, icons from `icons.svg`, cards from the catalog;
the components are the real classes, once in each theme.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games import texts
from ludocards.engine.registry import GAMES
from ludocards.words.cards import card_name
from ludopoli.base.decks import BACKS, REGIONAL, SHOWCASE

PAPERS = ("paper", "surface", "sunken")
READ_ON = (
    dict.fromkeys(("ink", "ink-2", "terracotta", "brass", "ok", "danger", "info", "focus-page"), PAPERS)
    | {"line-strong": PAPERS, "on-accent": ("accent-fill",), "on-alarm": ("alarm",)}
    | {"on-bright": ("bright", "felt-brass"), "on-bright-2": ("bright",), "bright-edge": ("bright",)}
    | dict.fromkeys(("on-felt", "on-felt-2", "felt-brass"), ("felt",))
)
"""The backgrounds on which each text colour is used; colours of suits are used on cards, and left out."""

BORDERS = {"line-strong", "focus-page", "bright-edge"}
TEXT, BORDER = 4.5, 3.0
"""The contrast required of text, and of other elements (WCAG 2.2)."""

VARIANTS = ("", "-large", "-contrast", "-contrast-large")
WIDTHS = (44, 90, 300)
"""Widths of cards in pixels: in a hand on a phone, in a hand on a desktop, enlarged."""

MOVES = (
    ("--d-quick, ease", _("a button is pressed")),
    ("--d-calm, --e-out", _("a card rises, a panel opens")),
    ("--d-card, --e-throw", _("a card is played")),
    ("--d-trick, --e-gather", _("a trick is taken")),
)
"""The durations of movements, each with its easing curve."""


class Pair(NamedTuple):
    """A colour in the light and the dark theme, as `#RRGGBB`."""

    light: str
    dark: str


SAMPLE = {"people": ("Nunzia", "Rosalia", "Ferro", "Duilio", "Totò", "Vito"), "said": "Pronti"}
"""The names in the sample seats, and the words in the sample bubble."""


@dataclass(frozen=True)
class DesignToken:
    """A custom property of `tokens.css`, without its two dashes."""

    name: str
    value: str
    group: str
    colour: Pair | None = None
    worst: Pair | None = None
    """The lowest contrast with its backgrounds, as text with one decimal."""

    @property
    def shown(self) -> str:
        """The kind of its sample: `colour`, `type`, `space`, `radius`, or empty for none."""
        if re.search(r"#\w{3}|color-mix|^var\(", self.value) and not self.name.startswith("shadow"):
            return "colour"
        return {"t": "type", "s": "space", "r": "radius"}.get(self.name.partition("-")[0], "")


@cache
def tokens() -> tuple[DesignToken, ...]:
    """Every token, in the order of the file."""
    css = (settings.ASSETS_DIR / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    root = css[css.index(":root {") : css.index("\n}\n", css.index(":root {"))]
    found: list[tuple[str, str, str]] = []
    group = ""
    root = re.sub(r"/\*(?! -{4}).*?\*/", "", root)
    for heading, name, value in re.findall(r"/\* -{4} ([\w ,]+)|--([\w-]+):\s*([^;]+);", root):
        group = heading.strip() or group
        if name:
            found.append((name, value, group))
    colours = {name: pair for name, value, _ in found if (pair := _pair(value))}
    return tuple(DesignToken(*each, colours.get(each[0]), _worst(each[0], colours)) for each in found)


def _pair(value: str) -> Pair | None:
    shades = re.fullmatch(r"light-dark\((#\w{6}), (#\w{6})\)|(#\w{6})", value)
    if shades is None:
        return None
    light, dark, both = shades.groups()
    return Pair(light or both, dark or both)


def _worst(name: str, colours: dict[str, Pair]) -> Pair | None:
    grounds = READ_ON.get(name)
    if grounds is None:
        return None
    least = (
        min(contrast(colours[name][theme], colours[ground][theme]) for ground in grounds) for theme in (0, 1)
    )
    return Pair(*(f"{ratio:.1f}" for ratio in least))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21, by WCAG 2.2."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


@cache
def icons() -> tuple[str, ...]:
    drawn = (settings.ASSETS_DIR / "static" / "icons.svg").read_text(encoding="utf-8")
    return tuple(re.findall(r'<symbol id="([\w-]+)"', drawn))


@require_safe
@login_required
def design_page(request: HttpRequest) -> HttpResponse:
    """The style guide, for staff only. Sprites are heavy: it shows one deck (`mazzo`) in one variant
    (`veste`)."""
    if not request.user.is_staff:
        raise PermissionDenied
    decks = {GAMES[game].deck.name: game for game in GAMES}
    decks |= {name: decks[deck] for deck, names in REGIONAL.items() for name in names}
    deck, variant = request.GET.get("mazzo", ""), request.GET.get("veste", "")
    deck = deck if deck in decks else next(iter(decks))
    variant = variant if variant in VARIANTS else ""
    played = GAMES[decks[deck]].deck
    cards = [(code, card_name(played.name, code)) for code in played.cards]
    context = SAMPLE | {
        "game": texts.texts_of_game(decks[deck]).name,
        "groups": _grouped(),
        "icons": icons(),
        "themes": ("light", "dark"),
        "moves": MOVES,
        "sprite": deck + variant,
        "cards": cards,
        "showcase": SHOWCASE[played.name],
        "backs": [f"back-{name}" for name in BACKS],
        "widths": WIDTHS,
        "decks": [(each, f"?{urlencode({'mazzo': each, 'veste': variant})}", each == deck) for each in decks],
        "variants": [
            (deck + each, f"?{urlencode({'mazzo': deck, 'veste': each})}", each == variant)
            for each in VARIANTS
        ],
    }
    return render(request, "design/page.html", context)


def _grouped() -> dict[str, list[DesignToken]]:
    groups: dict[str, list[DesignToken]] = {}
    for token in tokens():
        groups.setdefault(token.group, []).append(token)
    return groups
