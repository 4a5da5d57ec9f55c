"""Tells the pages of an event that something is newer. What it is they read themselves."""

from __future__ import annotations

from ludopoli.bells import ring


def event_group(event_id: int) -> str:
    return f"event.{event_id}"


def ring_event(event_id: int, revision: int) -> None:
    ring(event_group(event_id), {"type": "doorbell", "revision": revision})
