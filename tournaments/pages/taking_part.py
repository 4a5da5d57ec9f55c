"""The forms of players on the page of an event: entering, answering a partner, checking in, withdrawing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from clubs.access import find_club
from clubs.models import Club
from games.pages.view_helpers import Fields, action_view, flag_of
from ludopoli.accounts import people
from ludopoli.accounts.guests import guest_for
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refusals import ActionRefused
from tournaments import access, actions, selectors
from tournaments.entry_forms import rounds_to_sit_out
from tournaments.models import Entry, Event
from tournaments.pages.view_helpers import redirect_to_event

Doing = Callable[[HttpRequest, Fields, Event], HttpResponse]


def event_action_view(view: Doing) -> Callable[..., HttpResponse]:
    """Decorate a view for POSTs about the event in the address."""

    @action_view
    @wraps(view)
    def wrapped(request: HttpRequest, fields: Fields, event: str) -> HttpResponse:
        try:
            found = access.access_event(request.user, event)
        except Http404 as unknown:
            raise ActionRefused("no_event", str(unknown)) from None
        show_refusals_on(request, found.get_absolute_url())
        return view(request, fields, found)

    return wrapped


@event_action_view
def register_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    """Enter, together with the person named `partner` if pairs enter, or `seeking` one, or with the `team`, a
    name a line.

    Visitors become guests.
    """
    seeking = flag_of(fields, "seeking")
    called, partner = ("", None) if seeking else _partner(fields)
    names = [each.strip() for each in str(fields.get("team") or "").splitlines() if each.strip()]
    found = [people.find_person(each) for each in names]
    team = [each for each in found if each is not None]
    if (called and partner is None) or len(team) < len(names):
        raise ActionRefused("no_person")
    if not event.guests and not request.user.is_authenticated:
        raise ActionRefused("guests_not")
    club, named = _club(fields)
    if named and club is None:
        raise ActionRefused("no_club")
    name = str(fields.get("name") or "")
    actions.register_entry(
        guest_for(request), event, partner=partner, team=team, name=name, club=club, nonce=_nonce(fields),
        homonym=flag_of(fields, "homonym"), seeking=seeking,
    )  # fmt: skip
    said = _("Now %(name)s has to accept.") if called or names else _("You have entered.")
    return redirect_to_event(request, event, said % {"name": called or ", ".join(names)})


@event_action_view
def ask_member_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    """Ask the person named `partner` to join the reader's team."""
    called, who = _partner(fields)
    entry = selectors.my_entry(request.user, event)
    if who is None or entry is None:
        raise ActionRefused("no_person" if who is None else "not_entered")
    said = _("Now %(name)s has to accept.") % {"name": called}
    return _do(request, event, lambda me, _event: actions.ask_member(me, entry, who), said)


@event_action_view
def represent_club_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    """Let the reader's team play for the club with the code `club`, or for none."""
    entry = selectors.my_entry(request.user, event)
    club, named = _club(fields)
    if entry is None or (named and club is None):
        raise ActionRefused("not_entered" if entry is None else "no_club")
    said = _("Club saved.")
    return _do(request, event, lambda me, _event: actions.represent_club(me, entry, club), said)


@event_action_view
def line_up_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    """Set the line-up of the reader's team: the fields `at-<place>` number its members."""
    entry = selectors.my_entry(request.user, event)
    if entry is None:
        raise ActionRefused("not_entered")
    sent = {each.place: str(fields.get(f"at-{each.place}") or "") for each in entry.in_order}
    order = sorted(sent, key=lambda place: (number_of(sent[place], 3) or 0, place))
    said = _("Line-up saved.")
    return _do(request, event, lambda me, _event: actions.hand_in_line_up(me, entry, order), said)


@event_action_view
def accept_partner_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    nonce = _nonce(fields)
    return _do(
        request,
        event,
        lambda me, it: actions.accept_partner(me, it, nonce),
        _("You are now playing together."),
    )


@event_action_view
def decline_partner_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    return _do(request, event, actions.decline_partner, _("You have declined."))


@event_action_view
def withdraw_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    return _do(request, event, actions.withdraw_from_event, _("You have withdrawn."))


@event_action_view
def come_back_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    return _do(request, event, actions.come_back, _("You are back."))


@event_action_view
def ask_byes_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    """Set the `rounds` that the reader's entry sits out."""
    entry, rounds = selectors.my_entry(request.user, event), rounds_to_sit_out(fields)
    if entry is None:
        raise ActionRefused("not_entered")
    return _do(request, event, lambda me, _event: actions.ask_byes(me, entry, rounds), _("Noted."))


@event_action_view
def seek_partner_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    """Look for a new partner after one has left: the person named `partner`, or anybody if it is empty."""
    called, partner = _partner(fields)
    if called and partner is None:
        raise ActionRefused("no_person")
    said = (
        _("Now %(name)s has to accept.")
        if called
        else _("Everybody can see that you are looking for a partner.")
    )
    return _do(request, event, lambda me, it: actions.seek_partner(me, it, partner), said % {"name": called})


@event_action_view
def take_place_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    """Join the entry with the number `entry`, which looks for a partner. Visitors become guests."""
    number = number_of(str(fields.get("entry") or ""), 5)
    entry = None if number is None else event.entries.filter(number=number).first()
    if entry is None:
        raise ActionRefused("no_vacancy")
    if not event.guests and not request.user.is_authenticated:
        raise ActionRefused("guests_not")
    actions.take_place(guest_for(request), entry, _nonce(fields))
    return redirect_to_event(request, event, _("You are now playing together."))


@event_action_view
def check_in_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    nonce = _nonce(fields)
    return _do(request, event, lambda me, it: actions.check_in(me, it, nonce), _("You are here. Good luck."))


@event_action_view
def claim_view(request: HttpRequest, fields: Fields, event: Event) -> HttpResponse:
    """Call a director about a `table`, by its round and number: "2-1"."""
    round_, _dash, table_ = str(fields.get("table") or "").partition("-")
    named = number_of(round_, 5), number_of(table_, 5)
    if not isinstance(request.user, User):
        raise ActionRefused("not_entered")
    if named[0] is None or named[1] is None:
        raise ActionRefused("no_place")
    table = access.table_of_round(event, named[0], named[1])
    actions.call_directors(request.user, table, fields.get("text"))
    return redirect_to_event(request, event, _("The directors have been called."))


def _nonce(fields: Fields) -> str:
    """Return the browser's nonce for the deals, or ""."""
    return str(fields.get("nonce") or "")


def _club(fields: Fields) -> tuple[Club | None, str]:
    """Return the club in the form, and the code by which it is named there."""
    code = str(fields.get("club") or "")
    return find_club(code), code


def _partner(fields: Fields) -> tuple[str, User | None]:
    """Return the name of the partner in the form, and the person with this name."""
    called = str(fields.get("partner") or "").strip()
    return called, people.find_person(called) if called else None


Action = Callable[[User, Event], Entry | Event]


def _do(request: HttpRequest, event: Event, action: Action, said: str) -> HttpResponse:
    if not isinstance(request.user, User):
        raise ActionRefused("not_entered")
    action(request.user, event)
    return redirect_to_event(request, event, said)
