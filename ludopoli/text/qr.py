"""QR codes of links, as inline SVG."""

from __future__ import annotations

from functools import lru_cache

import qrcode  # type: ignore[import-untyped]
from django.utils.safestring import SafeString, mark_safe
from qrcode.image.svg import SvgPathImage  # type: ignore[import-untyped]

KEPT = 300
"""The latest codes of a process; drawing one takes ten milliseconds, and a page of place cards has many."""


@lru_cache(maxsize=KEPT)
def qr_code(link: str) -> SafeString:
    """Return the QR code of a link as inline SVG."""
    picture = qrcode.make(link, image_factory=SvgPathImage)
    return mark_safe(picture.to_string(encoding="unicode"))
