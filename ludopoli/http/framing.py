"""Pages that other sites may show in a frame. All others are refused, by the headers of the settings."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt

ANYBODY = ("*",)

HOST = re.compile(r"([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]", re.IGNORECASE)
"""The name of a site on the internet."""

LONGEST_ORIGIN = 100


def let_frame(request: HttpRequest, page: HttpResponse, origins: Collection[str]) -> HttpResponse:
    """Let pages of these origins show a page in a frame; without any, it keeps its headers."""
    if not origins:
        return page
    xframe_options_exempt(csp_replace({"frame-ancestors": [*origins]})(lambda _request: page))(request)
    return page


def origin_of(address: str) -> str | None:
    """Return the origin of a site's address, `https://example.org`; None if a frame's policy cannot name it.

    A name without a scheme means https. The host is in ASCII, as browsers send it.
    """
    whole = address if "://" in address else f"https://{address}"
    try:
        parts = urlsplit(whole)
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("https", "http") or not HOST.fullmatch(host):
        return None
    origin = f"{parts.scheme}://{host}" + (f":{port}" if port else "")
    return origin if origin.isascii() and len(origin) <= LONGEST_ORIGIN else None
