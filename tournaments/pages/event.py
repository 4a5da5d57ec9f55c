"""The page of one event, which is live, and what is printed of it.

What everybody sees alike is made once for each revision of the event, however many look at it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games import texts
from games.engine.catalog import GAMES
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from tournaments import access, selectors
from tournaments.formats.catalog import FORMATS
from tournaments.models import Claim, Entry, Event, Member, Round, TournamentTable
from tournaments.pages.shown import EventShown

COMMON = ("facts", "news", "rounds", "nav", "standings", "tables", "entries", "about")
"""The templates of what everybody sees alike."""

KEPT_SECONDS = 60
"""Names may change, which no revision tells."""


@dataclass(frozen=True, slots=True)
class Mine:
    """What the reader has to do with an event."""

    entry: Entry | None
    member: Member | None
    others: tuple[str, ...]
    """Who plays with him, or has been asked to."""
    table: TournamentTable | None
    directs: bool
    to_claim: tuple[TournamentTable, ...] = ()
    """His tables about which a director can be called."""
    claims: tuple[Claim, ...] = ()

    @property
    def is_asked(self) -> bool:
        """Somebody would like to play with him, and waits for an answer."""
        return self.member is not None and not self.member.accepted

    @property
    def waits(self) -> bool:
        """His partner has not answered yet."""
        return self.entry is not None and self.entry.status == Entry.Status.ASKED and not self.is_asked

    @property
    def is_in(self) -> bool:
        return self.entry is not None and self.entry.status != Entry.Status.WITHDRAWN


@require_safe
@never_cache
@ensure_csrf_cookie
def page(request: HttpRequest, event: str) -> HttpResponse:
    return render(request, "tournaments/event.html", _context(request, event))


@require_safe
@never_cache
def parts(request: HttpRequest, event: str) -> HttpResponse:
    """What moves on the page, for the page that shows it already."""
    return render(request, "tournaments/_parts.html", _context(request, event))


@require_safe
@never_cache
def printed(request: HttpRequest, event: str) -> HttpResponse:
    found = access.access_event(request.user, event)
    return render(request, "tournaments/print.html", {**_about(found), "shown": _shown(found)})


@require_safe
@never_cache
def own_table(request: HttpRequest, event: str) -> HttpResponse:
    """To the table that waits for the reader, or to the page that says when there will be one."""
    found = access.access_event(request.user, event)
    mine = selectors.my_table(request.user, found)
    return redirect(found) if mine is None or mine.table is None else redirect("table", mine.table.code)


def _context(request: HttpRequest, event: str) -> dict[str, Any]:
    found = access.access_event(request.user, event)
    mine = _mine(request, found)
    common = _common(found, _plays_these(found, mine))
    return {
        **_about(found),
        **common,
        "parts": {name: _marked(html, mine) for name, html in common["parts"].items()},
        "mine": mine,
        "place": None if mine.entry is None else common["places"].get(mine.entry.number),
        "announcements": selectors.announcements(found),
        "why_cancelled": selectors.why_cancelled(found),
        "may_enter": (found.takes_entries or common["takes_late"]) and mine.entry is None,
        "together": found.unit == Event.Unit.PAIR and found.pairs == Event.Pairs.TOGETHER,
        "friends": _friends(request, found) if found.takes_entries and mine.entry is None else (),
    }


def _about(found: Event) -> dict[str, Any]:
    """What does not move, or with the status only."""
    preset = found.rules["preset"]
    return {
        "event": found,
        "game_name": texts.game_name(found.game),
        "rules_name": found.rules_name or texts.preset_name(found.game, preset),
        "preset": preset if preset in GAMES[found.game].presets else "",
        "drawn_pairs": found.unit == Event.Unit.PAIR and found.pairs != Event.Pairs.TOGETHER,
        "is_before": found.status in selectors.BEFORE,
        "revealed": found.is_over and found.started_at is not None,
    }


# ---- what everybody sees alike


def _common(found: Event, plays_these: bool) -> dict[str, Any]:
    """The parts of the page, and what the reader's own part has to know of the event.

    Who plays these deals is not shown where they can be watched.
    """
    key = f"event:{found.code}:{found.revision}:{get_language()}:{plays_these:d}"
    known: dict[str, Any] | None = cache.get(key)
    if known is None:
        shown = _shown(found)
        context = {**_about(found), "shown": shown, "plays_these": plays_these}
        known = {
            "parts": {name: render_to_string(f"tournaments/_{name}.html", context) for name in COMMON},
            "count": len(shown.entries),
            "flows": shown.format.flows,
            "takes_late": shown.takes_late,
            "places": {line.entry.number: (line.place, line.score) for line in shown.lines},
        }
        cache.set(key, known, KEPT_SECONDS)
    return known


def _shown(found: Event) -> EventShown:
    return EventShown(selectors.sheet(found))


# ---- what is the reader's


def _mine(request: HttpRequest, found: Event) -> Mine:
    user, directs = request.user, access.directs(request.user, found)
    entry = selectors.my_entry(user, found)
    if entry is None:
        return Mine(None, None, (), None, directs)
    members = list(entry.members.all())
    others = tuple(selectors.member_name(each) for each in members if each.user_id != user.pk)
    member = next(each for each in members if each.user_id == user.pk)
    table = selectors.my_table(user, found)
    if found.started_at is None:
        return Mine(entry, member, others, table, directs)
    to_claim = tuple(selectors.to_claim(user, found, timezone.now()))
    claims = tuple(selectors.claims(found).filter(by=user.pk))
    return Mine(entry, member, others, table, directs, to_claim, claims)


def _plays_these(found: Event, mine: Mine) -> bool:
    """Whether the reader has played, plays or will play the deals that are at the tables now."""
    format = FORMATS[found.format]
    if mine.entry is None or not found.settings.get("duplicate", format.duplicate):
        return False
    tables = TournamentTable.objects.filter(round__event=found)
    if not format.flows:
        tables = tables.exclude(round__status=Round.Status.OVER)
    return any(mine.entry.number in places for places in tables.values_list("places", flat=True))


def _marked(html: SafeString, mine: Mine) -> SafeString:
    """With the reader's own lines made out."""
    ours = [] if mine.entry is None else [f'data-entry="{mine.entry.number}"']
    ours += [] if mine.table is None else [f'data-table="{mine.table.pk}"']
    for place in ours:
        html = mark_safe(html.replace(place, f'{place} class="me"'))
    return html


def _friends(request: HttpRequest, found: Event) -> list[str]:
    """Whom the reader might enter with."""
    if not isinstance(request.user, User) or found.unit != Event.Unit.PAIR:
        return []
    friends = people.friends_of(request.user).filter(is_active=True)
    return list(friends.order_by("username").values_list("username", flat=True))
