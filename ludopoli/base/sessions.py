"""Sessions in the database, and the sockets that live by them.

A session of an account ends when it has not been used for `SESSION_IDLE`, and in any case after
`SESSION_WHOLE`; sooner in a browser that is not to remember. A guest's has the first end alone, after a year:
the cookie is the only way back to their games.

A socket is opened once by a cookie and then lasts for hours: when a session ends, stops to count because
the password is another one, or the person is barred from play, the sockets of that person are told to look
whether theirs is left.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.internal.flows.login import clear_authentication_records
from allauth.account.signals import password_changed, password_reset, password_set
from django.conf import settings
from django.contrib import auth
from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.core.cache import cache
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from ludopoli.base.bells import ring
from ludopoli.base.commits import after_commit

SINCE, USED, AS_GUEST = "_since", "_used", "_as_guest"
"""In a session: when somebody signed in, when it was last used (both as seconds), and whether by a guest."""

ENDS = "_ends"
"""In a session that ends at a time (in seconds), however much it is used: that of a seat link."""

NOTED_EVERY = timedelta(hours=1)
"""How exact `USED` is: a write for every page would be too many."""

UNREMEMBERED = timedelta(hours=12), timedelta(days=1)
"""The two ends of a session in a browser that is not to remember."""

CLEARED_AT_ONCE = 1000

UNDER_WAY_SECONDS = 30
"""Seconds in which requests may still come with the key of a session that has ended."""

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

    ended: str | None = None
    """The key of the session that was ended by this store."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and str(key).isascii() and str(key).isalnum() and len(str(key)) >= 8

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

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        row = self.model.objects.filter(session_key=key).first()
        super().delete(session_key)
        if key is not None:
            self.ended = key
            cache.set(f"session-ended:{key}", True, UNDER_WAY_SECONDS)
        if row is not None and (user_id := row.get_decoded().get(auth.SESSION_KEY)):
            recheck(int(user_id))


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's, but an answer to a session that another request has just ended leaves the cookie alone.

    The browser may have the next session already; only a sign-in replaces it.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if key and _would_touch(request.session, key) and cache.get(f"session-ended:{key}"):
            patch_vary_headers(response, ("Cookie",))
            return response
        return super().process_response(request, response)


def _would_touch(session: Any, key: str) -> bool:
    """Return whether the cookie with this key would be changed, though the session was not ended here."""
    if session.ended == key:
        return False
    return session.modified if session.session_key == key else auth.SESSION_KEY not in session


@receiver(auth.user_logged_in)
def _begin(request: HttpRequest, user: Any, **_: Any) -> None:
    now = timezone.now().timestamp()
    request.session.update({SINCE: now, USED: now, AS_GUEST: user.is_guest})


def note_use(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Move the end of a session that is in use, and that of its cookie. A middleware."""

    def noted(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session, now = request.session, timezone.now().timestamp()
        if (
            session.accessed
            and auth.SESSION_KEY in session
            and now - session.get(USED, 0) > NOTED_EVERY.total_seconds()
        ):
            session[USED] = now
            if SINCE not in session:  # it is older than this rule
                session.update({SINCE: now, AS_GUEST: getattr(request.user, "is_guest", False)})
        return response

    return noted


def clear_ended() -> int:
    """Delete sessions that have ended; the sockets of their people look whether theirs is left."""
    ended = SessionStore.get_model_class().objects.filter(expire_date__lte=timezone.now())
    keys = [*ended.order_by("expire_date").values_list("session_key", flat=True)[:CLEARED_AT_ONCE]]
    for key in keys:
        SessionStore().delete(key)
    return len(keys)


@receiver([password_changed, password_reset, password_set])
def _other_sessions_end(request: HttpRequest, user: Any, **_: Any) -> None:
    """Proofs with the former password are none any more, in the session that stays, either."""
    clear_authentication_records(request)
    recheck(user.pk)
