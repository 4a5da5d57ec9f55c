"""The live page of an event, and its printed version.

The parts that are the same for everybody are in `fragments`; here are the reader's own part, and the parts
that are loaded when the reader unfolds them.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import conditional_page, require_safe

from ludocards.engine.registry import GAMES
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http.compression import Packed
from tournaments import access, chronicle, selectors, tie_parts
from tournaments.models import Event, with_people
from tournaments.pages import fragments
from tournaments.pages.display import EventShown
from tournaments.pages.reader_parts import OwnPart, Readers
from tournaments.roles import EventCapability
from tournaments.running import nonces

FRESH = "no-cache"
"""Revalidated at each request."""

SOLO = "solo"
"""The query parameter that asks only for the content, to be inserted where it is folded."""


@require_safe
@never_cache
@ensure_csrf_cookie
def event_page(request: HttpRequest, event: str) -> HttpResponse:
    context = _context(request, _now(request, event))
    parts = context["now"].whole(context["page"])
    marked = {name: _marked(html, context["mine"]) for name, html in parts.items()}
    return render(request, "tournaments/event.html", {**context, "parts": marked})


@require_safe
@never_cache
def event_parts(request: HttpRequest, event: str) -> HttpResponse:
    """The reader's own parts, and the changed common parts as in `common_parts`."""
    context = _context(request, _now(request, event, request.GET.get("fino")))
    own = render_to_string("tournaments/_own.html", context, request)
    now = context["now"]
    if request.GET.get("da") == now.version:
        return HttpResponse(own)
    return _newer(request, event, now, context["page"]).answer(request, _version(now) + own)


@require_safe
def common_parts(request: HttpRequest, event: str) -> HttpResponse:
    """The common parts, as far as they differ from the version that the page shows (`da`).

    The reader is not looked up unless a club holds the event, so that 420 open pages cost little: the request
    says whether they play these deals (`gioca`), which page of the standings they see (`classifica`), and for
    which entry it needs the place (`io`) and the next table (`siede`). None of this is secret.
    """
    sent = request.GET
    now = _now(request, event, sent.get("fino")).snapshots[sent.get("gioca") == "1"]
    if sent.get("da") == now.version:
        return HttpResponse(status=204, headers={"Cache-Control": FRESH})
    words = _version(now) + format_html(
        '<p data-part="place">{}</p>', fragments.place_said(now.places.get(_number(sent.get("io"))))
    )
    if following := now.next.get(_number(sent.get("siede"))):
        words += following.as_parts()
    answer = _newer(request, event, now, _page(request, now)).answer(request, words)
    answer["Cache-Control"] = FRESH
    return answer


def _now(request: HttpRequest, event: str, heard: str | None = None) -> fragments.CachedEvent:
    """Return the event at the revision announced to the page, or a later one, if the reader may know of
    it."""
    known = fragments.cached_event(event, newest) if (newest := _number(heard)) else None
    if known is not None and known.about["event"].club_id is None:
        return known
    found = access.access_event(request.user, event)
    return known or fragments.render_event(found, _about(found))


def _newer(request: HttpRequest, event: str, now: fragments.Snapshot, page: int) -> Packed:
    known = request.GET.get("da", "")
    version = known if fragments.VERSION.fullmatch(known) else ""
    return fragments.difference_since(event, now, version, page)


def _version(now: fragments.Snapshot) -> SafeString:
    return format_html('<span data-version="{}"></span>', now.version)


def _page(request: HttpRequest, now: fragments.Snapshot) -> int:
    """Return the page of the standings that the reader sees."""
    return min(_number(request.GET.get("classifica")) or 1, now.pages)


@require_safe
@conditional_page
def round_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """The tables of a round."""
    found = access.access_event(request.user, event)
    shown = _shown(found)
    one = next((each for each in shown.rounds if each.row.number == number), None)
    if one is None or shown.format.flows:
        raise Http404
    mine = Readers(found).mine(request.user, timezone.now())
    return _folded(request, "round", {**_about(found), "round": one, "plays_these": mine.plays_these})


@require_safe
@conditional_page
def entry_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """The terms of an entry's numbers in the standings."""
    found = access.access_event(request.user, event)
    shown = _shown(found)
    line = next((each for each in shown.lines if each.entry.number == number), None)
    if line is None:
        raise Http404
    return _folded(request, "sums", {**_about(found), "line": line, "sums": shown.sums(line)})


@require_safe
@conditional_page
def entries_page(request: HttpRequest, event: str) -> HttpResponse:
    """The list of entries."""
    found = access.access_event(request.user, event)
    return _folded(request, "in", {**_about(found), "shown": _shown(found)})


@require_safe
@conditional_page
def nonces_page(request: HttpRequest, event: str) -> HttpResponse:
    """The nonces that the people of the event have added to its deals."""
    found = access.access_event(request.user, event)
    rows = [*found.entries.prefetch_related(with_people())]
    shown = [
        (entry.number, selectors.member_name(member), member.nonce)
        for entry in rows
        for member in entry.members.all()
        if member.nonce
    ]
    return _folded(request, "nonces", {**_about(found), "added": shown, "digest": nonces.nonces_digest(rows)})


def _folded(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """Render a page of its own, or only the content."""
    template = "tournaments/folded.html" if SOLO not in request.GET else f"tournaments/_{name}.html"
    answer = render(request, template, {**context, "part": f"tournaments/_{name}.html"})
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


@require_safe
@never_cache
def event_print(request: HttpRequest, event: str) -> HttpResponse:
    found = access.access_event(request.user, event)
    context = {**_about(found), "shown": _shown(found)}
    context["with_cards"] = found.is_real and access.has_event_capability(
        request.user, found, EventCapability.LOOK
    )
    return render(request, "tournaments/print.html", context)


@require_safe
@never_cache
def own_table(request: HttpRequest, event: str) -> HttpResponse:
    """Redirect to the reader's table, or to the event's page, which says when there will be one."""
    found = access.access_event(request.user, event)
    if selectors.writing_member(request.user, found) is not None:
        return redirect("event-scores", event)
    mine = selectors.my_table(request.user, found)
    return redirect(found) if mine is None or mine.table is None else redirect("table", mine.table.code)


def _context(request: HttpRequest, known: fragments.CachedEvent) -> dict[str, Any]:
    found: Event = known.about["event"]
    mine = known.readers.mine(request.user, timezone.now())
    now = known.snapshots[mine.plays_these]
    page = _page(request, now)
    own = "" if mine.entry is None else mine.entry.number
    if teams := found.unit == Event.Unit.TEAM:
        following = mine.table and now.next.get(mine.table.pk)
        sits = False  # only their own part says at which table of their team they are
    else:
        following = None if mine.entry is None else now.next.get(mine.entry.number)
        sits = mine.is_in and (following is None or mine.table is not None)
    asked = urlencode(
        {"gioca": int(mine.plays_these), "classifica": page, "io": own, "siede": own if sits else ""}
    )
    may_enter = (found.takes_entries or now.takes_late) and mine.entry is None
    together = found.unit == Event.Unit.PAIR and found.pairs == Event.Pairs.TOGETHER
    is_full = found.capacity is not None and now.count >= found.capacity
    needs_account = not found.guests and (not isinstance(request.user, User) or request.user.is_guest)
    return {
        **known.about,
        "now": now,
        "page": page,
        "own": own,
        "common": f"{reverse('event-common', args=[found.code])}?{asked}",
        "flows": now.flows,
        "count": now.count,
        "mine": mine,
        "sits": sits,
        "next": following if sits or teams else None,
        "place": fragments.place_said(now.places.get(mine.entry.number), is_final=found.is_over)
        if mine.entry
        else "",
        "why_cancelled": selectors.why_cancelled(found),
        "may_ask_byes": mine.is_in and not found.is_over and chronicle.takes_asked_byes(found),
        "may_enter": may_enter,
        "together": together,
        "is_full": is_full,
        "needs_account": needs_account,
        "enters_at_once": may_enter and not (teams or together or is_full or needs_account),
        "friends": _friends(request, found)
        if mine.vacancy or mine.is_captain or (found.takes_entries and mine.entry is None)
        else (),
    }


def _number(sent: str | None) -> int:
    """Read a number in an address; 0 for anything else."""
    return number_of(sent, 11) or 0


def _about(found: Event) -> dict[str, Any]:
    """Return the part of the context that is fixed, or changes only with the status."""
    return {
        "event": found,
        "parts": [
            (each, each.preset if each.preset in GAMES[each.game].presets else "")
            for each in tie_parts.parts_of_event(found)
        ],
        "teams": found.unit == Event.Unit.TEAM,
        "drawn_pairs": found.unit == Event.Unit.PAIR and found.pairs != Event.Pairs.TOGETHER,
        "is_before": found.status in selectors.BEFORE,
        "revealed": found.is_over and found.started_at is not None,
    }


def _shown(found: Event) -> EventShown:
    return EventShown(selectors.event_sheet(found))


def _marked(html: SafeString, mine: OwnPart) -> SafeString:
    """Highlight the reader's own lines."""
    ours = [] if mine.entry is None else [f'data-entry="{mine.entry.number}"']
    ours += [] if mine.table is None else [f'data-table="{mine.table.pk}"']
    for place in ours:
        html = mark_safe(html.replace(place, f'{place} class="me"'))
    return html


def _friends(request: HttpRequest, found: Event) -> list[str]:
    """Return the names of the reader's friends, as possible partners."""
    if not isinstance(request.user, User) or found.unit == Event.Unit.SINGLE:
        return []
    friends = people.friends_of(request.user).filter(is_active=True)
    return list(friends.order_by("username").values_list("username", flat=True))
