"""`{% load modules %}`: all that a page's scripts need, which the browser fetches in one round trip."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from django import template
from django.templatetags.static import static

from ludopoli.http import languages, scripts, static_files

register = template.Library()
register.simple_tag(languages.catalogue_address)
register.simple_tag(static_files.folder_addresses, name="static_addresses")
register.simple_tag(scripts.page_scripts)

NARROW = "((max-width: 40rem) or (max-height: 26rem))"
WIDE = "(min-width: 40.01rem) and (min-height: 26.01rem)"
"""A phone, either way up, and any larger window."""
CONTRAST, USUAL = "(prefers-contrast: more)", "(prefers-contrast: no-preference)"


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
