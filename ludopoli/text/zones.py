"""Time zones: pages show times in the reader's, and days begin and end for everybody in the site's.

The reader's comes in a cookie: the one that they have chosen, after the mark `CHOSEN`, or that of the device,
which `static/js/site.js` stores. Without it, it is the site's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel.dates import get_timezone_location
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

COOKIE, CHOSEN = f"zona{settings.SITE_SUFFIX}", "!"
A_YEAR = 365 * 24 * 3600

REGIONS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian",
    "Pacific",
)  # fmt: skip
"""The first parts of the names that people may choose from; the others are for machines."""


def locale_of_dates() -> str:
    """The tag of the locale by which pages and their scripts write dates: `it`, `en-GB`."""
    language = get_language() or "it"
    return "en-GB" if language == "en" else language


def zone_named(name: str) -> ZoneInfo | None:
    """The zone of this name, `Europe/Rome`; None if there is none."""
    return ZoneInfo(name) if name in _names() else None


def known_zone_name(name: str) -> str:
    """The name of a zone, empty if there is no such zone."""
    return name if name in _names() else ""


def of_cookies(cookies: Mapping[str, str]) -> str:
    """The name of the reader's zone; empty if the device has not told it yet."""
    return known_zone_name(cookies.get(COOKIE, "").removeprefix(CHOSEN))


def zone_choices() -> list[str]:
    """The names of the zones from which people choose."""
    return sorted(name for name in _names() if name.partition("/")[0] in REGIONS)


def remember_zone(request: HttpRequest, answer: HttpResponse, chosen: str) -> None:
    """Store the zone that a person has chosen in a cookie; if none, forget the one that was chosen before."""
    if chosen:
        cookie = CHOSEN + chosen
        answer.set_cookie(
            COOKIE,
            cookie,
            A_YEAR,
            path=settings.SITE_PATH,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    elif request.COOKIES.get(COOKIE, "").startswith(CHOSEN):
        answer.delete_cookie(COOKIE, path=settings.SITE_PATH, samesite="Lax")


@cache
def _names() -> frozenset[str]:
    return frozenset(available_timezones())


def in_zone_of_reader(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer each request in the zone of the reader's device."""

    def answer(request: HttpRequest) -> HttpResponse:
        with timezone.override(zone_named(of_cookies(request.COOKIES))):
            return get_response(request)

    return answer


def is_sites() -> bool:
    """True if the reader's zone is the site's."""
    return str(timezone.get_current_timezone()) == str(timezone.get_default_timezone())


def zone_city(zone: tzinfo | str | None = None) -> str:
    """The city by which people know a zone, in the reader's language; by default, of the reader's zone."""
    return _city(str(zone or timezone.get_current_timezone()), get_language() or "it")


@cache
def _city(name: str, language: str) -> str:
    place: str = get_timezone_location(name, locale=language.partition("-")[0], return_city=True)
    return place.rpartition("/")[2]


def city_of_site() -> str:
    return zone_city(timezone.get_default_timezone())


def with_city(time: str) -> str:
    """A written time with its zone, for texts that leave their page: `9 nov 2026, 21:05 (Roma)`."""
    return f"{time} ({zone_city()})"


def site_day(at: datetime | None = None) -> date:
    """The day of a moment, by default of now, where the site is: puzzles, months and seasons turn there."""
    return timezone.localdate(at, timezone.get_default_timezone())
