"""How programs are told a time."""

from __future__ import annotations

from datetime import UTC, datetime


def utc(moment: datetime) -> str:
    """A time as it stands in every answer, frame, file and delivery: `2026-11-21T19:15:00Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
