"""Forgetting one person who wishes it. Places, results and the log stay, without the name."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F

from clubs import actions as clubs
from clubs.models import Member as ClubMember
from clubs.roles import Capability
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import access
from tournaments.actions.holding import event_action
from tournaments.models import Entry, Event, Member
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability

FORGOTTEN = {"name": "", "card": "", "category": ""}


@event_action()
def forget_person(by: User, entry: Entry, place: int, now: datetime | None = None) -> Entry:
    """Forget the name of a person without an account in an event that is over."""
    event = entry.event
    if not access.has_event_capability(by, event, EventCapability.DIRECT):
        raise ActionRefused("not_director")
    if not event.is_over:
        raise ActionRefused("not_over")
    member = event.members.filter(entry=entry, place=place, bot="").select_related("user").first()
    if member is None or (member.user is not None and not member.user.is_named):
        raise ActionRefused("no_place")
    if member.user is not None:
        privacy.delete_person(member.user)
    event.members.filter(pk=member.pk).update(**FORGOTTEN, club_line=None)
    happened(event, happenings.NAME_FORGOTTEN, entry, by=by, now=now)
    return event.entries.get(pk=entry.pk)


def forget_club_member(by: User, member: ClubMember) -> None:
    """Take a person off the list of a club, and forget their name in all its events."""
    with transaction.atomic():
        clubs.remove_member(by, member)
        own = Member.objects.filter(club_line=member.pk, user=None)
        Event.objects.filter(members__in=own).update(revision=F("revision") + 1)
        own.update(**FORGOTTEN)


def may_forget(member: ClubMember, own: ClubMember | None) -> bool:
    """Return whether a director may forget a member: one without an office."""
    return own is not None and own.may[Capability.MANAGE_MEMBERS] and not member.has_office
