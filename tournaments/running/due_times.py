"""The times at which the sequencer has to look at an event again."""

from __future__ import annotations

from datetime import datetime, timedelta

from ludopoli.base.lookups import PreparedQuery
from tournaments.models import Event, Round

LOOKS_EVERY = timedelta(seconds=10)
"""The interval during play; a match whose end was not announced is found this late at most."""

REMINDS = timedelta(minutes=15)
"""The time before the start at which people are reminded, unless check-in opens earlier."""

ARCHIVED_AFTER = timedelta(days=30)

PAIRED_BEFORE = timedelta(hours=1)
"""The time before a round on a further day at which it is paired, without those who have withdrawn."""

Status = Event.Status


def check_in_at(event: Event) -> datetime:
    return event.starts_at - timedelta(minutes=event.check_in_minutes)


def remind_at(event: Event) -> datetime:
    return min(check_in_at(event), event.starts_at - REMINDS)


def waits_until(event: Event, rounds: int) -> datetime | None:
    """Return when the next round is paired, after this number of rounds, if it is on a further day."""
    date = event.round_dates.get(rounds + 1)
    return None if date is None else date - PAIRED_BEFORE


_rounds = PreparedQuery(
    lambda event: Round.objects.filter(event=event).values_list("status", "starts_at", "ends_at")
)


def wake_at(event: Event, now: datetime) -> datetime | None:
    """Return when the event is due at the latest."""
    reminder = [remind_at(event)] if event.reminded_at is None else []
    if event.status == Status.ANNOUNCED:
        return event.registers_at
    if event.status == Status.REGISTRATION:
        return min([check_in_at(event), *reminder])
    if event.status == Status.CHECK_IN:
        begins = [] if event.is_real else [event.starts_at]  # there a director begins it
        return min([*begins, *reminder], default=None)
    if event.status == Status.RUNNING:
        looks = now + LOOKS_EVERY
        if event.paused_at is not None:
            return looks
        rounds = _rounds(event.pk)
        coming = [each for each in rounds if each[0] != Round.Status.OVER]
        waits = waits_until(event, len(rounds))
        if not coming and waits is not None and waits > now:
            return waits
        changes = [starts if status == Round.Status.DRAWN else ends for status, starts, ends in coming]
        return min([looks, *(at for at in changes if at is not None and at > now)])
    if event.status == Status.FINISHED and event.finished_at is not None:
        return event.finished_at + ARCHIVED_AFTER
    return None
