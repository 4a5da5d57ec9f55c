"""The same event again: on another evening, or on several, with everything that was set up for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core import serializers
from django.db import transaction
from django.utils import timezone

from clubs import access as clubs
from clubs.actions import check_capability
from clubs.roles import Capability
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import access, roles
from tournaments.actions.events import FIELDS, NOBODY_WAITS, announce_event
from tournaments.formats.catalog import FORMATS
from tournaments.models import Event, EventOfficer, EventTemplate, Invitee, Series
from tournaments.models.round_dates import RoundDates
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability

MOST_TIMES = 12
"""The most evenings that are announced at a time."""

MOST_WEEKS_APART = 8

OWN = ("starts_at", "registers_at", "round_dates", "series", "division")
"""The fields that are not simply those of the former event."""


@dataclass(frozen=True, slots=True)
class EventPeople:
    """The people who run, enter and watch an event, by their ids."""

    officers: dict[int, str]
    """With their roles; the organiser is among them."""
    invited: list[int]
    onlookers: list[int]


def people_of_event(event: Event) -> EventPeople:
    officers = {each.user_id: each.role for each in EventOfficer.objects.filter(event=event)}
    if event.organiser_id is not None:
        officers.setdefault(event.organiser_id, roles.ORDINARY)
    invited = event.invitees.values_list("user", flat=True)
    return EventPeople(officers, [*invited], [*event.onlookers.values_list("pk", flat=True)])


def keep_set_up(event: Event) -> None:
    """Keep the set-up of an event that is about to be deleted in the templates that were made from it."""
    if not event.templates.exists():
        return
    stored = Event.objects.filter(pk=event.pk)
    fields = json.loads(serializers.serialize("json", stored, fields=(*FIELDS, "announced")))[0]["fields"]
    event.templates.update(setup={"fields": fields, **asdict(people_of_event(event))})


def set_up_of(template: EventTemplate) -> tuple[Event, EventPeople]:
    """Return the event of a template with its people; if it was deleted, one that is not stored."""
    if template.event is not None:
        return template.event, people_of_event(template.event)
    kept = template.setup
    row = {"model": "tournaments.event", "fields": {**kept["fields"], "club": template.club_id}}
    event = next(serializers.deserialize("python", [row], ignorenonexistent=True)).object
    assert isinstance(event, Event), event
    event.series = Series.objects.filter(pk=event.series_id or 0).first()
    officers = {int(pk): role for pk, role in kept["officers"].items()}
    return event, EventPeople(officers, kept["invited"], kept["onlookers"])


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

    Everything that was set up for it is taken over as it was announced: the play, who may enter, the club,
    the people who run it, those who are invited or may see a hand. The series counts it only if the person
    organises it. People can enter as long before the start as they could then.
    """
    if not may_repeat(by, event):
        raise ActionRefused("not_director")
    return _announce_again(by, event, people_of_event(event), starts, now or timezone.now())


def begin_from_template(
    by: User, template: EventTemplate, starts: Sequence[datetime], now: datetime | None = None
) -> list[Event]:
    """Announce an event like that of a template for each of these starts, as `repeat_event` does."""
    check_capability(clubs.membership_of(by, template.club), Capability.ORGANISE_EVENTS)
    return _announce_again(by, *set_up_of(template), starts, now or timezone.now())


def _announce_again(
    by: User, event: Event, people: EventPeople, starts: Sequence[datetime], now: datetime
) -> list[Event]:
    if not 1 <= len({*starts}) <= MOST_TIMES or any(each < now for each in starts):
        raise ActionRefused("bad_starts", most=MOST_TIMES)
    before = event.as_announced("starts_at") - event.as_announced("registers_at")
    left_out = (*OWN, *(NOBODY_WAITS if FORMATS[event.format].alone else ()))
    fields: dict[str, Any] = {name: event.as_announced(name) for name in FIELDS if name not in left_out}
    if event.series is not None and access.organises_series(by, event.series):
        fields |= {"series": event.series, "division": event.division}
    made: list[Event] = []
    with transaction.atomic():
        for starts_at in sorted({*starts}):
            times = {
                "starts_at": starts_at,
                "registers_at": max(now, starts_at - before),
                "round_dates": _moved_dates(event, starts_at),
            }
            created = happenings.CREATED_FURTHER if made else happenings.CREATED
            again = announce_event(by, {**fields, **times}, created, now)
            _take_over_people(by, people, again)
            made.append(again)
    return made


def _moved_dates(event: Event, starts_at: datetime) -> RoundDates:
    """Return the dates of rounds, as many days after another start and at their hour, by the clocks of the
    site."""
    zone = timezone.get_default_timezone()
    former, start = (
        each.astimezone(zone).replace(tzinfo=None) for each in (event.as_announced("starts_at"), starts_at)
    )
    dates: RoundDates = event.as_announced("round_dates")
    later = {number: at.astimezone(zone).replace(tzinfo=None) for number, at in dates.items()}
    return {number: timezone.make_aware(start + (at - former), zone) for number, at in later.items()}


def coming_starts(event: Event, now: datetime, times: int = 1, weeks_apart: int = 1) -> list[datetime]:
    """Return so many starts on the event's day of the week and at its hour, by the clocks of the site."""
    zone = timezone.get_default_timezone()
    here, today = (
        each.astimezone(zone).replace(tzinfo=None) for each in (event.as_announced("starts_at"), now)
    )
    weeks = max(0, (today - here) // timedelta(weeks=1) + 1)
    first = here + timedelta(weeks=max(1, weeks))
    return [timezone.make_aware(first + timedelta(weeks=weeks_apart * turn), zone) for turn in range(times)]


def _take_over_people(by: User, people: EventPeople, again: Event) -> None:
    """Let the same people run, enter and watch; the former organiser is a director if somebody else repeats
    it."""
    active = User.objects.filter(is_active=True).order_by("pk")
    for user in active.filter(pk__in=people.officers).exclude(pk=by.pk):
        EventOfficer.objects.create(event=again, user=user, role=people.officers[user.pk])
        happened(again, happenings.DIRECTOR_ADDED, user, by=by, role=people.officers[user.pk])
    invited = active.filter(pk__in=people.invited)
    Invitee.objects.bulk_create(Invitee(event=again, user=user) for user in invited)
    again.onlookers.set(active.filter(pk__in=people.onlookers))
