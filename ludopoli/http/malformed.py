"""Malformed requests, which are refused before any view sees them."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

CHARSETS = ("utf-8", "utf8")


def readable(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse addresses with a NUL, and bodies that claim another charset than UTF-8.

    PostgreSQL accepts no text with a NUL. Some of Python's codecs are very slow: 200 KB as `punycode` take
    half a minute.
    """

    def refuse(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("an address with a NUL")
        if (request.content_params or {}).get("charset", CHARSETS[0]).lower() not in CHARSETS:
            raise BadRequest("a charset other than UTF-8")
        return get_response(request)

    return refuse
