"""Carrying a seat to another device: the page with the link and its QR code, and what the link opens.

Opening the link changes nothing, since link previews open it, too. Its secret is removed from the address
before a page is shown.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Seat, Table
from games.pages.view_helpers import Fields, action_view, signed_in_person
from games.play import actions, selectors
from ludopoli.accounts.guests import guest_for
from ludopoli.accounts.models import User
from ludopoli.http import error_pages
from ludopoli.http.refusals import ActionRefused
from ludopoli.text.qr import qr_code

LINK = "_carried_seat"
"""The session's key for the token of the latest link opened."""


@never_cache
@action_view
def make_carrying_link(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Make a link to the reader's seat; where an account has to sign in, show the address of the table."""
    found = selectors.access_table(request.user, code)
    signs_in = False
    try:
        token = actions.make_carrying_token(signed_in_person(request), found)
        path = reverse("carried-seat-link", args=[token])
    except ActionRefused as why:
        if why.code != "carry_by_signing_in":
            raise
        signs_in, path = True, reverse("table", args=[found.code])
    link = request.build_absolute_uri(path)
    context = {
        "table": found,
        "signs_in": signs_in,
        "link": link,
        "picture": qr_code(link),
        "minutes": int(Seat.CARRIED_FOR.total_seconds() // 60),
    }
    return render(request, "games/carry.html", context)


@require_safe
@never_cache
def carrying_link_page(request: HttpRequest, token: str) -> HttpResponse:
    request.session[LINK] = token
    return redirect("carried-seat")


@never_cache
def take_up(request: HttpRequest) -> HttpResponse:
    """Ask whether the reader wants to go on here with the seat of the link that they opened; a POST does
    it."""
    seat = actions.carried_seat(request.session.get(LINK, ""))
    if seat is None:
        raise ActionRefused("link_used")
    if request.method != "POST":
        return render(request, "games/carried.html", {"seat": seat, "table": seat.table})
    return _continue_here(request)


@action_view
def _continue_here(request: HttpRequest, fields: Fields) -> HttpResponse:
    error_pages.show_refusals_on(request, "")  # the link is used up: there is no page to go back to
    carried = _sign_in_or_carry(request, request.session.pop(LINK, ""))
    messages.success(request, _("This is your seat. You go on here."))
    return redirect("table", carried.code)


def _sign_in_or_carry(request: HttpRequest, token: str) -> Table:
    """Sign a guest in where nobody is, so that they go on as themselves; otherwise give the seat to whoever
    is signed in here, or to a new guest."""
    seat = actions.carried_seat(token)
    if seat is None or seat.user is None:
        raise ActionRefused("link_used")
    is_back = request.user == seat.user
    if not is_back and (request.user.is_authenticated or not seat.user.is_guest):
        here = request.user if isinstance(request.user, User) else guest_for(request)
        return actions.carry_seat(token, here)
    with transaction.atomic():
        if not actions.use_up_link(seat, token):
            raise ActionRefused("link_used")
        if not is_back:
            login(request, seat.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return seat.table
