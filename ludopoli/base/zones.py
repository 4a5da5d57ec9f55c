"""Time zones: pages show times in the reader's, and days begin and end for everybody in the site's.

The reader's is that of the device, which `static/js/site.js` stores in a cookie; without it, the site's own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel.dates import get_timezone_location
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

COOKIE = "zona"


def named(name: str) -> ZoneInfo | None:
    """The zone of this name, `Europe/Rome`; None if there is none."""
    return ZoneInfo(name) if name in _names() else None


def known(name: str) -> str:
    """The name of a zone, empty if there is no such zone."""
    return name if name in _names() else ""


@cache
def _names() -> frozenset[str]:
    return frozenset(available_timezones())


def in_zone_of_reader(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer each request in the zone of the reader's device."""

    def answer(request: HttpRequest) -> HttpResponse:
        with timezone.override(named(request.COOKIES.get(COOKIE, ""))):
            return get_response(request)

    return answer


def is_sites() -> bool:
    """True if the reader's zone is the site's."""
    return str(timezone.get_current_timezone()) == str(timezone.get_default_timezone())


def city(zone: tzinfo | None = None) -> str:
    """The city by which people know a zone, in the reader's language; by default, of the reader's zone."""
    return _city(str(zone or timezone.get_current_timezone()), get_language() or "it")


@cache
def _city(name: str, language: str) -> str:
    place: str = get_timezone_location(name, locale=language.partition("-")[0], return_city=True)
    return place.rpartition("/")[2]


def city_of_site() -> str:
    return city(timezone.get_default_timezone())


def with_city(time: str) -> str:
    """A written time with its zone, for texts that leave their page: `9 nov 2026, 21:05 (Roma)`."""
    return f"{time} ({city()})"


def site_day(at: datetime | None = None) -> date:
    """The day of a moment, by default of now, where the site is: puzzles, months and seasons turn there."""
    return timezone.localdate(at, timezone.get_default_timezone())
