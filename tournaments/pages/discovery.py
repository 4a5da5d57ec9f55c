"""Pages for machines that come across the site: crawlers, readers of feeds, language models; and for people
who have found a hole.

Everything here is what a reader without an account may see. People are in none of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from xml.etree import ElementTree

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubs.access import access_club
from clubs.selectors import all_federations, public_clubs
from games import texts
from games.pages.view_helpers import asked_public_game
from games.play.selectors import of_public_game
from ludocards.engine.registry import GAMES
from ludopoli.text.letters import UNREADABLE
from tournaments import selectors
from tournaments.models import Event
from tournaments.outlets import calendar_file

PLAIN = "text/plain; charset=utf-8"

NOT_FOR_CRAWLERS = ("account", "admin:index", "friends", "notices", "challenges", "moderation", "report")
"""The addresses below which there is nothing for them."""

PAGES = (
    *("home", "lobby", "calendar", "deal-of-the-day", "rules", "courses", "puzzles", "leaderboard"),
    *("clubs", "federations", "archive", "api", "documents"),
)
"""The pages that everybody starts from."""

MOST_LISTED = 10_000
"""The most clubs, and the most events, in the site map, whose limit is 50,000 addresses."""

VALID_FOR = timedelta(days=180)
"""Security.txt asks for less than a year."""

for_everybody = cache_control(public=True, max_age=3600)


def _absolute(name: str, *args: str) -> str:
    return settings.SITE_URL + reverse(name, args=args)


def _text(*lines: str) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type=PLAIN)


@require_safe
@for_everybody
def robots_file(request: HttpRequest) -> HttpResponse:
    closed = (f"Disallow: {reverse(name)}" for name in NOT_FOR_CRAWLERS)
    return _text("User-agent: *", *closed, "", f"Sitemap: {_absolute('sitemap')}")


@require_safe
@for_everybody
def security_file(request: HttpRequest) -> HttpResponse:
    """RFC 9116: whom to tell of a hole."""
    ends = (timezone.now() + VALID_FOR).date()
    return _text(
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {ends.isoformat()}T00:00:00Z",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {_absolute('security-file')}",
    )


@require_safe
@for_everybody
def language_model_file(request: HttpRequest) -> HttpResponse:
    """llmstxt.org: what the site is, and where its texts for machines are."""
    with translation.override("en"):
        games = ", ".join(texts.game_name(game) for game in GAMES)
        links = {
            "Programs": {
                "OpenAPI document": f"{_absolute('openapi')}?format=json",
                "AsyncAPI document of sockets, streams and webhooks": _absolute("asyncapi"),
                "JSON Schema of the record of a match": _absolute("record-schema"),
                "Documents, as text to `Accept: text/markdown`": _absolute("documents"),
                "How to write programs for the site": _absolute("document", "api.md"),
                "Rules, bots and environments as a library, `pip install ludocards`": _absolute(
                    "document", "library.md"
                ),
                **({"Source": settings.SOURCE_URL} if settings.SOURCE_URL else {}),
            },
            "Data": {
                "Every public match, month by month": _absolute("archive"),
                "What is in these files, and how to verify them": _absolute("document", "exports.md"),
                "How ratings are computed": _absolute("document", "ratings.md"),
                "Tournaments (Atom)": _absolute("calendar-atom"),
                "Tournaments (iCalendar)": _absolute("calendar-ics"),
            },
            "Rules": {texts.game_name(game): _absolute("rules-game", game) for game in GAMES},
        }
    lines = ["# Ludopoli", "", f"> Italian card games, live, with people or with bots: {games}."]
    lines += ["", "Free software under AGPL-3.0-or-later."]
    for heading, of_it in links.items():
        lines += ["", f"## {heading}", "", *(f"- [{title}]({address})" for title, address in of_it.items())]
    return _text(*lines)


@require_safe
@for_everybody
def site_map(request: HttpRequest) -> HttpResponse:
    """The addresses that crawlers may list (sitemaps.org)."""
    root = ElementTree.Element("urlset", xmlns="http://www.sitemaps.org/schemas/sitemap/0.9")
    for address in _listed_addresses():
        ElementTree.SubElement(ElementTree.SubElement(root, "url"), "loc").text = address
    written = ElementTree.tostring(root, encoding="utf-8")
    return HttpResponse(written, content_type="application/xml; charset=utf-8")


def _listed_addresses() -> Iterator[str]:
    yield from (_absolute(name) for name in PAGES)
    for game in GAMES:
        yield _absolute("rules-game", game)
        yield from (_absolute("rules-page", game, preset) for preset in GAMES[game].presets)
    yield from (_absolute("club", club.code) for club in public_clubs()[:MOST_LISTED])
    yield from (_absolute("federation", each.slug) for each in all_federations())
    events = (
        selectors.listed_events(AnonymousUser()).filter(deal_of_the_day=None).order_by("-starts_at", "-pk")
    )
    yield from (settings.SITE_URL + event.get_absolute_url() for event in events[:MOST_LISTED])


@require_safe
def calendar_atom(request: HttpRequest) -> HttpResponse:
    """The tournaments of the calendar."""
    game = asked_public_game(request)
    events = calendar_file.upcoming_events(AnonymousUser(), of_public_game(game))
    asked = f"?gioco={game.code}" if game else ""
    title = game.name if game else _("Tournaments")
    return _feed(events, title, _absolute("calendar") + asked, _absolute("calendar-atom") + asked)


@require_safe
def club_atom(request: HttpRequest, club: str) -> HttpResponse:
    """The tournaments of a club that is not private."""
    found, _own = access_club(AnonymousUser(), club)
    events = calendar_file.upcoming_events(AnonymousUser(), club=found)
    return _feed(events, found.name, _absolute("club-calendar", club), _absolute("club-atom", club))


def _feed(events: Iterable[Event], title: str, page: str, address: str) -> HttpResponse:
    """Tournaments as a feed (RFC 4287), the latest announced or changed first.

    What people have written is no markup in it, and cannot break it.
    """
    feed = Atom1Feed(f"Ludopoli: {title}", page, "", feed_url=address, language=translation.get_language())
    for event in sorted(events, key=calendar_file.changed_at, reverse=True):
        words = calendar_file.describe_in_file(event)
        feed.add_item(
            title=event.name,
            link=settings.SITE_URL + event.get_absolute_url(),
            description=linebreaks(UNREADABLE.sub("", words), autoescape=True),
            pubdate=event.created_at,
            updateddate=calendar_file.changed_at(event),
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)
