"""The page of a table, and its actions: sitting, leaving, bots, invitations."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games import texts
from games.models import Table
from games.pages.view_helpers import Fields, action, done, flag_of, person, refused, text_of
from games.play import actions, frames, online, selectors
from games.rulebook import reader
from games.texts.phrases import PHRASES
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.engine.game import Refused
from ludopoli.accounts import names
from ludopoli.accounts.guests import guest_for
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http import error_pages

MOST_SEATS = 100
MOST_STRANGERS = 12


@require_safe
@never_cache
@ensure_csrf_cookie
def table(request: HttpRequest, code: str) -> HttpResponse:
    found = selectors.access_table(request.user, code)
    refusal = selectors.refuse_watching(request.user, found)
    if refusal is not None and found.status != Table.Status.OPEN:
        if refusal.code == "choose_seat" and not error_pages.wants_json(request):
            frame = selectors.table_frame(found, request.user)
            return render(request, "games/vantage.html", {"table": found, "frame": frame})
        return error_pages.answer(request, *texts.problem(refusal))
    context = {
        "table": found,
        "frame": selectors.table_frame(found, request.user),
        "state": found.match and frames.state_for_player(found.match, request.user.pk, timezone.now()),
        "words": texts.page_words(found.game, found.rules),
        "levels": texts.levels(found.game),
        "phrases": {code: str(text) for code, text in PHRASES.items()},
        "may_watch": refusal is None,
        "house_summary": texts.house_summary(found.game, found.rules) if found.rules_name else "",
        "has_rules": selectors.has_rules(request.user, found),
        "guest_name": "" if request.user.is_authenticated else names.suggest(),
        "longest_name": names.LONGEST_MARKED,
        "brief": reader.brief(found.game, found.rules),
    }
    return render(request, "games/table.html", context)


@action
def spectate(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Choose the seat to watch from at a table whose deals others still play."""
    found = selectors.access_table(request.user, code)
    if isinstance(user := person(request), Refused):
        return refused(request, user, back="lobby")
    seat = _seat(fields)
    looks = seat if isinstance(seat, Refused) else actions.spectate(user, found, seat)
    return refused(request, looks, back="lobby") if isinstance(looks, Refused) else done(request, found)


@action
def sit(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Take a seat: the named one, else the first free one, else a bot's. `name` signs in a new guest."""
    found = selectors.access_table(request.user, code)
    seat = _seat(fields) if "seat" in fields else _first_free(found)
    if isinstance(seat, Refused):
        return refused(request, seat, back="lobby")
    seated = actions.sit(guest_for(request, text_of(fields, "name")), found, seat, text_of(fields, "nonce"))
    here = isinstance(seated, Refused) and seated.code == "already_seated"
    return done(request, seated, back="" if here else "lobby")


@action
def leave(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    found = selectors.access_table(request.user, code)
    if isinstance(user := person(request), Refused):
        return refused(request, user, back="lobby")
    left = actions.leave(user, found)
    return done(request, left, go="lobby", back="lobby", said=_("You have left the table."))


@action
def fill_with_bots(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Put bots of a level on all free seats, or on the named one."""
    found = selectors.access_table(request.user, code)
    if isinstance(user := person(request), Refused):
        return refused(request, user)
    seat = _seat(fields) if "seat" in fields else None
    if isinstance(seat, Refused):
        return refused(request, seat)
    level = str(fields.get("level", DEFAULT_POLICY))
    return done(request, actions.fill_with_bots(user, found, level, seat))


@action
def remove_bot(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    return _at_seat(request, fields, code, actions.remove_bot)


@action
def let_join(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Set whether people may take the seats of bots: `may`, a boolean or a form's box."""
    found = selectors.access_table(request.user, code)
    if isinstance(user := person(request), Refused):
        return refused(request, user)
    return done(request, actions.let_join(user, found, may=flag_of(fields, "may")))


@action
def send_away(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Send away the player who took the named seat from a bot."""
    return _at_seat(request, fields, code, actions.send_away)


def _at_seat(
    request: HttpRequest, fields: Fields, code: str, act: Callable[[User, Table, int], Table | Refused]
) -> HttpResponse:
    """Do something with the named seat."""
    found = selectors.access_table(request.user, code)
    if isinstance(user := person(request), Refused):
        return refused(request, user)
    if isinstance(seat := _seat(fields), Refused):
        return refused(request, seat)
    return done(request, act(user, found, seat))


@action
def invite(request: HttpRequest, fields: Fields, code: str) -> HttpResponse:
    """Invite the person called `name` to the table; `back` is set if that is done from the lobby."""
    found = selectors.access_table(request.user, code)
    if isinstance(user := person(request), Refused):
        return refused(request, user)
    invited = actions.invite(user, found, fields.get("name"))
    back = "lobby" if text_of(fields, "back") == "lobby" else ""
    if isinstance(invited, Refused):
        return refused(request, invited, back=back)
    return done(
        request, found, go=back or "table", said=_("%(name)s is invited.") % {"name": invited.username}
    )


@require_safe
@never_cache
def people_to_invite(request: HttpRequest, code: str) -> HttpResponse:
    """The people whom a player might invite, for the page of the table: friends and people in the lobby."""
    found = selectors.access_table(request.user, code)
    if isinstance(request.user, User) and selectors.seat_of(request.user, found) is not None:
        here = [each for each in online.people_for(request.user) if each.where == "lobby"]
        lobby = {each.user.pk for each in here[:MOST_STRANGERS]}
        return JsonResponse({"people": selectors.people_to_invite(request.user, found, lobby)})
    return refused(request, Refused("not_seated", "you do not sit at this table"))


def _seat(fields: Fields) -> int | Refused:
    sent = fields.get("seat")
    seat = number_of(str(sent), 3) if type(sent) in (int, str) else None
    if seat is not None and seat < MOST_SEATS:
        return seat
    return Refused("no_seat", "there is no such seat")


def _first_free(found: Table) -> int | Refused:
    free = selectors.seat_to_take(found)
    return Refused("no_free_seat", "every seat is taken") if free is None else free
