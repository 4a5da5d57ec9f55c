"""The one format of times for programs."""

from __future__ import annotations

from datetime import UTC, datetime


def utc(moment: datetime) -> str:
    """Format a time as in every response, frame, file and delivery: `2026-11-21T19:15:00Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
