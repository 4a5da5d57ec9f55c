"""What a club has of tournaments: its calendar, as a page and as a file, and its hall of fame."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs import access as clubs
from clubs.models import Club
from clubs.models import Member as ClubMember
from clubs.pages.view_helpers import club_action_view, redirect_with_message
from games.pages.view_helpers import Fields
from ludopoli.accounts.access import account_of, with_account
from ludopoli.base.lookups import or_404
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.framing import let_frame
from ludopoli.http.refusals import ActionRefused
from tournaments import actions, club_records, selectors
from tournaments.outlets import calendar_file, club_links

A_PAGE = 20
"""The number of past events on a page."""

MOST_WINNERS = 10


@require_safe
@never_cache
def club_calendar(request: HttpRequest, club: str) -> HttpResponse:
    """The tournaments and dates of a club to come, and its past tournaments.

    `?riquadro` shows what is to come, to be framed by the club's sites.
    """
    found, own = clubs.access_club(request.user, club)
    if "riquadro" in request.GET:
        context = {"club": found, "coming": selectors.coming_events_of_club(found, request.user)}
        return let_frame(request, render(request, "tournaments/framed_calendar.html", context), found.sites)
    past = selectors.calendar_events(request.user, past=True).filter(club=found)
    context = {
        **_about(found, own),
        "coming": selectors.coming_events_of_club(found, request.user),
        "page": Paginator(past, A_PAGE).get_page(request.GET.get("pagina")),
        "file": _file(request, found, own),
    }
    return render(request, "tournaments/club_calendar.html", context)


@require_safe
def club_calendar_ics(request: HttpRequest, club: str, token: str = "") -> HttpResponse:
    """The calendar of a club for calendar programs; that of a private club needs a member's own address."""
    reader: selectors.Reader = request.user
    if token:
        found, reader = or_404(club_links.open_club_link(club, token))
    else:
        found, _own = clubs.access_club(reader, club)
    return calendar_file.club_calendar_response(found, reader)


@require_safe
@never_cache
def hall_of_fame(request: HttpRequest, club: str) -> HttpResponse:
    """The winners of a club's tournaments, and who has won the most."""
    found, own = clubs.access_club(request.user, club)
    records = club_records.club_records(found, request.user)
    context = {
        **_about(found, own),
        "page": Paginator(selectors.podiums_of(found, request.user), A_PAGE).get_page(
            request.GET.get("pagina")
        ),
        "series": selectors.series_of_club(found),
        "records": records if clubs.is_member(own) else [],
        "winners": [each for each in records if each.won][:MOST_WINNERS],
    }
    return render(request, "tournaments/club_fame.html", context)


@login_required
@with_account
@never_cache
@require_safe
def member_history(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """What a member of a club has played in its tournaments, with an account or without one."""
    found, own = clubs.access_club(request.user, club)
    if not clubs.is_member(own):
        raise PermissionDenied
    member = clubs.member_of(found, number)
    if member is None or not clubs.is_member(member):
        raise ActionRefused("no_member")
    history = [*club_records.history_of_line(member, request.user)]
    places = [each.entry.place or 0 for each in history]
    context = {
        **_about(found, own),
        "member": member,
        "own": own,
        "history": history,
        "won": places.count(1),
        "may_forget": actions.may_forget(member, own),
        "podiums": sum(place <= 3 for place in places),
    }
    return render(request, "tournaments/club_member.html", context)


@club_action_view
def forget_member(request: HttpRequest, fields: Fields, club: Club, number: int) -> HttpResponse:
    """Take a member off the list at their wish, and forget their name in the club's tournaments."""
    back = show_refusals_on(request, reverse("club-members", args=[club.code]))
    member = clubs.member_of(club, number)
    if member is None:
        raise ActionRefused("no_member")
    actions.forget_club_member(account_of(request), member)
    return redirect_with_message(request, _("Forgotten. Places and results stay, without the name."), back)


def _about(club: Club, own: ClubMember | None) -> dict[str, Any]:
    return {"club": club, "may": clubs.capabilities_of(own)}


def _file(request: HttpRequest, club: Club, own: ClubMember | None) -> str:
    """Return the address for calendar programs, which are signed in nowhere."""
    args = [club.code, club_links.calendar_token(own)] if club.private and own is not None else [club.code]
    return request.build_absolute_uri(reverse("club-ics", args=args))
