"""The cash desk: fees are taken and given back by hand; each time is a row that never changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import chain

from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments.actions.checking import NOTHING_SEEN, check_seen
from tournaments.actions.holding import event_action
from tournaments.models import Entry, Event, FeePayment
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.prizes.cash import CashBook, FeeLine
from tournaments.roles import EventCapability
from tournaments.selectors import member_name


@event_action(EventCapability.COLLECT)
def take_fee(
    by: User,
    entry: Entry,
    place: int | None = None,
    now: datetime | None = None,
    *,
    seen: Mapping[str, str] = NOTHING_SEEN,
) -> Entry:
    """Take the fee of a person of an entry, or of all who have not paid if no place is given.

    Refused as `changed_meanwhile` if somebody else is in a place by now than was `seen` there (`name-0`).
    """
    now = now or timezone.now()
    lines = _lines(entry, place)
    for member in chain.from_iterable(each.members for each in lines):
        check_seen(seen, f"name-{member.place}", member_name(member))
    open_lines = [each for each in lines if each.still_due]
    if not open_lines:
        raise ActionRefused("fee_paid")
    _pay(by, entry, ((each.place, each.due) for each in open_lines), now)
    happened(entry.event, happenings.FEE_TAKEN, entry, by=by, now=now)
    return entry


@event_action(EventCapability.COLLECT)
def return_fee(by: User, entry: Entry, place: int | None = None, now: datetime | None = None) -> Entry:
    """Give back what a person of an entry has paid, or all of its people."""
    now = now or timezone.now()
    paid_lines = [each for each in _lines(entry, place) if each.paid]
    if not paid_lines:
        raise ActionRefused("fee_not_paid")
    _pay(by, entry, ((each.place, -each.paid) for each in paid_lines), now)
    happened(entry.event, happenings.FEE_RETURNED, entry, by=by, now=now)
    return entry


@event_action(EventCapability.COLLECT)
def return_lost_fee(by: User, event: Event, number: int, now: datetime | None = None) -> Event:
    """Give back what an entry has paid that has left before the start."""
    now = now or timezone.now()
    amount = dict(CashBook(event).lost).get(number, 0)
    if not amount:
        raise ActionRefused("fee_not_paid")
    FeePayment.objects.create(event=event, number=number, amount=-amount, by=by, at=now)
    happened(event, happenings.FEE_RETURNED, Entry(event=event, number=number), by=by, now=now)
    return event


@event_action(EventCapability.COLLECT)
def take_all_fees(by: User, event: Event, now: datetime | None = None) -> Event:
    """Take the fees of all who have not paid: everybody has, and nobody has written it down."""
    now = now or timezone.now()
    due = [each for each in _book(event).entries if each.still_due]
    if not due:
        raise ActionRefused("fee_paid")
    for each in due:
        _pay(by, each.entry, ((line.place, line.due) for line in each.lines if line.still_due), now)
    happened(event, happenings.FEES_TAKEN, by=by, now=now)
    return event


def _book(event: Event) -> CashBook:
    book = CashBook(event)
    if book.purse.fee is None:
        raise ActionRefused("no_fee")
    return book


def _lines(entry: Entry, place: int | None) -> list[FeeLine]:
    found = next((each for each in _book(entry.event).entries if each.entry.pk == entry.pk), None)
    lines = [each for each in (found.lines if found else ()) if place is None or each.place in (place, None)]
    if not lines:
        raise ActionRefused("no_place")
    return lines


def _pay(by: User, entry: Entry, sums: Iterable[tuple[int | None, int]], now: datetime) -> None:
    FeePayment.objects.bulk_create(
        FeePayment(
            event_id=entry.event_id,
            entry=entry,
            number=entry.number,
            place=place,
            amount=amount,
            by=by,
            at=now,
        )
        for place, amount in sums
    )
