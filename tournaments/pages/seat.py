"""The page of a seat link: the name of its person, and a button that takes the seat.

Opening the page signs nobody in, since link previews open it, too. The secret of the link is removed from the
address before a page is shown: addresses are kept in histories, and sent as Referer.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ludopoli.accounts import named_guests
from ludopoli.accounts.models import User
from ludopoli.base.lookups import or_404
from tournaments import access
from tournaments.entering import seat_links
from tournaments.models import Event, Member
from tournaments.running import seen_deals

LINK = "_seat_link"
"""The session's key for the token of the latest seat link opened."""


@require_safe
@never_cache
def seat_link_page(request: HttpRequest, event: str, token: str) -> HttpResponse:
    found, _member, _until = _open(event, token)
    request.session[LINK] = token
    return redirect("event-seat", found.code)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def seat_page(request: HttpRequest, event: str) -> HttpResponse:
    found, member, until = _open(event, request.session.get(LINK, ""))
    assert member.user is not None, member
    if request.user == member.user:
        return redirect(found)
    if isinstance(request.user, User):
        seen_deals.check_unseen(request.user, found)
    if request.method == "POST":
        named_guests.sign_in(request, member.user, until)
        messages.success(request, _("This is your seat. Have a good game."))
        return redirect(found)
    return render(request, "tournaments/seat.html", {"event": found, "member": member})


def _open(code: str, token: str) -> tuple[Event, Member, datetime]:
    event = access.find_event(code)
    opened = seat_links.open_seat_link(event, token, timezone.now()) if event else None
    member, until = or_404(opened, _("This link no longer opens a seat. Ask the director for a new one."))
    return member.event, member, until
