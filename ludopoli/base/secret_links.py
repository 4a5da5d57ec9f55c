"""Addresses with a secret, by which whoever knows it has access: no log may contain the secret."""

from __future__ import annotations

import re

PREFIXES = (
    "/account/conferma-email/",
    "/account/confirm-email/",
    "/account/email/ancora/",
    "/account/password/dimenticata/chiave/",
    "/account/password/reset/key/",
    "/altrove/",
    "/analisi/da-file/",
    "/analisi/",
    "/api/v1/scorepads/",
    "/api/v1/shared/",
    "/api/v1/studies/",
    "/avvisi/basta/",
    "/circoli/*/calendario/",
    "/circoli/*/invito/",
    "/condivisa/",
    "/segnapunti/",
    "/tornei/*/foglio/",
    "/tornei/*/posto/",
)
"""The beginning of each such address, up to its secret; `*` is a part of any name."""

SHORTEST = 16
"""The fewest characters of a secret; shorter is a page of its own, such as `/segnapunti/nuovo/`."""


def as_pattern(slash: str, name: str) -> str:
    """Return the prefixes as one regular expression, with these expressions of a slash and of a name."""
    return "|".join(prefix.replace("/", slash).replace("*", name) for prefix in PREFIXES)


_IN_TEXT = re.compile(
    rf"({as_pattern('(?:/|%2F)', '[^/%]+')})(?:[\w:.-]|%3A){{{SHORTEST},}}|(:)[\w-]{{20,}}(?=/|\s|$)",
    re.IGNORECASE,
)
"""The secret behind its prefix, also within the query of another address; or the end of any signature."""


def without_secrets(text: str) -> str:
    """Return a text with `…` instead of the secrets of links."""
    return _IN_TEXT.sub(lambda found: f"{found[1] or found[2]}…", text)
