"""The page of a club's chat, for its members, and for moderators who look into a report."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs import access, selectors
from clubs import chat as actions
from clubs.models import Club, ClubMessage, Member
from clubs.pages.forms import ChatForm
from clubs.pages.view_helpers import club_action_view, redirect_with_message
from games.pages.view_helpers import Fields, text_of
from ludopoli.accounts.access import account_of, with_account
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.moderation.access import is_moderator
from ludopoli.moderation.models import Report


@login_required
@with_account
@never_cache
@require_safe
def chat_page(request: HttpRequest, club: str) -> HttpResponse:
    """Show the latest lines, or those before the id in `?prima`.

    A page that is open asks with `?da`, the version of the lines that it shows: it gets the list alone, or
    204 if the version is still the same.
    """
    before = number_of(request.GET.get("prima"))
    found, membership = _access_chat(request, club, before)
    lines = selectors.chat_lines(found, request.user, before)
    version = _version(lines)
    has_earlier = access.is_member(membership) and len(lines) == selectors.CHAT_SHOWN
    if request.GET.get("da") == version:
        return HttpResponse(status=204)
    context: dict[str, Any] = {
        "club": found,
        "own": membership,
        "may": access.capabilities_of(membership),
        "lines": lines,
        "version": version,
        "earlier": lines[0].pk if has_earlier else None,
        "latest": before is None,
        "form": ChatForm().at(request, reverse("club-chat-act", args=[found.code, "say"])),
    }
    template = "clubs/_lines.html" if "da" in request.GET else "clubs/chat.html"
    return render(request, template, context)


def _access_chat(request: HttpRequest, code: str, before: int | None) -> tuple[Club, Member | None]:
    """Return the club and the reader's membership, None for a moderator who is no member.

    Such a moderator may read a reported line and those before it. Raises `PermissionDenied` for other people
    who are no members.
    """
    me = account_of(request)
    club = access.find_club(code) if is_moderator(me) else None
    membership = None if club is None else access.membership_of(me, club)
    if club is None or access.is_member(membership) or not _is_reported(me, club, before):
        club, membership = access.access_club(me, code)
        if not access.is_member(membership):
            raise PermissionDenied
    return club, membership


def _is_reported(me: User, club: Club, before: int | None) -> bool:
    """Return whether somebody else has reported the line just before the id `before`."""
    # The address in a report (`ClubMessage.address_in_reports`) has the id after the reported line.
    line = None if before is None else club.messages.filter(pk=before - 1).first()
    reports = Report.objects.exclude(reporter=me)
    return line is not None and reports.filter(text__contains=line.address_in_reports).exists()


def _version(lines: list[ClubMessage]) -> str:
    """Return a hash of the lines that are shown, and of which are removed."""
    states = " ".join(f"{each.pk}{'-' if each.removed_at else ''}" for each in lines)
    return blake2b(states.encode(), digest_size=6).hexdigest()


@club_action_view
def act_in_chat(request: HttpRequest, fields: Fields, club: Club, name: str) -> HttpResponse:
    """Write a line (`say`), or remove one (`remove`)."""
    me, page = account_of(request), reverse("club-chat", args=[club.code])
    if name == "say":
        form_page = show_refusals_on(request, f"{page}#ultima")
        actions.add_chat_line(me, club, text_of(fields, "text"))
        return redirect_with_message(request, "", form_page)
    show_refusals_on(request, page)
    actions.remove_line(me, club, number_of(text_of(fields, "line")) or 0)
    return redirect_with_message(request, _("Removed."), page)
