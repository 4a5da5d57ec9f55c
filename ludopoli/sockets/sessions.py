"""Sessions in the database, and the sockets that depend on them.

An account's session ends when it has not been used for `SESSION_IDLE`, and in any case after `SESSION_WHOLE`;
sooner in a browser without "remember me". A guest's session ends only when it is not used for a year: its
cookie is the only way back to their games.

A socket is authenticated once, by its cookie, and then lasts for hours. When a session ends, a password
changes, or a person is barred from play, that person's sockets are made to recheck their sessions.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.internal.flows.login import clear_authentication_records
from allauth.account.signals import password_changed, password_reset, password_set
from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import update_last_login
from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.core.cache import cache
from django.dispatch import Signal, receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from ludopoli.base.commits import after_commit
from ludopoli.base.lookups import Lookup
from ludopoli.base.outages import trouble_of
from ludopoli.sockets.doorbell import ring_group

SINCE, USED, AS_GUEST = "_since", "_used", "_as_guest"
"""Keys of a session: the time of the sign-in, of the last use (both in seconds), and whether it is a
guest's."""

ENDS = "_ends"
"""The key of the fixed end (in seconds) of a session that a seat link has opened."""

NOTED_EVERY = timedelta(hours=1)
"""The precision of `USED`: a write for every page would be too many."""

UNREMEMBERED = timedelta(hours=12), timedelta(days=1)
"""The two limits (idle, whole) of a session without "remember me"."""

CLEARED_AT_ONCE = 1000

UNDER_WAY_SECONDS = 30
"""Seconds during which requests may still arrive with the key of an ended session."""

ended = Signal()
"""Sent with the `key` of a session that has ended, the id of its `user` or None, and its `heir`: the key with
which it goes on, or None."""

CHECK = "session.check"
"""The type of the message to the sockets and streams of a person whose session may have ended."""

bars: list[Callable[[Any], bool]] = []
"""Hooks that return whether a person is barred from play. Moderation adds its own: it lies above."""


def person_group(user_id: int) -> str:
    """The group of a person's sockets, and of their streams."""
    return f"sessions.{user_id}"


def recheck_sessions(user_id: int) -> None:
    """Make every open socket and stream of a person recheck its session, and close if that has ended."""
    after_commit(ring_group, person_group(user_id), {"type": CHECK})


def is_signed_in(key: str, user_id: int) -> bool:
    """Return whether a session exists, has the current password, and belongs to a person who may play."""
    request = HttpRequest()
    request.session = SessionStore(key)
    user = auth.get_user(request)
    return user.pk == user_id and not is_barred_stranger(user)


def is_barred_stranger(user: Any) -> bool:
    """Return whether the person is barred from play, and so a stranger at every table. One query at most."""
    return user.is_authenticated and user.warned and any(bar(user) for bar in bars)


_stored = Lookup(lambda: SessionStore.get_model_class().objects.all(), "session_key")


class SessionStore(db.SessionStore):
    """Django's store with our limits; keys consist of letters and digits only, whatever a cookie claims."""

    ended: str | None = None
    """The key of the session that this store has ended."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and str(key).isascii() and str(key).isalnum() and len(str(key)) >= 8

    def _get_session_from_db(self) -> Any:
        """Read the row, unless it has expired; every request of a person does."""
        found = _stored(self.session_key) if self.session_key else None
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found

    def get_expiry_date(self, **asked: Any) -> datetime:
        if auth.SESSION_KEY not in self:
            return super().get_expiry_date(**asked)
        now = timezone.now()
        if ENDS in self:
            return datetime.fromtimestamp(self[ENDS], UTC)
        if self.get(AS_GUEST):
            return now + timedelta(seconds=settings.SESSION_COOKIE_AGE)
        lasting = settings.SESSION_IDLE, settings.SESSION_WHOLE
        idle, whole = UNREMEMBERED if self.get_expire_at_browser_close() else lasting
        since = datetime.fromtimestamp(self.get(SINCE, now.timestamp()), UTC)
        return min(now + idle, since + whole)

    def get_expiry_age(self, **asked: Any) -> int:
        return max(0, round((self.get_expiry_date(**asked) - timezone.now()).total_seconds()))

    def save(self, must_create: bool = False) -> None:
        """Store the session. In a trouble that passes it has not ended, as Django takes it."""
        try:
            super().save(must_create)
        except UpdateError as error:
            passing = error.__context__
            if passing is not None and trouble_of(passing):
                raise passing from passing.__cause__
            raise

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        row = self.model.objects.filter(session_key=key).first()
        user = int(row.get_decoded().get(auth.SESSION_KEY, 0)) or None if row is not None else None
        super().delete(session_key)
        if key is not None:
            self.ended = key
            cache.set(f"session-ended:{key}", True, UNDER_WAY_SECONDS)
            heir = self.session_key if self.session_key != key else None
            ended.send(SessionStore, key=key, user=user, heir=heir)
        if user is not None:
            recheck_sessions(user)


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's middleware, except that it leaves the cookie alone if another request has just ended the
    session.

    The browser may already have its next session, which only a sign-in may replace.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if key and _would_touch(request.session, key) and cache.get(f"session-ended:{key}"):
            patch_vary_headers(response, ("Cookie",))
            return response
        return super().process_response(request, response)


def _would_touch(session: Any, key: str) -> bool:
    """Return whether the response would change the cookie of the session `key`, which it has not ended."""
    if session.ended == key:
        return False
    return session.modified if session.session_key == key else auth.SESSION_KEY not in session


@receiver(auth.user_logged_in)
def _begin(request: HttpRequest, user: Any, **_: Any) -> None:
    now = timezone.now().timestamp()
    request.session.update({SINCE: now, USED: now, AS_GUEST: user.is_guest})


def note_use(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that extends a session in use, and its cookie.

    A guest's `last_login` is the last use: when it is as old as a session may get, nobody comes back as them.
    """

    def noted(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session, now = request.session, timezone.now().timestamp()
        if (
            session.accessed
            and auth.SESSION_KEY in session
            and now - session.get(USED, 0) > NOTED_EVERY.total_seconds()
        ):
            session[USED] = now
            user: Any = request.user
            is_guest = user.is_authenticated and user.is_guest
            if is_guest:
                update_last_login(type(user), user)
            if SINCE not in session:  # older than this rule
                session.update({SINCE: now, AS_GUEST: is_guest})
        return response

    return noted


def clear_ended() -> int:
    """Delete expired sessions; the sockets of their people recheck their own. Return how many."""
    ended = SessionStore.get_model_class().objects.filter(expire_date__lte=timezone.now())
    keys = [*ended.order_by("expire_date").values_list("session_key", flat=True)[:CLEARED_AT_ONCE]]
    for key in keys:
        SessionStore().delete(key)
    return len(keys)


@receiver([password_changed, password_reset, password_set])
def _other_sessions_end(request: HttpRequest, user: Any, **_: Any) -> None:
    """End the other sessions, and forget proofs by the former password in this one."""
    clear_authentication_records(request)
    recheck_sessions(user.pk)
