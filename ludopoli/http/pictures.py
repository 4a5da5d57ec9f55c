"""Responses with pictures that the server draws, for link previews and to be sent around."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import translation
from django.utils.http import parse_etags

from ludopoli.base import images
from ludopoli.http import error_pages, throttle

PER_SECOND, AT_ONCE = 0.5, 20
"""The rate limit for pictures, by IP address: rendering the hands of a deal takes half a second."""


def picture_response(request: HttpRequest, draw: Callable[[], str], *, cache_control: str) -> HttpResponse:
    """Answer with the SVG that `draw` returns as a PNG, its texts in the language `?lingua=`."""
    bucket_key = ("pictures", throttle.address_block(throttle.client_address(request)))
    if not throttle.shared_bucket(bucket_key, PER_SECOND, AT_ONCE).take():
        return error_pages.too_many_requests(request)
    language = request.GET.get("lingua", "")
    with translation.override(language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        svg = draw()
    etag = f'"{hashlib.sha256(svg.encode()).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": cache_control}
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(_png(svg), content_type="image/png", headers=headers)


@lru_cache(maxsize=64)
def _png(svg: str) -> bytes:
    return images.render_png(svg)
