"""What the database must not show to whoever copies it, sealed under a key from outside of it.

The key follows from `SECRET_KEY`. What former keys have sealed opens as long as they are among
`SECRET_KEY_FALLBACKS`; `manage.py reseal` seals everything with the key of now, and then they can go.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.encoding import force_bytes

MARK = "sealed:"
"""How a sealed text begins: what was stored before there were seals is read as it stands."""


class KeyLost(Exception):
    """None of our keys opens a seal: the one that made it is not configured any more."""


def seal(text: str) -> str:
    return MARK + _keys().encrypt(text.encode()).decode()


def opened(text: str, within: int | None = None) -> str:
    """What was sealed, `within` so many seconds; a text that never was is itself. Raises `KeyLost`."""
    if not is_sealed(text):
        return text
    try:
        return _keys().decrypt(text.removeprefix(MARK), ttl=within).decode()
    except InvalidToken:
        raise KeyLost("no key opens this: put the former SECRET_KEY into SECRET_KEY_FALLBACKS") from None


def is_sealed(text: str) -> bool:
    return text.startswith(MARK)


def _keys() -> MultiFernet:
    return MultiFernet([_fernet(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(secret: str | bytes) -> Fernet:
    derived = hmac.digest(force_bytes(secret), b"ludopoli sealing", hashlib.sha256)
    return Fernet(base64.urlsafe_b64encode(derived))
