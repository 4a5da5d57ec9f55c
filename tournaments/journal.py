"""One at a time: an event is changed by who holds its row, and every change is written down."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.commits import after_commit
from tournaments import doorbell
from tournaments.models import Event, LogEntry, TournamentTable

NOT_IN = 0
"""Stands for readers who have no entry: the one that has just come may be theirs."""

OF_A_TABLE = ("table_over", "played_on")
OF_AN_ENTRY = ("entered", "accepted", "checked_in")
"""What concerns the people of a table or of an entry alone; the pages of the others look the same but for the
parts that everybody sees alike."""


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
    after_commit(doorbell.ring_event, event.pk, event.revision, _concerned(event, what, facts))
    return LogEntry.objects.create(
        event=event, at=now or timezone.now(), by=by, what=what, reason=reason, facts=facts
    )


def _concerned(event: Event, what: str, facts: Mapping[str, Any]) -> list[int] | None:
    """The entries whose own part of the page may have changed; None: anybody's.

    That a table is over is public. What is not, a call or a ruling, is said to concern everybody.
    """
    if what in OF_A_TABLE:
        tables = TournamentTable.objects.filter(
            round__event=event, round__number=facts["round"], number=facts["table"]
        )
        return [
            number for places in tables.values_list("places", flat=True) for number in places if number > 0
        ]
    if what in OF_AN_ENTRY and event.capacity is None:  # else it may have become full
        return [facts["entry"], *([NOT_IN] if what == "entered" else ())]
    return None
