"""Requests that are refused before they are read: no page or operation can mean them."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

CHARSETS = ("utf-8", "utf8")


def readable(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse an address with a NUL in it, and a body that claims to be in another charset than UTF-8.

    No name has a NUL, and PostgreSQL takes no text with one. Of the charsets that Python knows some take
    seconds: 200 KB as `punycode` half a minute.
    """

    def refuse(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("an address with a NUL")
        if (request.content_params or {}).get("charset", CHARSETS[0]).lower() not in CHARSETS:
            raise BadRequest("a charset other than UTF-8")
        return get_response(request)

    return refuse
