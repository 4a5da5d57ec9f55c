"""Named guests: guests with a name of their own, entered by somebody else for one occasion.

They have no email address, and only an unusable password, as Django calls it. Their links and sessions are
signed with that random value, so that replacing it ends them all at once.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from ludopoli.accounts import names
from ludopoli.accounts.models import User
from ludopoli.sockets import sessions


def is_possible_name(name: str) -> bool:
    """Return whether a named guest can have this name."""
    try:
        names.check_marked_name(names.tidy_username(name))
    except ValidationError:
        return False
    return True


def create_named_guest(name: str) -> User:
    """Create a named guest: "Mario Rossi °", or "Mario Rossi °2" if the first is taken."""
    person = User(is_guest=True, is_named=True)
    person.set_unusable_password()
    names.give_mark(person, names.tidy_username(name))
    return person


def sign_in(request: HttpRequest, person: User, until: datetime) -> None:
    """Sign the named guest in on this browser until a fixed time, and discard any previous session."""
    request.session.flush()
    login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session[sessions.ENDS] = until.timestamp()


def revoke_links(person: User) -> None:
    """End every link and every session of a named guest."""
    person.set_unusable_password()
    person.save(update_fields=["password"])
    sessions.recheck_sessions(person.pk)
