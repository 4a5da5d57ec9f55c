"""The doorbell of an event: a signal to its open pages that something has changed, so that they fetch it.

A page has parts that are common to all readers, and a part for the reader's own entry. The signal names the
entries whose own part may have changed; the pages of other readers fetch the common parts only.
"""

from __future__ import annotations

from ludopoli.sockets.doorbell import ring_group
from tournaments.formats import catalog
from tournaments.models import Entry, Event, Round, TournamentTable

NO_ENTRY = 0
"""In the place of an entry's number: the readers without an entry, one of whom may have got a new one."""

Concerned = list[int] | None
"""The entries whose own part of the page may have changed; None for all of them."""


def event_group(event_id: int) -> str:
    return f"event.{event_id}"


def console_group(event_id: int) -> str:
    return f"event.{event_id}.console"


def ring_hidden(event_id: int) -> None:
    """Make the open pages of an event check whether their readers may still see it."""
    ring_group(event_group(event_id), {"type": "event.hidden"})


def ring_event(event_id: int, revision: int, concerned: Concerned) -> None:
    """Announce a change to the open pages of an event."""
    ring_group(event_group(event_id), {"type": "doorbell", "revision": revision, "concerned": concerned})


# ---- who is concerned


def concerns_everybody(_event: Event, _about: object) -> Concerned:
    """All entries. This holds also for changes that are not public, such as claims: a list of entries would
    reveal the table."""
    return None


def concerns_nobody(_event: Event, _about: object) -> Concerned:
    """No entry. Every page finds its reader's next table in the common parts, which it fetches anyway."""
    return []


def concerns_entry(event: Event, entry: Entry) -> Concerned:
    """The entry; all entries if the event has a capacity, since it may be full or have room now."""
    return [entry.number] if event.capacity is None else None


def concerns_newcomers(event: Event, entry: Entry) -> Concerned:
    """The entry and the readers without one; all entries if the event has a capacity, since it may be full
    now."""
    return [entry.number, NO_ENTRY] if event.capacity is None else None


def concerns_table(_event: Event, table: TournamentTable) -> Concerned:
    """The entries at the table."""
    return [number for number in table.places if number > 0]


def concerns_resting(_event: Event, round_: Round) -> Concerned:
    """The entries that sit out the round. For the others the round ended with their table, which has rung
    then."""
    return list(round_.byes)


def concerns_moved(event: Event, round_: Round) -> Concerned:
    """The entries for which a pairing changes more than the number of their next table.

    That number comes with the common parts of the page. Where rounds overlap, the entries are those that play
    in the round; otherwise all but those that play in both this round and the one before. Readers without an
    entry are not among them.
    """
    number = round_.number
    places = TournamentTable.objects.filter(round__event=event).values_list("round__number", "places")
    playing = {each: set[int]() for each in (number - 1, number)}
    for each, entries in places.filter(round__number__in=playing):
        playing[each].update(entry for entry in entries if entry > 0)
    if catalog.FORMATS[event.format].flows:
        return sorted(playing[number])
    play_on = playing[number] & playing[number - 1]
    return [entry for entry in event.entries.values_list("number", flat=True) if entry not in play_on]
