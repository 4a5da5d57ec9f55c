"""Withdrawing, being removed by a director, and coming back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime

from django.utils import timezone

from games.models import Table
from games.play import actions as play
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import selectors
from tournaments.actions.checking import check_reason
from tournaments.actions.holding import event_action
from tournaments.entering import seat_links
from tournaments.formats import catalog
from tournaments.models import GONE, Entry, Event, Member
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability
from tournaments.running import sequencer

Status = Entry.Status


@event_action()
def withdraw_from_event(user: User, event: Event, now: datetime | None = None) -> Event:
    """Withdraw: before the start without a trace, afterwards from the next round on.

    A bot plays the rest of the current round. If one member of a pair withdraws, the partner is asked who
    should replace them; a team plays on with its others.
    """
    now = now or timezone.now()
    member = event.members.filter(user=user).select_related("entry").first()
    if member is None or member.left is not None or member.entry.status in GONE:
        raise ActionRefused("not_entered")
    if event.is_over:
        raise ActionRefused("event_over")
    stays = member.entry.members.filter(user__isnull=False, left=None).exclude(pk=member.pk)
    if event.unit == Event.Unit.TEAM:
        stays = stays.filter(accepted=True)
    if member.entry.status != Status.ASKED and event.unit != Event.Unit.SINGLE:
        _leave_partner(event, member)
    if member.entry.status == Status.ASKED or not stays.exists():
        _take_out(event, member.entry, Status.WITHDRAWN)
        happened(event, happenings.WITHDRAWN, member.entry, by=user, now=now)
    else:
        happened(event, happenings.PARTNER_LEFT, member.entry, by=user, now=now)
    sequencer.take_step(event, now)
    return event


@event_action()
def come_back(user: User, event: Event, now: datetime | None = None) -> Entry:
    """Undo a withdrawal, until the next round is paired or somebody has taken the place."""
    now = now or timezone.now()
    member = event.members.filter(user=user).select_related("entry").first()
    if member is None:
        raise ActionRefused("not_entered")
    if member.left is None and member.entry.status not in GONE:
        raise ActionRefused("entry_in")
    if event.is_over:
        raise ActionRefused("event_over")
    if member.entry.status == Status.REMOVED:
        raise ActionRefused("removed")
    if not selectors.may_come_back(member):
        raise ActionRefused("round_drawn")
    _put_back(event, member.entry, [member])
    happened(event, happenings.RETURNED, member.entry, by=user, now=now)
    sequencer.take_step(event, now)
    return member.entry


@event_action(EventCapability.DIRECT)
def remove_entry(by: User, entry: Entry, reason: str, now: datetime | None = None) -> Event:
    """Remove an entry, by a director; its people have not left by themselves."""
    now = now or timezone.now()
    event = entry.event
    check_reason(by, reason)
    if entry.status in GONE:
        raise ActionRefused("entry_gone")
    seat_links.revoke_seat_links(entry.members.all())
    happened(event, happenings.REMOVED, entry, by=by, reason=reason, now=now)
    _take_out(event, entry, Status.REMOVED)
    sequencer.take_step(event, now)
    return event


@event_action(EventCapability.DIRECT)
def reinstate_entry(by: User, entry: Entry, now: datetime | None = None) -> Entry:
    """Put back an entry that has withdrawn or was removed, by a director; it plays from the next pairing on.

    A partner who has left a pair that plays on is put back, too.
    Refused as `late_closed` if rounds were paired without it and late entries are not possible.
    """
    now = now or timezone.now()
    event = entry.event
    if entry.status not in GONE and not entry.has_vacancy:
        raise ActionRefused("entry_in")
    can_come = catalog.FORMATS[event.format].takes_late(event.is_real)
    if entry.status in GONE and entry.left != event.rounds.count() and not can_come:
        raise ActionRefused("late_closed")
    _put_back(event, entry, entry.members.select_related("user"))
    happened(event, happenings.REINSTATED, entry, by=by, now=now)
    sequencer.take_step(event, now)
    return entry


def _take_out(event: Event, entry: Entry, status: str) -> None:
    if event.started_at is None:
        User.objects.filter(entered__in=entry.members.all(), is_named=True).delete()
        entry.delete()
        return
    entry.status, entry.left = status, event.rounds.count()
    entry.save(update_fields=["status", "left"])
    entry.members.update(here=False)
    for user, table in _playing(event, entry.members.select_related("user")):
        with suppress(ActionRefused):  # the match has just ended
            play.leave_table(user, table, removed=status == Status.REMOVED)


def _leave_partner(event: Event, member: Member) -> None:
    """Leave a place empty: a bot plays there until somebody takes it."""
    member.left, member.here = event.rounds.count(), False
    member.save(update_fields=["left", "here"])
    if event.started_at is not None:
        for user, table in _playing(event, [member]):
            with suppress(ActionRefused):  # the match has just ended
                play.leave_table(user, table)


def _put_back(event: Event, entry: Entry, members: Iterable[Member]) -> None:
    """Put members back, also at the tables where bots play for them."""
    drawn, members = event.rounds.count(), list(members)
    if entry.status in GONE and entry.left != drawn:
        entry.joined = drawn
    there = event.started_at is not None
    back = event.members.filter(pk__in=[each.pk for each in members])
    back.update(here=there, left=None, wanted=False, offered_to=None)
    event.members.filter(entry=entry).exclude(bot="").update(here=True)
    missing = Status.NO_SHOW if there else Status.REGISTERED
    entry.status, entry.left = missing if entry.misses_somebody else Status.CHECKED_IN, None
    entry.save(update_fields=["status", "left", "joined"])
    for user, table in _playing(event, members):
        if table.match_id is not None:
            with suppress(ActionRefused):  # the match has just ended, or they may not play
                play.reclaim_seat(table.match_id, table.seats.get(user=user).number)


def _playing(event: Event, members: Iterable[Member]) -> Iterator[tuple[User, Table]]:
    """Yield the tables in play at which these people sit."""
    for member in members:
        if member.user is not None:
            tables = Table.objects.filter(tournament__round__event=event, status=Table.Status.PLAYING)
            for table in tables.filter(seats__user=member.user):
                yield member.user, table
