"""The former addresses that v1 still answers: since when, until when, and what has taken their place.

Sources: RFC 9745 (`Deprecation`), RFC 8594 (`Sunset`), RFC 5829 (`successor-version`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.http import http_date
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from ludopoli.api.middleware import PREFIX
from ludopoli.api.operations import document_operation


@dataclass(frozen=True, slots=True)
class MovedAddress:
    """Everything at and below the address `former` is now at and below `current`."""

    former: str
    current: str
    since: datetime
    sunset: datetime


MOVED = (
    MovedAddress(
        "puzzles/mistakes/",
        "me/mistakes/",
        since=datetime(2026, 11, 30, tzinfo=UTC),
        sunset=datetime(2027, 6, 1, tzinfo=UTC),
    ),
)

HEADERS = {
    "Location": "the current address",
    "Deprecation": "since when this address is out of date: `@`, and seconds since 1970",
    "Sunset": "how long it answers at least",
    "Link": "the current address, as `successor-version`",
}
"""The headers of the answer at a former address."""


class MovedView(APIView):
    """A former address. It leads to the current one, and says how long."""

    moved = MOVED[0]

    @document_operation(
        responses={
            200: OpenApiResponse(description="as at the current address, if the client follows"),
            308: OpenApiResponse(description="send the same request to `Location`"),
        },
        parameters=[
            OpenApiParameter(name, location=OpenApiParameter.HEADER, response=[308], description=said)
            for name, said in HEADERS.items()
        ],
        tags=["moved"],
    )
    def get(self, request: Request, rest: str = "") -> HttpResponse:
        """Moved, with all that was below it."""
        query = request.META.get("QUERY_STRING", "")
        address = f"{PREFIX}{self.moved.current}{quote(rest)}{query and f'?{query}'}"
        answer = redirect(address, permanent=True, preserve_request=True)
        answer["Deprecation"] = f"@{int(self.moved.since.timestamp())}"
        answer["Sunset"] = http_date(self.moved.sunset.timestamp())
        answer["Link"] = f'<{address}>; rel="successor-version"'
        return answer

    post = get


moved_urls: list[URLPattern] = [
    url
    for moved in MOVED
    for url in (
        path(f"v1/{moved.former}", MovedView.as_view(moved=moved, http_method_names=["get", "head"])),
        path(f"v1/{moved.former}<path:rest>", MovedView.as_view(moved=moved, schema=None)),
    )
]
"""Only the first is in the document: what was below may not be told apart from current addresses."""
