"""The codes of an authenticator app (RFC 6238: SHA-1, 30 seconds, six digits)."""

from __future__ import annotations

import base64
import hmac
import struct
import time

PERIOD = 30


def code(secret: str, at: float | None = None) -> str:
    """Return the code for a base32 secret at a Unix time, by default now."""
    step = int((time.time() if at is None else at) // PERIOD)
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", step), "sha1")
    start = digest[-1] & 15
    [number] = struct.unpack(">I", digest[start : start + 4])
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06d}"
