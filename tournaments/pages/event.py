"""The page of one event, which is live, and what is printed of it.

What everybody sees alike is in `fragments`; here is the reader's own part, and what they unfold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import conditional_page, require_safe

from games import texts
from games.engine.catalog import GAMES
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from tournaments import access, nonces, selectors
from tournaments.formats.catalog import FORMATS
from tournaments.models import GONE, Claim, Entry, Event, Member, Round, TournamentTable
from tournaments.pages import fragments
from tournaments.pages.shown import EventShown

FRESH = {"Cache-Control": "no-cache"}
"""Asked for again each time."""

SOLO = "solo"
"""Asks a page for what is new on it alone, for the page that has folded it."""


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
    rests: Round | None = None
    """The round in which the reader has no table."""

    offer: Member | None = None
    """The place of a partner who has left, which is offered to the reader."""
    vacancies: tuple[Member, ...] = ()
    """Places that the reader may take."""

    @property
    def has_left(self) -> bool:
        return self.member is not None and self.member.left is not None

    @property
    def vacancy(self) -> Member | None:
        """The place that the reader's partner has left."""
        members = self.entry.members.all() if self.entry is not None and self.is_in else ()
        return next((each for each in members if each.left is not None), None)

    @property
    def is_asked(self) -> bool:
        """Somebody would like to play with him, and waits for an answer."""
        return self.member is not None and not self.member.accepted

    @property
    def may_come_back(self) -> bool:
        """Return whether the reader has withdrawn and can undo it."""
        return self.member is not None and selectors.may_come_back(self.member)

    @property
    def waits(self) -> bool:
        """His partner has not answered yet."""
        return self.entry is not None and self.entry.status == Entry.Status.ASKED and not self.is_asked

    @property
    def is_in(self) -> bool:
        return self.entry is not None and self.entry.status not in GONE and not self.has_left


@require_safe
@never_cache
@ensure_csrf_cookie
def page(request: HttpRequest, event: str) -> HttpResponse:
    context = _context(request, event)
    parts = context["now"].whole(context["page"])
    marked = {name: _marked(html, context["mine"]) for name, html in parts.items()}
    return render(request, "tournaments/event.html", {**context, "parts": marked})


@require_safe
@never_cache
def parts(request: HttpRequest, event: str) -> HttpResponse:
    """The reader's own parts, for the page that shows them already."""
    return render(request, "tournaments/_own.html", _context(request, event))


@require_safe
def common(request: HttpRequest, event: str) -> HttpResponse:
    """What everybody sees alike, as far as it differs from the version that the page shows (`da`).

    The reader is not looked up, so that 420 open pages cost little: the page says whether they play these
    deals (`gioca`), which page of the standings it shows, and whose place it states (`io`). Nothing of
    it is secret.
    """
    sent = request.GET
    plays_these, newest = sent.get("gioca") == "1", _number(sent.get("fino"))
    now = fragments.kept(event, newest, plays_these=plays_these) if newest else None
    if now is None:
        found = access.access_event(AnonymousUser(), event)
        now = fragments.snapshot(found, _about(found), plays_these=plays_these)
    known = sent.get("da", "")
    if known == now.version:
        return HttpResponse(status=204, headers=FRESH)
    version = known if fragments.VERSION.fullmatch(known) else ""
    html = fragments.difference(event, now, version, min(_number(sent.get("classifica")) or 1, now.pages))
    place = fragments.place_said(now.places.get(_number(sent.get("io"))))
    about = format_html('<span data-version="{}"></span><p data-part="place">{}</p>', now.version, place)
    return HttpResponse(about + html, headers=FRESH)


@require_safe
@conditional_page
def round_(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """The tables of a round."""
    found = access.access_event(request.user, event)
    shown = _shown(found)
    one = next((each for each in shown.rounds if each.row.number == number), None)
    if one is None or shown.format.flows:
        raise Http404
    plays_these = _plays_these(found, _mine(request, found))
    return _folded(request, "round", {**_about(found), "round": one, "plays_these": plays_these})


@require_safe
@conditional_page
def entry(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """How the numbers of an entry in the standings come about."""
    found = access.access_event(request.user, event)
    shown = _shown(found)
    line = next((each for each in shown.lines if each.entry.number == number), None)
    if line is None:
        raise Http404
    sums = list(zip(shown.break_names, line.breaks, strict=True))
    return _folded(request, "sums", {**_about(found), "line": line, "sums": sums})


@require_safe
@conditional_page
def entries(request: HttpRequest, event: str) -> HttpResponse:
    """Everybody who is in."""
    found = access.access_event(request.user, event)
    return _folded(request, "in", {**_about(found), "shown": _shown(found)})


@require_safe
@conditional_page
def added(request: HttpRequest, event: str) -> HttpResponse:
    """The nonces that the people of the event have added to its deals."""
    found = access.access_event(request.user, event)
    rows = [*found.entries.prefetch_related("members__user")]
    shown = [
        (entry.number, selectors.member_name(member), member.nonce)
        for entry in rows
        for member in entry.members.all()
        if member.nonce
    ]
    return _folded(request, "nonces", {**_about(found), "added": shown, "digest": nonces.digest(rows)})


def _folded(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """A page of its own, or what is new on it alone."""
    template = "tournaments/folded.html" if SOLO not in request.GET else f"tournaments/_{name}.html"
    answer = render(request, template, {**context, "part": f"tournaments/_{name}.html"})
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


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
    plays_these = _plays_these(found, mine)
    about = _about(found)
    now = fragments.snapshot(found, about, plays_these=plays_these)
    page = min(_number(request.GET.get("classifica")) or 1, now.pages)
    own = "" if mine.entry is None else mine.entry.number
    asked = urlencode({"gioca": int(plays_these), "classifica": page, "io": own})
    return {
        **about,
        "now": now,
        "page": page,
        "own": own,
        "common": f"{reverse('event-common', args=[found.code])}?{asked}",
        "flows": now.flows,
        "count": now.count,
        "mine": mine,
        "goes_on": FORMATS[found.format].knockout,
        "place": fragments.place_said(now.places.get(mine.entry.number)) if mine.entry else "",
        "why_cancelled": selectors.why_cancelled(found),
        "may_enter": (found.takes_entries or now.takes_late) and mine.entry is None,
        "together": found.unit == Event.Unit.PAIR and found.pairs == Event.Pairs.TOGETHER,
        "friends": _friends(request, found)
        if mine.vacancy or (found.takes_entries and mine.entry is None)
        else (),
    }


def _number(sent: str | None) -> int:
    """A number of an address; 0 for what is none."""
    return int(sent) if sent and sent.isascii() and sent.isdecimal() and len(sent) < 8 else 0


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


def _shown(found: Event) -> EventShown:
    return EventShown(selectors.sheet(found))


# ---- what is the reader's


def _mine(request: HttpRequest, found: Event) -> Mine:
    user, directs = request.user, access.directs(request.user, found)
    entry = selectors.my_entry(user, found)
    if entry is None:
        wanted = tuple(selectors.vacancies(found).filter(wanted=True))
        return Mine(None, None, (), None, directs, offer=selectors.offers_me(user, found), vacancies=wanted)
    members = list(entry.members.all())
    others = tuple(
        selectors.member_name(each) for each in members if each.user_id != user.pk and each.left is None
    )
    member = next(each for each in members if each.user_id == user.pk)
    table = selectors.my_table(user, found)
    if found.started_at is None:
        return Mine(entry, member, others, table, directs)
    to_claim = tuple(selectors.to_claim(user, found, timezone.now()))
    claims = tuple(selectors.claims(found).filter(by=user.pk))
    return Mine(entry, member, others, table, directs, to_claim, claims, _rests(found, entry))


def _rests(found: Event, entry: Entry) -> Round | None:
    latest = found.rounds.order_by("number").last()
    over = latest is None or latest.status == Round.Status.OVER
    return None if latest is None or over or entry.number not in latest.byes else latest


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
