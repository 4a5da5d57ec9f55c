"""The page of a table, and its actions: sitting, leaving, bots, invitations."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games import texts
from games.models import Table
from games.pages.view_helpers import Fields, action_response, action_view, flag_of, signed_in_person, text_of
from games.people import challenges
from games.play import actions, frames, online, selectors
from games.rulebook import reader
from games.texts.phrases import PHRASES
from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts import names
from ludopoli.accounts.guests import guest_for, is_nameless
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http import error_pages
from ludopoli.http.refusals import REFUSALS, ActionRefused

MOST_SEATS = 100
MOST_STRANGERS = 12


@require_safe
def table_page(request: HttpRequest, code: str) -> HttpResponse:
    return show_table(request, selectors.access_table(request.user, code))


@never_cache
@ensure_csrf_cookie
def show_table(request: HttpRequest, found: Table) -> HttpResponse:
    """The page of a table, also in response to the form that opened it, which saves a phone a round trip."""
    may_watch = True
    try:
        selectors.check_watching(request.user, found)
    except ActionRefused as why:
        may_watch = False
        if found.status != Table.Status.OPEN:
            if why.code not in ("choose_seat", "account_to_watch") or error_pages.wants_json(request):
                raise
            if why.code == "account_to_watch":
                messages.info(request, str(REFUSALS[why.code]))
                return redirect(f"{reverse('account_signup')}?{urlencode({'next': request.path})}")
            frame = selectors.table_frame(found, request.user)
            return render(request, "games/vantage.html", {"table": found, "frame": frame})
    context = {
        "table": found,
        "frame": selectors.table_frame(found, request.user),
        "state": found.match and frames.state_for_player(found.match, request.user.pk, timezone.now()),
        "words": texts.page_words(found.game, found.rules),
        "levels": texts.bot_levels(found.game),
        "phrases": {code: str(text) for code, text in PHRASES.items()},
        "may_watch": may_watch,
        "house_summary": texts.house_summary(found.game, found.rules) if found.rules_name else "",
        "has_rules": selectors.owns_house_rules(request.user, found),
        "guest_name": _name_to_ask(request.user),
        "longest_name": names.LONGEST_MARKED,
        "challenged": challenges.names_awaited_at(request.user, found),
        "brief": reader.rules_in_brief(found.game, found.rules, found.players),
    }
    return render(request, "games/table.html", context)


def _name_to_ask(reader: selectors.Reader) -> str:
    """The name with which the page asks a reader for theirs; empty if they have one."""
    if not reader.is_authenticated:
        return names.suggest_name()
    return reader.username if is_nameless(reader) else ""


@action_view
def spectate_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Choose the seat to watch from at a table whose deals others still play."""
    found = selectors.access_table(request.user, code)
    error_pages.show_refusals_on(request, reverse("lobby"))
    actions.choose_vantage(signed_in_person(request), found, _seat(fields))
    return action_response(request, found)


@action_view
def sit_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Take a seat: the named one, else the first free one, else a bot's. `name` is for a guest who has none
    of their own yet."""
    found = selectors.access_table(request.user, code)
    if selectors.seat_of(request.user, found) is None:
        error_pages.show_refusals_on(request, reverse("lobby"))
    seat = _seat(fields) if "seat" in fields else _first_free(found)
    sitter = guest_for(request, text_of(fields, "name"))
    actions.name_guest(sitter, text_of(fields, "name"))
    return action_response(request, actions.take_seat(sitter, found, seat, text_of(fields, "nonce")))


@action_view
def name_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Give a guest who has chosen no name the one that they choose now."""
    found = selectors.access_table(request.user, code)
    actions.name_guest(signed_in_person(request), text_of(fields, "name"))
    return action_response(request, found)


@action_view
def leave_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    found = selectors.access_table(request.user, code)
    lobby = error_pages.show_refusals_on(request, reverse("lobby"))
    return action_response(
        request,
        actions.leave_table(signed_in_person(request), found),
        go=lobby,
        said=_("You have left the table."),
    )


@action_view
def play_again_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Go on after the last match of a table, also of a closed one."""
    found = selectors.access_table(request.user, code)
    return action_response(request, actions.play_again(guest_for(request), found))


@action_view
def fill_with_bots_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Put bots of a level on all free seats, or on the named one."""
    found, user = selectors.access_table(request.user, code), signed_in_person(request)
    seat = _seat(fields) if "seat" in fields else None
    level = str(fields.get("level", DEFAULT_POLICY))
    return action_response(request, actions.fill_with_bots(user, found, level, seat))


@action_view
def remove_bot_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    return _at_seat(request, fields, code, actions.remove_bot)


@action_view
def let_join_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Set whether people may take the seats of bots: `may`, a boolean or a form's box."""
    found = selectors.access_table(request.user, code)
    return action_response(
        request, actions.set_joinable(signed_in_person(request), found, may=flag_of(fields, "may"))
    )


@action_view
def send_away_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Send away the player who took the named seat from a bot."""
    return _at_seat(request, fields, code, actions.send_away)


def _at_seat(
    request: HttpRequest, fields: Fields, code: str, act: Callable[[User, Table, int], Table]
) -> HttpResponse:
    """Do something with the named seat."""
    found = selectors.access_table(request.user, code)
    return action_response(request, act(signed_in_person(request), found, _seat(fields)))


@action_view
def invite_view(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Invite the person called `name` to the table; `back` is set if that is done from the lobby."""
    found, go = selectors.access_table(request.user, code), "table"
    user = signed_in_person(request)
    if text_of(fields, "back") == "lobby":
        go = error_pages.show_refusals_on(request, reverse("lobby"))
    invited = actions.invite_to_table(user, found, fields.get("name"))
    return action_response(request, found, go=go, said=_("%(name)s is invited.") % {"name": invited.username})


@require_safe
@never_cache
def people_to_invite_view(request: HttpRequest, code: str) -> HttpResponse:
    """The people whom a player might invite, for the page of the table: friends and people in the lobby."""
    found = selectors.access_table(request.user, code)
    if isinstance(request.user, User) and selectors.seat_of(request.user, found) is not None:
        here = [each for each in online.people_for(request.user) if each.where == "lobby"]
        lobby = {each.user.pk for each in here[:MOST_STRANGERS]}
        return JsonResponse({"people": selectors.people_to_invite(request.user, found, lobby)})
    error_pages.show_refusals_on(request, reverse("table", args=[code]))
    raise ActionRefused("not_seated")


def _seat(fields: Fields) -> int:
    sent = fields.get("seat")
    seat = number_of(str(sent), 3) if type(sent) in (int, str) else None
    if seat is not None and seat < MOST_SEATS:
        return seat
    raise ActionRefused("no_seat")


def _first_free(found: Table) -> int:
    free = selectors.seat_to_take(found)
    if free is None:
        raise ActionRefused("no_free_seat")
    return free
