"""`{% load modules %}`: the scripts of a game, for a page that will need them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static

register = template.Library()


@register.filter
@cache
def modules(game: str) -> list[str]:
    """The addresses of `js/games/<game>.js` and of what it is made of, `js/games/<game>-….js`."""
    first = finders.find(f"js/games/{game}.js")
    others = Path(first).parent.glob(f"{game}-*.js") if first else ()
    return [static(f"js/games/{name}") for name in (f"{game}.js", *sorted(path.name for path in others))]
