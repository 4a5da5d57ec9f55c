"""`{% load modules %}`: all scripts that a page needs, so that the browser can fetch them in one round
trip."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static

from ludopoli.http import languages, static_files

register = template.Library()
register.simple_tag(languages.catalogue_address)
register.simple_tag(static_files.folder_addresses, name="static_addresses")

NARROW, WIDE = "(max-width: 40rem)", "(min-width: 40.01rem)"
CONTRAST, USUAL = "(prefers-contrast: more)", "(prefers-contrast: no-preference)"

IMPORT = re.compile(r"""^(?:import|export)\b[^;"']*["'](\.[^"']+)["'];""", re.MULTILINE)


@register.simple_tag
@cache
def modules(*names: str) -> list[str]:
    """The URLs of these modules and of all that they import statically."""
    return [static(name) for name in sorted(set(_reached(names, set())))]


def _reached(names: tuple[str, ...], known: set[str]) -> Iterator[str]:
    for name in names:
        path = finders.find(name)
        if name in known or not path:
            continue
        known.add(name)
        yield name
        imported = IMPORT.findall(Path(path).read_text())
        yield from _reached(tuple(normpath(join(dirname(name), other)) for other in imported), known)


@register.simple_tag
def drawings(drawing: str, settings: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The files of a drawing for which `js/table/deck.js` may ask, each with the media in which it does.

    They follow from the reader's settings (`own_settings`); a guest may have chosen others in their browser.
    """
    indices, contrast = (settings["values"][name] for name in ("indices", "contrast"))
    by_contrast = {None: [("-contrast", CONTRAST), ("", USUAL)], True: [("-contrast", "")], False: [("", "")]}
    by_indices = {"auto": [("-large", NARROW), ("", WIDE)], "large": [("-large", "")], "small": [("", "")]}
    variants = product(by_contrast[contrast], by_indices[indices])
    return [
        (static(f"decks/{drawing}{suits}{figures}.svg"), " and ".join(filter(None, (one, other))))
        for (suits, one), (figures, other) in variants
    ]
