"""Forgetting the names of people without an account, at the time that the event's page states.

That depends on the time alone, never on the status of the event. Members of the club keep their names, which
come from its list, as long as they are on it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from clubs.models import Member as ClubMember
from tournaments.models import Event, Member
from tournaments.outlets import happenings, notices
from tournaments.outlets.happenings import happened, lock_event

REMINDED_BEFORE = timedelta(days=7)
"""How long before it forgets names the site reminds the directors, at least."""


def forget_due_names(now: datetime) -> None:
    """Remind the directors of events whose names will be forgotten, and forget those that are due."""
    ended = Event.objects.filter(finished_at__isnull=False, names_forgotten_at=None)
    for event in ended.order_by("pk").iterator():
        if event.names_until is not None and now >= event.names_until - REMINDED_BEFORE:
            with transaction.atomic():
                _remind_or_forget(lock_event(event.pk), now)


def forgettable_people(event: Event) -> QuerySet[Member]:
    """Return the people whose names would be forgotten: without an account, and on no list."""
    listed = Q(club_line__in=ClubMember.objects.values("pk"))
    by_name = Q(user=None) & ~Q(name="") & (Q(club_line=None) | ~listed)
    people = Member.everybody.filter(event=event, bot="")
    return people.filter(Q(user__is_named=True, user__deleted_at=None) | by_name)


def _remind_or_forget(event: Event, now: datetime) -> None:
    until, is_anybody_named = event.names_until, forgettable_people(event).exists()
    if until is None or event.names_forgotten_at is not None:
        return
    if is_anybody_named and event.names_reminded_at is None:
        notices.notify_of_names(event)
        event.names_reminded_at = now
    reminded_at = event.names_reminded_at or until - REMINDED_BEFORE
    if now >= max(until, reminded_at + REMINDED_BEFORE):
        Member.everybody.filter(event=event).update(name="", card="", category="")
        event.names_forgotten_at = now
        if is_anybody_named:
            happened(event, happenings.NAMES_FORGOTTEN, now=now)
    event.save(update_fields=["names_reminded_at", "names_forgotten_at"])
