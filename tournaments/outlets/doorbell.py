"""The doorbell of an event: a signal to its pages that something has changed; they then fetch the change."""

from __future__ import annotations

from collections.abc import Sequence

from ludopoli.sockets.bells import ring


def event_group(event_id: int) -> str:
    return f"event.{event_id}"


def ring_hidden(event_id: int) -> None:
    """Make the pages of an event see whether it still exists for their readers."""
    ring(event_group(event_id), {"type": "event.hidden"})


def ring_event(event_id: int, revision: int, concerned: Sequence[int] | str | None) -> None:
    """Announce a change; `concerned` are the entries whose own part of the page it may affect
    (`journal.Concerned`)."""
    ring(event_group(event_id), {"type": "doorbell", "revision": revision, "concerned": concerned})
