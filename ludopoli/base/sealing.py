"""Encryption of secrets in the database, so that a copy of it does not reveal them.

The key is derived from `SECRET_KEY`. Texts sealed with former keys can be opened as long as these are among
`SECRET_KEY_FALLBACKS`; `manage.py reseal` seals everything with the current key, and then they can be
removed.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.encoding import force_bytes

MARK = "sealed:"
"""The beginning of a sealed text; texts without it were stored before sealing, and are read as they are."""

SEALED = re.compile(MARK + r"[\w=-]+")
"""A sealed text within others, such as JSON."""


class KeyLost(Exception):
    """No configured key opens a sealed text: its key has been removed from the settings."""


def seal_text(text: str) -> str:
    return MARK + secret_box().encrypt(text.encode()).decode()


def unseal_text(text: str, within: int | None = None) -> str:
    """Open a sealed text, at most `within` seconds old; any other text is returned as it is. Raises
    `KeyLost`."""
    if not is_sealed(text):
        return text
    try:
        return secret_box().decrypt(text.removeprefix(MARK), ttl=within).decode()
    except InvalidToken:
        raise KeyLost("no key opens this: put the former SECRET_KEY into SECRET_KEY_FALLBACKS") from None


def is_sealed(text: str) -> bool:
    return text.startswith(MARK)


def secret_box(password: str = "") -> MultiFernet:
    """Encryption by the configured keys. What a password is needed to open, `reseal` leaves as it is."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([_fernet(secret, password) for secret in secrets])


def _fernet(secret: str | bytes, password: str) -> Fernet:
    derived = hmac.digest(force_bytes(secret), f"ludopoli sealing{password}".encode(), hashlib.sha256)
    return Fernet(base64.urlsafe_b64encode(derived))
