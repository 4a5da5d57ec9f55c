"""The chat of a club, for its members, and for moderators who look into a report."""

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
from clubs.pages.view_helpers import answered, club_action
from games.pages.view_helpers import Fields, text_of
from ludopoli.accounts.access import account_of, with_account
from ludopoli.base.lookups import number_of, or_404
from ludopoli.moderation.access import moderates


@login_required
@with_account
@never_cache
@require_safe
def chat(request: HttpRequest, club: str) -> HttpResponse:
    """The latest lines, or those before the one that the address names; only the list for a page that shows
    it already, and nothing if that has not changed."""
    found, own = _readable(request, club)
    before = number_of(request.GET.get("prima"))
    lines = selectors.chat(found, request.user, before)
    version = _version(lines)
    if request.GET.get("da") == version:
        return HttpResponse(status=204)
    context: dict[str, Any] = {
        "club": found,
        "own": own,
        "belongs": access.belongs(own),
        "manages": access.manages(own),
        "lines": lines,
        "version": version,
        "earlier": lines[0].pk if len(lines) == selectors.CHAT_SHOWN else None,
        "latest": before is None,
    }
    template = "clubs/_lines.html" if "da" in request.GET else "clubs/chat.html"
    return render(request, template, context)


def _readable(request: HttpRequest, code: str) -> tuple[Club, Member | None]:
    if moderates(request.user):
        found = or_404(access.find_club(code), _("There is no such club."))
        return found, access.membership(request.user, found)
    found, own = access.access_club(request.user, code)
    if not access.belongs(own):
        raise PermissionDenied
    return found, own


def _version(lines: list[ClubMessage]) -> str:
    states = " ".join(f"{each.pk}{'-' if each.removed_at else ''}" for each in lines)
    return blake2b(states.encode(), digest_size=6).hexdigest()


@club_action
def act(request: HttpRequest, fields: Fields, club: Club, name: str) -> HttpResponse:
    """Say something, or remove a line."""
    me, page = account_of(request), reverse("club-chat", args=[club.code])
    if name == "say":
        said = actions.say(me, club, text_of(fields, "text"))
        return answered(request, said, "", f"{page}#ultima")
    line = number_of(text_of(fields, "line")) or 0
    return answered(request, actions.remove_line(me, club, line), _("Removed."), page)
