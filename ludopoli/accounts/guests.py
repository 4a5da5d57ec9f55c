"""Guests: who sits down without an account.

A guest is a row of `User` like anybody else, so that his games are his; when he signs up, that same
row becomes the account (`adapter.py`). Making guests costs nothing, hence the limit per address, and
`at_the_door`: who keeps order here may turn a new guest away.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from allauth.account import app_settings
from allauth.core import ratelimit
from allauth.core.internal.ratelimit import parse_rates
from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from ludopoli.accounts import names
from ludopoli.accounts.models import User

LIMIT = "guest"
"""The name of the rate in `ACCOUNT_RATE_LIMITS`."""


BEFORE = "guest"
"""In the session: the number of the guest who last signed out in this browser (`adapter.py`)."""


class TurnedAway(Exception):
    """Who asks may not come in as a new guest: until a time, or (None) for good."""

    def __init__(self, until: datetime | None) -> None:
        super().__init__("a guest who is barred from play does not come back as another")
        self.until = until


at_the_door: list[Callable[[HttpRequest], None]] = []
"""Each looks at who is about to become a new guest, and raises `TurnedAway` if it may not be."""


signed_in: list[Callable[[User, User], None]] = []
"""Each hears that a guest has signed in to an account in the same browser: the guest, and the account."""


class TooManyGuests(Exception):
    """This address made too many guests of late; `retry_after` in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too many guests from one address, try again in {retry_after} s")
        self.retry_after = retry_after


class BadName(Exception):
    """A guest cannot be called this; the sentence says why."""


def guest_for(request: HttpRequest, name: str = "") -> User:
    """Who asks: the person that is signed in already, otherwise a new guest, signed in from now on.

    `name` is what the new guest would be called. Raises `BadName`, `TooManyGuests` when the address has used
    up its rate, and `TurnedAway`.
    """
    if request.user.is_authenticated:
        return request.user
    for look_at in at_the_door:
        look_at(request)
    name = _checked(name)
    if not ratelimit.consume(request, action=LIMIT):
        raise TooManyGuests(retry_after=_shortest_period())
    guest = create_guest(name)
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def create_guest(name: str = "") -> User:
    """A new guest of this name with the mark of people without an account, or "Ospite" and a number."""
    guest = User(is_guest=True)
    guest.set_unusable_password()
    if not name or names.is_suggested(name):
        names.give_number(guest, names.GUEST, wanted=name)
    else:
        names.give_mark(guest, name)
    return guest


def _checked(name: str) -> str:
    """The name as it is kept. Raises `BadName`."""
    name = names.tidy(name)
    if name and not names.is_suggested(name):
        try:
            names.check_marked_name(name)
        except ValidationError as why:
            raise BadName(" ".join(why.messages)) from why
    return name


def _shortest_period() -> int:
    return int(min(rate.duration for rate in parse_rates(app_settings.RATE_LIMITS[LIMIT])))
