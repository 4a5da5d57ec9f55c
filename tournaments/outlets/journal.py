"""The lock and the log of an event: only the holder of its row changes it, and every change is logged."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from tournaments.formats import catalog
from tournaments.models import Event, LogEntry, Round, TournamentTable
from tournaments.outlets import doorbell

NOT_IN = 0
"""Stands for readers without an entry: a new one may be theirs."""

OF_A_TABLE = ("table_over", "played_on", "scored", "written")
OF_AN_ENTRY = ("entered", "accepted", "checked_in")
"""Changes that concern only the people of one table or entry; on other pages, only the common parts
change."""

OF_THE_TABLES = "round_began"
"""A change that each page gets with the common parts, because with them it asks for its reader's next
table."""

Concerned = list[int] | None
"""The entries whose own part of the page may have changed; None for all of them."""


def hold(event_id: int) -> Event:
    """Lock an event until the transaction ends, and return its current state.

    Code that also locks a match must lock its event first.
    """
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
    """Log a change of an event that the caller holds, and notify the pages that show it.

    With `only_in` (a round was paired) the own part of readers without an entry does not change.
    """
    event.revision += 1
    Event.objects.filter(pk=event.pk).update(revision=event.revision)
    concerned = _moved(event, facts["round"]) if only_in else _concerned(event, what, facts)
    after_commit(doorbell.ring_event, event.pk, event.revision, concerned)
    return LogEntry.objects.create(
        event=event, at=now or timezone.now(), by=by, what=what, reason=reason, facts=facts
    )


def _concerned(event: Event, what: str, facts: Mapping[str, Any]) -> Concerned:
    """Return the entries whose own part of the page may have changed.

    Changes that are not public, such as claims and rulings, count as concerning everybody.
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
    """Return the entries for which a pairing changes more than the number of their next table.

    That number comes with the common parts of the page. Where rounds overlap, these are the entries of the
    round; otherwise those that do not play in both this round and the one before.
    """
    places = TournamentTable.objects.filter(round__event=event).values_list("round__number", "places")
    at = {round_: set[int]() for round_ in (number - 1, number)}
    for round_, entries in places.filter(round__number__in=at):
        at[round_].update(entry for entry in entries if entry > 0)
    if catalog.FORMATS[event.format].flows:
        return sorted(at[number])
    stay = at[number] & at[number - 1]
    return [entry for entry in event.entries.values_list("number", flat=True) if entry not in stay]
