"""Sessions in the database, and the sockets that live by them.

A socket is opened once by a cookie and then lasts for hours: when a session ends, stops to count because
the password is another one, or the person is barred from play, the sockets of that person are told to look
whether theirs is left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib import auth
from django.contrib.sessions.backends import db
from django.dispatch import receiver
from django.http import HttpRequest

from ludopoli.bells import ring
from ludopoli.commits import after_commit

bars: list[Callable[[Any], bool]] = []
"""Each says whether somebody may not play now; accounts know no moderation, which adds its own."""


def group(user_id: int) -> str:
    """The sockets that were opened by the sessions of a person."""
    return f"sessions.{user_id}"


def recheck(user_id: int) -> None:
    """Have every open socket of a person look whether its session still counts; those of others end."""
    after_commit(ring, group(user_id), {"type": "session.check"})


def is_signed_in(key: str, user_id: int) -> bool:
    """Whether a session is there, was opened with the password of now, and by one who may come in and sit."""
    request = HttpRequest()
    request.session = SessionStore(key)
    user = auth.get_user(request)
    return user.pk == user_id and not is_barred(user)


def is_barred(user: Any) -> bool:
    """Whether no socket is this person's: at a table he is a stranger. One query at most."""
    return user.is_authenticated and user.warned and any(bar(user) for bar in bars)


class SessionStore(db.SessionStore):
    """Django's; the keys are only letters and digits whatever the cookie says."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and str(key).isascii() and str(key).isalnum() and len(str(key)) >= 8

    def delete(self, session_key: str | None = None) -> None:
        row = self.model.objects.filter(session_key=session_key or self.session_key).first()
        super().delete(session_key)
        if row is not None and (user_id := row.get_decoded().get(auth.SESSION_KEY)):
            recheck(int(user_id))


@receiver([password_changed, password_reset, password_set])
def _other_sessions_end(user: Any, **_: Any) -> None:
    recheck(user.pk)
