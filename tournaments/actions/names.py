"""Correcting names, and forgetting one person who wishes it: places and results stay, without the name."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import F

from clubs import actions as clubs
from clubs.models import Member as ClubMember
from clubs.roles import Capability
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import access, club_lines
from tournaments.actions.checking import NOTHING_SEEN, check_seen, checked_entry_name
from tournaments.actions.entries import Named, check_double, check_entrant_name
from tournaments.actions.holding import event_action
from tournaments.models import Entry, Event, Member
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability

FORGOTTEN = {"name": "", "card": "", "category": ""}


@event_action()
def forget_person(
    by: User, entry: Entry, place: int, now: datetime | None = None, *, last_round: int | None = None
) -> Entry:
    """Forget the name of a person without an account in an event that is over.

    With their `last_round`, of somebody whose place a substitute has taken.
    """
    event = entry.event
    if not access.has_event_capability(by, event, EventCapability.DIRECT):
        raise ActionRefused("not_director")
    if not event.is_over:
        raise ActionRefused("not_over")
    people = Member.everybody.filter(entry=entry, place=place, last_round=last_round, bot="")
    member = people.select_related("user").first()
    if member is None or (member.user is not None and not member.user.is_named):
        raise ActionRefused("no_place")
    if member.user is not None:
        privacy.delete_person(member.user)
    people.update(**FORGOTTEN, club_line=None)
    happened(event, happenings.NAME_FORGOTTEN, entry, by=by, now=now)
    return event.entries.get(pk=entry.pk)


@event_action()
def correct_entry(
    by: User,
    entry: Entry,
    people: Mapping[int, Named],
    name: str | None = None,
    *,
    seen: Mapping[str, str] = NOTHING_SEEN,
    homonym: bool = False,
    now: datetime | None = None,
) -> Entry:
    """Correct the names, numbers and categories of people without an account at real tables, by the places of
    these, and the name of the entry; also after its end.

    `seen` is what was shown to the sender, by `name-0`, `card-0`, `category-0` and `team`: what is as it was
    seen stays as it is now. Refused as `changed_meanwhile` if others have changed what is corrected, and as
    `possible_double` as by `enter_members`.
    """
    event = entry.event
    if not access.has_event_capability(by, event, EventCapability.DIRECT):
        raise ActionRefused("not_director")
    if not event.is_real:
        raise ActionRefused("not_real")
    if event.names_forgotten_at is not None:
        raise ActionRefused("event_over")
    members = {each.place: each for each in entry.members.filter(user=None, bot="")}
    if not people.keys() <= members.keys():
        raise ActionRefused("no_place")
    for place, sent in people.items():
        member = members[place]
        person = _corrected(member, sent, seen)
        if person == Named(member.name, member.card, member.category):
            continue
        check_entrant_name(by, event, person)
        if not homonym:
            check_double(event, [person], member)
        is_renamed = (person.name, person.card) != (member.name, member.card)
        member.name, member.card, member.category = person.name, person.card, person.category
        if is_renamed:
            club_lines.link_members(event, [member])
        member.save(update_fields=["name", "card", "category", "club_line"])
    if name is not None and name != seen.get("team"):
        check_seen(seen, "team", entry.name, name)
        entry.name = checked_entry_name(by, name)
        entry.save(update_fields=["name"])
    happened(event, happenings.NAMES_CORRECTED, entry, by=by, now=now)
    return entry


def _corrected(member: Member, sent: Named, seen: Mapping[str, str]) -> Named:
    """Return what is sent of a member, and what is now of what is as it was seen."""
    shown = {
        "name": club_lines.listed_name(member),
        "card": member.shown_card,
        "category": member.shown_category,
    }

    def corrected(part: str) -> str:
        field, text = f"{part}-{member.place}", str(getattr(sent, part))
        if text == seen.get(field):
            return str(getattr(member, part))
        check_seen(seen, field, shown[part], text)
        return text

    return Named(*map(corrected, shown))


def forget_club_member(by: User, member: ClubMember) -> None:
    """Take a person off the list of a club, and forget their name in all its events."""
    with transaction.atomic():
        clubs.remove_member(by, member)
        own = Member.everybody.filter(club_line=member.pk, user=None)
        Event.objects.filter(members__in=own).update(revision=F("revision") + 1)
        own.update(**FORGOTTEN)


def may_forget(member: ClubMember, own: ClubMember | None) -> bool:
    """Return whether a director may forget a member: one without an office."""
    return own is not None and own.may[Capability.MANAGE_MEMBERS] and not member.has_office
