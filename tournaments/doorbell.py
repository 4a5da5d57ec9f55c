"""Tells the pages of an event that something is newer. What it is they read themselves."""

from __future__ import annotations

from collections.abc import Sequence

from ludopoli.base.bells import ring


def event_group(event_id: int) -> str:
    return f"event.{event_id}"


def ring_event(event_id: int, revision: int, concerned: Sequence[int] | str | None) -> None:
    """`concerned` are the entries whose own part of the page may be different now (`journal.Concerned`)."""
    ring(event_group(event_id), {"type": "doorbell", "revision": revision, "concerned": concerned})
