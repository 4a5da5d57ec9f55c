"""Temporary troubles of the database: a row is locked, the server is away, the disk is full.

The client is asked to try again, and the log gets one line a second instead of a traceback each time, as it
does while Redis is away.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError

from ludopoli.base import commits


@dataclass(frozen=True, slots=True)
class Trouble:
    """A kind of trouble: the code of the refusal, and the words for the log."""

    code: str
    words: str


HELD = Trouble("try_again", "another transaction has held a row for too long")
DEADLOCK = Trouble("try_again", "a deadlock, in which another transaction was let through")
AWAY = Trouble("try_again", "the database does not answer")
FULL = Trouble("disk_full", "the disk of the database is full")
NO_REDIS = Trouble("try_again", "Redis is away, hangs, or is full")

BY_STATE = {
    "55P03": HELD,  # lock_not_available
    "40P01": DEADLOCK,
    "53100": FULL,  # disk_full
    "53300": AWAY,  # too_many_connections
    "57P01": AWAY,  # admin_shutdown
    "57P02": AWAY,  # crash_shutdown
    "57P03": AWAY,  # cannot_connect_now
}
"""Troubles by the SQLSTATE of PostgreSQL."""

BY_NAME = {"SQLITE_BUSY": HELD, "SQLITE_FULL": FULL}
"""Troubles by the name of an error of SQLite."""


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return the trouble behind an exception; None for any other failure."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return None
    if name := getattr(error.__cause__, "sqlite_errorname", None):
        return BY_NAME.get(name)
    state = getattr(error.__cause__, "sqlstate", None)
    return AWAY if state is None or state.startswith("08") else BY_STATE.get(state)


def trouble_of_record(record: logging.LogRecord) -> Trouble | None:
    """Return the trouble that a line of the log is about; None if it is about another failure."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, commits.REDIS_ERRORS):
        return NO_REDIS
    return AWAY if record.name == "psycopg.pool" else trouble_of(error)


class Passing(logging.Filter):
    """Log a trouble as one line without a traceback. A logger repeats it once a second at most, with the
    number of lines left out."""

    EVERY = 1.0

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[tuple[str, Trouble], float] = {}
        self.left_out: dict[tuple[str, Trouble], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        found = trouble_of_record(record)
        if found is None:
            return True
        kind, now = (record.name, found), time.monotonic()
        if now < self.last.get(kind, -self.EVERY) + self.EVERY:
            self.left_out[kind] = self.left_out.get(kind, 0) + 1
            return False
        self.last[kind] = now
        more = self.left_out.pop(kind, 0)
        record.msg = f"{record.getMessage()}: {found.words}" + (f" ({more} more such lines)" if more else "")
        record.args = record.exc_info = record.exc_text = None
        return True
