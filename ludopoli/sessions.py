"""Sessions in the database, whose keys are only letters and digits whatever the cookie says."""

from __future__ import annotations

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and str(key).isascii() and str(key).isalnum() and len(str(key)) >= 8
