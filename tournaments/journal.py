"""One at a time: an event is changed by who holds its row, and every change is written down."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from tournaments import doorbell
from tournaments.formats import catalog
from tournaments.models import Event, LogEntry, Round, TournamentTable

NOT_IN = 0
"""Stands for readers who have no entry: the one that has just come may be theirs."""

OF_A_TABLE = ("table_over", "played_on")
OF_AN_ENTRY = ("entered", "accepted", "checked_in")
"""What concerns the people of a table or of an entry alone; the pages of the others look the same but for the
parts that everybody sees alike."""

OF_THE_TABLES = "round_began"
"""The change that comes to each page with the parts that all see alike: the page knows its reader's entry."""

Concerned = list[int] | None
"""The entries whose own part of the page may have changed; None: anybody's."""


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
    only_in: bool = False,
    **facts: Any,
) -> LogEntry:
    """Note what has happened, and ring at the pages that show the event, which the caller holds.

    With `only_in` a round is drawn, and the own part of readers without an entry stays as it is.
    """
    event.revision += 1
    Event.objects.filter(pk=event.pk).update(revision=event.revision)
    concerned = _moved(event, facts["round"]) if only_in else _concerned(event, what, facts)
    after_commit(doorbell.ring_event, event.pk, event.revision, concerned)
    return LogEntry.objects.create(
        event=event, at=now or timezone.now(), by=by, what=what, reason=reason, facts=facts
    )


def _concerned(event: Event, what: str, facts: Mapping[str, Any]) -> Concerned:
    """Return the people whose own part of the page may have changed.

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
    if what == "round_over":  # for the others their table was the end of it
        return list(Round.objects.get(event=event, number=facts["round"]).byes)
    if what == OF_THE_TABLES:
        return []
    return None


def _moved(event: Event, number: int) -> list[int]:
    """Return the entries to which a draw says more than the number of their next table.

    That number comes with what everybody sees alike. Where tables are drawn one by one it is new to those
    at them alone; else nothing else is new to who plays in this round and played in the one before.
    """
    places = TournamentTable.objects.filter(round__event=event).values_list("round__number", "places")
    at = {round_: set[int]() for round_ in (number - 1, number)}
    for round_, entries in places.filter(round__number__in=at):
        at[round_].update(entry for entry in entries if entry > 0)
    if catalog.FORMATS[event.format].flows:
        return sorted(at[number])
    stay = at[number] & at[number - 1]
    return [entry for entry in event.entries.values_list("number", flat=True) if entry not in stay]
