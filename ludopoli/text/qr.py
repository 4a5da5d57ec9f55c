"""QR codes of links, as inline SVG."""

from __future__ import annotations

import qrcode  # type: ignore[import-untyped]
from django.utils.safestring import SafeString, mark_safe
from qrcode.image.svg import SvgPathImage  # type: ignore[import-untyped]


def qr_code(link: str) -> SafeString:
    """Return the QR code of a link as inline SVG."""
    picture = qrcode.make(link, image_factory=SvgPathImage)
    return mark_safe(picture.to_string(encoding="unicode"))
