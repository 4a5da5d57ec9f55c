"""Middleware for all addresses of the API: reading from other sites (CORS), and headers about the rate."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

PREFIX = f"{settings.SITE_PATH}api/v1/"
READS = ("GET", "HEAD")
SENDS = "Accept, Accept-Language, Content-Type, If-None-Match, Last-Event-ID"
SHOWS = "ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Deprecation, Sunset, Link"
A_DAY = 24 * 3600

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


class ApiAccessMiddleware:
    """Let scripts of any site read public data (CORS), and say how much of the rate is left.

    A request with a token or a session gets no CORS header, so no script of another site can read or do
    anything on behalf of a person.
    """

    async_capable = sync_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response, self.waits = get_response, iscoroutinefunction(get_response)
        if self.waits:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        if self.waits:
            return self._later(request)
        return self._finished(request, self._preflight(request) or self.get_response(request))

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        return self._finished(request, self._preflight(request) or await self.get_response(request))

    def _preflight(self, request: HttpRequest) -> HttpResponse | None:
        """The answer to a browser's CORS preflight; only reading is allowed."""
        wanted = request.headers.get("Access-Control-Request-Method")
        if request.method != "OPTIONS" or wanted is None or not request.path.startswith(PREFIX):
            return None
        answer = HttpResponse(status=HTTPStatus.NO_CONTENT)
        if wanted in READS:
            answer["Access-Control-Allow-Methods"] = ", ".join(READS)
            answer["Access-Control-Allow-Headers"] = SENDS
            answer["Access-Control-Max-Age"] = str(A_DAY)
        patch_vary_headers(answer, ["Access-Control-Request-Method"])
        return answer

    def _finished(self, request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
        if not request.path.startswith(PREFIX):
            return answer
        if request.method in (*READS, "OPTIONS"):
            if is_anonymous(request):
                answer["Access-Control-Allow-Origin"] = "*"
                answer["Access-Control-Expose-Headers"] = SHOWS
            patch_vary_headers(answer, ["Authorization", "Cookie"])
        for name, value in getattr(request, RATE, {}).items():
            answer[f"RateLimit-{name}"] = str(value)
        return answer


RATE = "rate_limit"
"""The attribute of a request in which a throttle leaves the state of its rate."""


def is_anonymous(request: HttpRequest) -> bool:
    """Return whether a request has no credentials."""
    return "Authorization" not in request.headers and settings.SESSION_COOKIE_NAME not in request.COOKIES
