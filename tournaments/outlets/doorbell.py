"""The doorbell of an event: a signal to its pages that something has changed; they then fetch the change.

It names the entries whose own part of the page may have changed; on other pages only the common parts change.
"""

from __future__ import annotations

from ludopoli.sockets.doorbell import ring_group
from tournaments.formats import catalog
from tournaments.models import LogEntry, Round, TournamentTable

NOT_IN = 0
"""Stands for readers without an entry: a new one may be theirs."""

Concerned = list[int] | None
"""The entries whose own part of the page may have changed; None for all of them."""


def event_group(event_id: int) -> str:
    return f"event.{event_id}"


def console_group(event_id: int) -> str:
    return f"event.{event_id}.console"


def ring_hidden(event_id: int) -> None:
    """Make the pages of an event see whether it still exists for their readers."""
    ring_group(event_group(event_id), {"type": "event.hidden"})


def ring_event(event_id: int, revision: int, concerned: Concerned) -> None:
    """Announce a change."""
    ring_group(event_group(event_id), {"type": "doorbell", "revision": revision, "concerned": concerned})


# ---- who is concerned


def concerns_everybody(_logged: LogEntry) -> Concerned:
    """All entries, also if a change such as a claim is not public: a list would reveal its table."""
    return None


def concerns_nobody(_logged: LogEntry) -> Concerned:
    """No entry: each page asks for its reader's next table with the common parts."""
    return []


def the_entry(logged: LogEntry) -> Concerned:
    """The entry itself; all of them if the event may have become full."""
    return [logged.facts["entry"]] if logged.event.capacity is None else None


def concerns_newcomers(logged: LogEntry) -> Concerned:
    """The entry, and the readers without one; all of them if the event may have become full."""
    return [logged.facts["entry"], NOT_IN] if logged.event.capacity is None else None


def people_at_table(logged: LogEntry) -> Concerned:
    """The entries at the table."""
    tables = TournamentTable.objects.filter(
        round__event=logged.event, round__number=logged.facts["round"], number=logged.facts["table"]
    )
    return [number for places in tables.values_list("places", flat=True) for number in places if number > 0]


def resting_entries(logged: LogEntry) -> Concerned:
    """The entries that rest in the round; for the others their table was the end of it."""
    return list(Round.objects.get(event=logged.event, number=logged.facts["round"]).byes)


def moved_entries(logged: LogEntry) -> Concerned:
    """The entries for which a pairing changes more than the number of their next table.

    That number comes with the common parts of the page. Where rounds overlap, these are the entries of the
    round; otherwise those that do not play in both this round and the one before. The own part of readers
    without an entry does not change.
    """
    event, number = logged.event, logged.facts["round"]
    places = TournamentTable.objects.filter(round__event=event).values_list("round__number", "places")
    at = {round_: set[int]() for round_ in (number - 1, number)}
    for round_, entries in places.filter(round__number__in=at):
        at[round_].update(entry for entry in entries if entry > 0)
    if catalog.FORMATS[event.format].flows:
        return sorted(at[number])
    stay = at[number] & at[number - 1]
    return [entry for entry in event.entries.values_list("number", flat=True) if entry not in stay]
