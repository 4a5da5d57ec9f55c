"""Parts of a file that a request wants (RFC 9110, section 14), so that a broken download can go on."""

from __future__ import annotations

import re

from django.http import HttpRequest

RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


def wanted_range(request: HttpRequest, size: int, etag: str) -> range | None:
    """Return the bytes that a request wants of a file of this size, or None for the whole file.

    An empty range cannot be satisfied. Several ranges at once, and one of another version of the file
    (`If-Range`), get the whole.
    """
    asked = RANGE.fullmatch(request.headers.get("Range", ""))
    if request.method != "GET" or asked is None or request.headers.get("If-Range", etag) != etag:
        return None
    match asked.groups():
        case "", "":
            return None
        case "", last:
            return range(max(0, size - int(last)), size)
        case first, "":
            return range(int(first), size)
        case first, last if int(first) <= int(last):
            return range(int(first), min(int(last) + 1, size))
    return None
