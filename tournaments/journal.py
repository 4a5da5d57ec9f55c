"""One at a time: an event is changed by who holds its row, and every change is written down."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.commits import after_commit
from tournaments import doorbell
from tournaments.models import Event, LogEntry


def hold(event_id: int) -> Event:
    """The event as it is now, nobody else's until the transaction ends. Whoever needs a match too, holds its
    event first."""
    return Event.objects.select_for_update(of=("self",)).select_related("organiser").get(pk=event_id)


def write(
    event: Event,
    what: str,
    *,
    by: User | None = None,
    reason: str = "",
    now: datetime | None = None,
    **facts: Any,
) -> LogEntry:
    """Note what has happened, and tell the pages that show the event, which the caller holds."""
    event.revision += 1
    Event.objects.filter(pk=event.pk).update(revision=event.revision)
    after_commit(doorbell.ring_event, event.pk, event.revision)
    return LogEntry.objects.create(
        event=event, at=now or timezone.now(), by=by, what=what, reason=reason, facts=facts
    )
