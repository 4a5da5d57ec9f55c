"""Tags for what all pages have in common: the current section, and markup that is rendered once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.base import NodeList, Parser, Token
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ludopoli.text import zones

register = template.Library()


@dataclass(frozen=True, slots=True)
class NavigationEntry:
    """A link of the main navigation."""

    code: str
    page: str
    """The name of the address to which it leads."""
    name: Promise
    icon: str


SECTIONS = (
    NavigationEntry("play", "lobby", gettext_lazy("Play"), "table"),
    NavigationEntry("tournaments", "calendar", gettext_lazy("Tournaments"), "crown"),
    NavigationEntry("clubs", "clubs", gettext_lazy("Clubs"), "coffee"),
    NavigationEntry("learn", "courses", gettext_lazy("Learn"), "book"),
    NavigationEntry("people", "leaderboard", gettext_lazy("People"), "users"),
)
"""The main navigation, the same at a desk and on a phone."""

BY_FOLDER = {
    "tavoli": "play",
    "tornei": "tournaments",
    "circoli": "clubs",
    "lezioni": "learn",
    "giocate": "learn",
    "regole": "learn",
    "classifiche": "people",
    "giocatori": "people",
    "amici": "people",
}
"""The sections by the first part of an address."""


@register.filter
def section(request: HttpRequest) -> str:
    """The section of the main navigation to which a page belongs, or ""."""
    return BY_FOLDER.get(request.path.removeprefix(settings.SITE_PATH).partition("/")[0], "")


@register.inclusion_tag("partials/sections.html")
def sections(current: str, icons: bool = False) -> dict[str, Any]:
    return {"sections": SECTIONS, "current": current, "icons": icons}


@register.simple_tag(takes_context=True)
def way_back(context: template.Context) -> str:
    """The query with which signing in or up leads back to this page; nothing for a page that answers a
    form."""
    request: HttpRequest = context["request"]
    return f"?{urlencode({'next': request.get_full_path()})}" if request.method == "GET" else ""


@register.simple_tag
def time_zone(request: HttpRequest) -> SafeString:
    """The attributes of the page for its scripts: the zone of its times and the minutes by which it is ahead
    of UTC now, the zone's city if it is not the site's, and the locale by which they write dates. A page that
    answers a form may not be loaded again."""
    city = "" if zones.is_sites() else zones.zone_city()
    once = "" if request.method == "GET" else " data-once"
    return format_html(
        'data-zone="{}" data-offset="{}" data-city="{}" data-dates="{}"{}',
        timezone.get_current_timezone(),
        round((timezone.localtime().utcoffset() or timedelta()).total_seconds() / 60),
        city,
        zones.locale_of_dates(),
        once,
    )


@register.simple_tag
def whose_times() -> str:
    """Name the zone of the times on a page, and that of its days if it is another."""
    here, there = zones.zone_city(), zones.city_of_site()
    if zones.is_sites():
        return _("Time zone: %(here)s.") % {"here": here}
    return _("Time zone: %(here)s; days and seasons follow %(there)s.") % {
        "here": here,
        "there": there,
    }


@register.simple_tag
def source_url() -> str:
    """The address of the source of the site, if its operator has named one."""
    return settings.SOURCE_URL


class Once(template.Node):
    def __init__(self, nodelist: NodeList, names: list[str]) -> None:
        self.nodelist, self.names = nodelist, names
        self.rendered: dict[tuple[Hashable, ...], SafeString] = {}

    def render(self, context: template.Context) -> SafeString:
        given = {name: context[name] for name in self.names}
        key = tuple(given.values())
        if key not in self.rendered or settings.DEBUG:
            self.rendered[key] = self.nodelist.render(context.new(given))
        return self.rendered[key]


@register.tag
def once(parser: Parser, token: Token) -> Once:
    """Render the content up to `endonce` once in a process for all values of the named variables.

    The content knows no other variables, so nothing of a reader can reach another. The variables must have
    few values: `{% once LANGUAGE_CODE %}`.
    """
    _tag, *names = token.split_contents()
    nodelist: NodeList = parser.parse(("endonce",))
    parser.delete_first_token()
    return Once(nodelist, names)
