"""The same event again: on another evening, or on several, with everything that was set up for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs import access as clubs
from clubs.roles import Capability
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import access, roles
from tournaments.actions.events import FIELDS, announce_event
from tournaments.models import Event, EventOfficer, Invitee
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability

MOST_TIMES = 12
"""The most evenings that are announced at a time."""

MOST_WEEKS_APART = 8

OWN = ("starts_at", "registers_at", "series", "division")
"""The fields that are not simply those of the former event."""


def may_repeat(person: User, event: Event) -> bool:
    """Return whether a person can announce an event again: they direct it, or hold events for its club."""
    if access.has_event_capability(person, event, EventCapability.DIRECT):
        return True
    member = None if event.club is None else clubs.membership_of(person, event.club)
    return clubs.has_capability(member, Capability.ORGANISE_EVENTS)


def repeat_event(
    by: User, event: Event, starts: Sequence[datetime], now: datetime | None = None
) -> list[Event]:
    """Announce an event again for each of these starts; the club's members are notified once.

    Everything that was set up for it is taken over: the play, who may enter, the club, the people who run it,
    those who are invited or may see a hand. The series counts it only if it is the person's own. People can
    enter as long before the start as they could then.
    """
    now = now or timezone.now()
    if not may_repeat(by, event):
        raise ActionRefused("not_director")
    if not 1 <= len({*starts}) <= MOST_TIMES or any(each < now for each in starts):
        raise ActionRefused("bad_starts", most=MOST_TIMES)
    before = event.starts_at - event.registers_at
    fields: dict[str, Any] = {name: getattr(event, name) for name in FIELDS if name not in OWN}
    if event.series is not None and event.series.organiser_id == by.pk:
        fields |= {"series": event.series, "division": event.division}
    made: list[Event] = []
    with transaction.atomic():
        for starts_at in sorted({*starts}):
            times = {"starts_at": starts_at, "registers_at": max(now, starts_at - before)}
            created = happenings.CREATED_FURTHER if made else happenings.CREATED
            again = announce_event(by, {**fields, **times}, created, now)
            _take_over_people(by, event, again)
            made.append(again)
    return made


def coming_starts(event: Event, now: datetime, times: int = 1, weeks_apart: int = 1) -> list[datetime]:
    """Return so many starts on the event's day of the week and at its hour, by the clocks of the site."""
    zone = timezone.get_default_timezone()
    here, today = (each.astimezone(zone).replace(tzinfo=None) for each in (event.starts_at, now))
    weeks = max(0, (today - here) // timedelta(weeks=1) + 1)
    first = here + timedelta(weeks=max(1, weeks))
    return [timezone.make_aware(first + timedelta(weeks=weeks_apart * turn), zone) for turn in range(times)]


def _take_over_people(by: User, event: Event, again: Event) -> None:
    """Let the same people run, enter and watch; the former organiser is a director if somebody else repeats
    it."""
    officers = {each.user_id: each.role for each in EventOfficer.objects.filter(event=event)}
    if event.organiser_id is not None:
        officers.setdefault(event.organiser_id, roles.ORDINARY)
    officers.pop(by.pk, None)
    for user in User.objects.filter(pk__in=officers, is_active=True).order_by("pk"):
        EventOfficer.objects.create(event=again, user=user, role=officers[user.pk])
        happened(again, happenings.DIRECTOR_ADDED, user, by=by, role=officers[user.pk])
    invited = event.invitees.values_list("user", flat=True)
    Invitee.objects.bulk_create(Invitee(event=again, user_id=user) for user in invited)
    again.onlookers.set(event.onlookers.all())
