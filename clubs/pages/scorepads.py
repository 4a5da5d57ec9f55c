"""The score pad of a real table: the form that opens one, the pad, and the requests that write on it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import access, scorepads, selectors
from clubs.pages.view_helpers import redirect_with_message
from clubs.scorepads import PADDED
from games import texts
from games.pages.forms import OpenTableForm
from games.pages.view_helpers import Fields, action_view, asked_game, game_choices, usual_game
from ludocards.engine.registry import GAMES
from ludopoli.accounts.access import account_of, with_account
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http import error_pages
from ludopoli.http.refused_forms import refusals_in, status_of
from ludopoli.http.throttle import client_address
from ludopoli.text.qr import qr_code


@never_cache
@require_http_methods(["GET", "POST"])
def new_scorepad_page(request: HttpRequest) -> HttpResponse:
    """The form for a new pad, for anybody; of a club if the address or the form names one of the reader's."""
    sent = request.POST if request.method == "POST" else None
    asked = sent.get("game", "") if sent is not None else asked_game(request) or usual_game(request)
    game = asked if asked in PADDED else PADDED[0]
    form = OpenTableForm(game, sent, saving=True)
    named = [name for name in sent.getlist("person") if name.strip()] if sent is not None else []
    clubs = [line.club for line in selectors.own_memberships(request.user) if access.is_member(line)]
    code = request.POST.get("club", "") if sent is not None else request.GET.get("circolo", "")
    club = next((each for each in clubs if each.code == code), None)
    if sent is not None and form.is_valid():
        by, address = _user(request), client_address(request)
        with refusals_in(form):
            return redirect(scorepads.open_pad(by, address, game, form.rules, named, club))
    most = max(GAMES[game].players)
    of_club = f"&circolo={club.code}" if club else ""
    context: dict[str, Any] = {
        "form": form,
        "games": game_choices(game, lambda each: f"?gioco={each}{of_club}", among=PADDED, rated=True),
        "people": [*named, *[""] * most][:most],
        "players": texts.players_phrase(GAMES[game].players),
        "clubs": clubs,
        "club": club,
        "own": scorepads.of_person(request.user),
    }
    return render(request, "clubs/new_scorepad.html", context, status=status_of(form))


@never_cache
@require_safe
def scorepad_page(request: HttpRequest, secret: str) -> HttpResponse:
    """The pad that a link opens; programs, and the page itself, get its document."""
    pad = scorepads.read_pad(secret, client_address(request))
    if error_pages.wants_json(request):
        return JsonResponse(scorepads.pad_document(pad))
    link = request.build_absolute_uri(pad.get_absolute_url())
    accounts = {each.seat: each.user for each in pad.seats.select_related("user")}
    mine = next((seat for seat, user in accounts.items() if user == request.user), None)
    context = {
        "pad": pad,
        "document": scorepads.pad_document(pad),
        "link": link,
        "picture": qr_code(link),
        "seats": [(seat, name, accounts.get(seat)) for seat, name in enumerate(pad.names)],
        "mine": mine,
        "with_account": isinstance(request.user, User) and not request.user.is_guest,
    }
    return render(request, "clubs/scorepad.html", context)


@require_safe
def offline_scorepad(request: HttpRequest) -> HttpResponse:
    """The page of any pad while there is no network: impersonal, since the service worker caches it."""
    return render(request, "clubs/scorepad_offline.html")


@never_cache
@action_view
def enter_scorepad_line(request: HttpRequest, fields: Fields, secret: str) -> HttpResponse:
    """Append the entry in the body to the log, once."""
    pad = scorepads.enter_line(scorepads.pad_of_link(secret), client_address(request), dict(fields))
    return JsonResponse({"log": pad.log})


@login_required
@with_account
@action_view
def claim_scorepad_seat(request: HttpRequest, fields: Fields, secret: str) -> HttpResponse:
    """Claim the seat in the body for the reader's account, or give back theirs."""
    pad = scorepads.pad_of_link(secret)
    number = number_of(str(fields.get("seat", "")))
    page = error_pages.show_refusals_on(request, reverse("scorepad", args=[secret]))
    if number is None:
        scorepads.release_seat(account_of(request), pad)
        return redirect_with_message(request, _("Your name has been taken off this seat."), page)
    scorepads.claim_seat(account_of(request), pad, number)
    return redirect_with_message(request, _("This match is now among yours."), page)


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
