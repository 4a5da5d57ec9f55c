"""Documents from outside: each is read through a declared shape, which refuses whatever it does not name."""

from __future__ import annotations

import msgspec


class Foreign(msgspec.Struct, forbid_unknown_fields=True):
    """An object of a document from outside. Types are exact: no text for a number, no number for a flag."""
