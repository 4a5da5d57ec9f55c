"""Guests: people who sit down without an account.

A guest has a row of `User` like everybody else, and so keeps their games; at sign-up that same row becomes
the account (`adapter.py`). Becoming a guest costs nothing, hence the limit per address, and
`at_the_door`: moderation may turn a new guest away.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from allauth.account import app_settings
from allauth.core import ratelimit
from allauth.core.internal.ratelimit import parse_rates
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from ludopoli.accounts import names
from ludopoli.accounts.models import User

LIMIT = "guest"
"""The key of the rate in `ACCOUNT_RATE_LIMITS`."""


BEFORE = "guest"
"""The session's key for the id of the guest who last signed out in this browser (`adapter.py`)."""


class TurnedAway(Exception):
    """The visitor may not become a new guest, until a time or (None) for ever."""

    def __init__(self, until: datetime | None) -> None:
        super().__init__("a guest who is barred from play does not come back as another")
        self.until = until


at_the_door: list[Callable[[HttpRequest], None]] = []
"""Hooks that check a request before it makes a new guest; they raise `TurnedAway`."""


made: list[Callable[[HttpRequest, User], None]] = []
"""Hooks called with a request and the new guest that it has made."""


signed_in: list[Callable[[User, User], None]] = []
"""Hooks called with the guest and the account when a guest signs in to an account in the same browser."""


signed_up: list[Callable[[User, str], None]] = []
"""Hooks called with a guest who has become an account, and their new name."""


class TooManyGuests(Exception):
    """This address has made too many guests recently; `retry_after` is in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too many guests from one address, try again in {retry_after} s")
        self.retry_after = retry_after


class BadName(Exception):
    """A guest may not have this name; the message says why."""


def guest_for(request: HttpRequest, name: str = "") -> User:
    """Return the person who is signed in, or sign in a new guest.

    `name` is for the new guest. Raises `BadName`, `TooManyGuests` when the address has used up its rate, and
    `TurnedAway`.
    """
    if request.user.is_authenticated:
        return request.user
    for look_at in at_the_door:
        look_at(request)
    name = _checked(name)
    if not ratelimit.consume(request, action=LIMIT):
        raise TooManyGuests(retry_after=_shortest_period())
    guest = create_guest(name)
    for hear in made:
        hear(request, guest)
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def create_guest(name: str = "") -> User:
    """Create a guest with this name and the mark of people without an account, or the word for
    guests in their language and a number."""
    guest = User(is_guest=True)
    guest.set_unusable_password()
    if not name or names.is_suggested(name):
        names.give_number(guest, names.guest_word(), wanted=name)
    else:
        names.give_mark(guest, name)
    return guest


def is_nameless(person: User | AnonymousUser) -> bool:
    """Return whether a person is a guest who has chosen no name yet."""
    return isinstance(person, User) and person.is_guest and names.is_suggested(person.username)


def rename_guest(guest: User, name: str) -> bool:
    """Give a guest who has chosen no name the one that they choose now; return whether it changed. Raises
    `BadName`."""
    name = _checked(name)
    if not is_nameless(guest) or not name or names.is_suggested(name):
        return False
    names.give_mark(guest, name)
    return True


def _checked(name: str) -> str:
    """Return the name in its stored form. Raises `BadName`."""
    name = names.tidy_username(name)
    if name and not names.is_suggested(name):
        try:
            names.check_marked_name(name)
        except ValidationError as why:
            raise BadName(" ".join(why.messages)) from why
    return name


def _shortest_period() -> int:
    return int(min(rate.duration for rate in parse_rates(app_settings.RATE_LIMITS[LIMIT])))
