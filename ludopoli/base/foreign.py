"""Documents from outside: each is read through a shape of its own, which refuses what it does not name."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import msgspec

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its offset, as RFC 3339 writes it."""

EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""The times between which a document can have one: beyond them no database keeps them with every offset."""


class Foreign(msgspec.Struct, forbid_unknown_fields=True):
    """An object of a document from outside. Types are exact: no text for a number, no number for a flag."""

    def __post_init__(self) -> None:
        for value in msgspec.structs.astuple(self):
            if isinstance(value, datetime) and not EARLIEST <= value < LATEST:
                raise ValueError(f"no time from {EARLIEST.year} to {LATEST.year}")
