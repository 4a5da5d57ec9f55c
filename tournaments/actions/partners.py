"""Partners: accepting or declining, and replacing a partner who has left."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import selectors
from tournaments.actions import seats
from tournaments.actions.checking import member_reference
from tournaments.actions.entries import check_person, is_stranger, takes_late, vacate_places
from tournaments.actions.holding import event_action
from tournaments.models import PLAYING, Entry, Event, Member
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.running import nonces, seen_deals, sequencer

Status = Entry.Status


@event_action()
def accept_partner(user: User, event: Event, nonce: str = "", now: datetime | None = None) -> Entry:
    """Accept a partner: one who has entered with me, or whose partner has left.

    `nonce` is the person's contribution to the deals.
    """
    now = now or timezone.now()
    nonces.check_nonce(nonce)
    member = _asked(user, event)
    if member is None:
        place = selectors.offers_me(user, event)
        if place is None:
            raise ActionRefused("not_asked")
        return _take(user, event, place, nonce, now)
    late = event.started_at is not None
    if late:
        seen_deals.check_unseen(user, event)
    member.accepted, member.here = True, late
    member.save(update_fields=["accepted", "here"])
    nonces.add_nonce(event, member, nonce)
    if member.entry.status == Status.ASKED:
        member.entry.status = Status.CHECKED_IN if late else Status.REGISTERED
        member.entry.joined = event.rounds.count()
        member.entry.save(update_fields=["status", "joined"])
    happened(event, happenings.PARTNER_ACCEPTED, member.entry, by=user, now=now)
    sequencer.take_step(event, now)
    return member.entry


@event_action()
def decline_partner(user: User, event: Event, now: datetime | None = None) -> Event:
    """Decline a partner: an entry that waits for the answer is deleted, an offered place is free again.

    A team that has asked goes on without the person.
    """
    member = _asked(user, event)
    if member is None:
        place = selectors.offers_me(user, event)
        if place is None:
            raise ActionRefused("not_asked")
        return _decline_place(user, event, place, now)
    happened(event, happenings.PARTNER_DECLINED, member, by=user, now=now)
    (member if event.unit == Event.Unit.TEAM else member.entry).delete()
    return event


@event_action()
def seek_partner(user: User, event: Event, invited: User | None = None, now: datetime | None = None) -> Entry:
    """Look for a new partner after one has left: anybody, or the person `invited`.

    A player who would rather not go on withdraws, too.
    """
    place = selectors.vacant_places(event).filter(entry__members__in=_own(user, event)).first()
    if place is None:
        raise ActionRefused("no_vacancy")
    if invited is not None:
        _check_partner(invited, event, place)
    place.wanted, place.offered_to = invited is None, invited
    place.save(update_fields=["wanted", "offered_to"])
    happened(event, happenings.PARTNER_SOUGHT, place, by=user, now=now)
    return place.entry


@event_action()
def take_place(user: User, entry: Entry, nonce: str = "", now: datetime | None = None) -> Entry:
    """Join an entry that looks for a partner, from now on, but not in a rated match that is being played.

    A match with a substitute is not rated, so a losing pair could avoid a rated loss by replacing a partner.
    `nonce` as in `accept_partner`.
    """
    nonces.check_nonce(nonce)
    event = entry.event
    place = selectors.vacant_places(event).filter(entry=entry).first()
    if place is None or not (place.wanted or place.offered_to_id == user.pk):
        raise ActionRefused("no_vacancy")
    return _take(user, event, place, nonce, now)


def _take(user: User, event: Event, place: Member, nonce: str, now: datetime | None) -> Entry:
    now = now or timezone.now()
    _check_partner(user, event, place)
    running = event.started_at is not None
    before = member_reference(place.user, place.bot)
    vacate_places(event, [user])
    let_in = running or is_stranger(user, event)
    seats.take_over(event, place, user, now, here=running, let_in=let_in, in_rated=False)
    nonces.add_nonce(event, place, nonce)
    facts: dict[str, Any] = {
        "place": place.place,
        "who": user.pk,
        "before": before,
    }
    happened(event, happenings.PLACE_TAKEN, place, by=user, now=now, first_round=place.first_round, **facts)
    sequencer.take_step(event, now)
    return place.entry


def _decline_place(user: User, event: Event, place: Member, now: datetime | None) -> Event:
    """Decline an offered place; the remaining partner is asked again."""
    place.offered_to = None
    place.save(update_fields=["offered_to"])
    happened(event, happenings.PLACE_DECLINED, place.entry, by=user, now=now)
    return event


def _check_partner(person: User, event: Event, place: Member) -> None:
    """Refuse a person who may not take a place that was left."""
    if not (event.takes_entries or event.status == Event.Status.RUNNING):
        raise ActionRefused("not_open")
    seat = (place.entry.number, place.place)
    check_person(person, event)
    seen_deals.check_unseen(person, event, seat)


def _own(user: User, event: Event) -> list[int]:
    """Return the player's own member as a list of ids; empty if they have left."""
    own = event.members.filter(user=user, left=None, entry__status__in=PLAYING)
    return list(own.values_list("pk", flat=True))


def _asked(user: User, event: Event) -> Member | None:
    asked = event.members.filter(user=user, accepted=False)
    if event.unit == Event.Unit.TEAM:
        is_open = event.takes_entries or event.status == Event.Status.RUNNING
        asked = asked.filter(entry__status__in=PLAYING)
    else:
        is_open = event.takes_entries or takes_late(event)
        asked = asked.filter(entry__status=Status.ASKED)
    return asked.select_related("entry").first() if is_open else None
