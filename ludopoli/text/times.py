"""The time, which all processes share, and its one format for programs."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.utils import timezone

log = logging.getLogger(__name__)

TOLERATED = timedelta(seconds=0.1)
"""The greatest change in the difference between the clocks that is ignored, besides the time that measuring
took."""

_ahead = timedelta(0)
"""The time by which this machine's clock is ahead of the database's."""


def now() -> datetime:
    """Return the time by the clock of the database: clocks of machines may differ, and deadlines may not."""
    return timezone.now() - _ahead


def measure_clock() -> datetime:
    """Return the database's time; note how far this machine's clock is from it."""
    global _ahead
    if connection.vendor == "sqlite":  # it has no clock but this machine's
        return now()
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        at: datetime = cursor.fetchone()[0]
    took = timezone.now() - before
    ahead = before + took / 2 - at
    if abs(ahead - _ahead) > took + TOLERATED:
        log.warning(
            "this machine's clock is %.1f s ahead of the database's, which counts", ahead.total_seconds()
        )
        _ahead = ahead
    return at


def format_utc(moment: datetime) -> str:
    """Format a time as in every response, frame, file and delivery: `2026-11-21T19:15:00Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
