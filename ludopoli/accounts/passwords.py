"""The rules for passwords, and how they are hashed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ludopoli.http.error_pages import Busy

AT_ONCE = 2
"""The number of hashing threads of a process. They are few, since a thread never gives its memory back."""

WAITING = 40
"""Requests that may wait for their turn; one more is refused."""

LONGEST_WAIT = 5.0
"""Seconds after which a waiting request is refused."""

MOST_ADDED = 3
"""The characters that a password may have beside a name and still be taken for it."""

Computed = TypeVar("Computed")

_pool = ThreadPoolExecutor(AT_ONCE, "hashing")
_line = threading.BoundedSemaphore(AT_ONCE + WAITING)


def in_turn(compute: Callable[[str, str], Computed], *given: str) -> Computed:
    """Compute a hash in one of the hashing threads. Raises `Busy`."""
    if not _line.acquire(blocking=False):
        raise Busy
    done = _pool.submit(compute, *given)
    done.add_done_callback(lambda _: _line.release())
    try:
        return done.result(LONGEST_WAIT)
    except TimeoutError:
        done.cancel()
        raise Busy from None


class Argon2(Argon2PasswordHasher):
    """Argon2 with OWASP's parameters (Django's take 100 MiB and eight threads each), few at a time.

    A hash with other parameters is replaced when its owner next signs in.
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        return in_turn(super().encode, password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        return in_turn(super().verify, password, encoded)


class LengthValidator(MinimumLengthValidator):
    """Django's validator with a text of our own: Django's has no Italian translation yet."""

    def get_error_message(self) -> str:
        text = ngettext(
            "Too short: at least %(n)d character.", "Too short: at least %(n)d characters.", self.min_length
        )
        return text % {"n": self.min_length}


class OwnNameValidator:
    """Refuses a password that is hardly more than the account's name or e-mail address.

    Django's compares how often each letter occurs, and finds `palermo` too similar to `example.it`.
    """

    def validate(self, password: str, user: Any = None) -> None:
        if user is None:
            return
        for own, text in (
            (user.username, _("Too similar to your name at the table.")),
            (user.email, _("Too similar to your email address.")),
            (user.email.partition("@")[0], _("Too similar to your email address.")),
        ):
            if own and _is_hardly_more(password.casefold(), own.casefold()):
                raise ValidationError(text, code="password_too_similar")

    def get_help_text(self) -> str:
        return _("Not your name at the table or your email address.")


def _is_hardly_more(password: str, own: str) -> bool:
    return password in own or (own in password and len(password) - len(own) <= MOST_ADDED)
