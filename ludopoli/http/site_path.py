"""The path under which the site is, `/carte/` for `https://example.org/carte`: every address begins with it.

A proxy may pass it on or strip it, and probes on this machine do not know it.
"""

from __future__ import annotations

import re

from django.conf import settings

ADDRESS = re.compile(r"https?://[^/?#\s]+(?P<path>/(?:(?!\.{1,2}/)[A-Za-z0-9._~-]+/)*)")
"""The address of a site, with a path that no browser, proxy or cookie writes in another way."""

LONGEST = 50
"""The most characters of a path: stored addresses contain it, such as that of a notice."""


def is_possible_site_path(address: str) -> bool:
    """Return whether a site can have this address, which ends with a slash."""
    found = ADDRESS.fullmatch(address)
    return found is not None and len(found["path"]) <= LONGEST


def whole_path(path: str) -> str:
    """Return the path of a request with that of the site, which a proxy may have stripped."""
    if f"{path}/".startswith(settings.SITE_PATH):
        return path
    return settings.SITE_PATH + path.removeprefix("/")
