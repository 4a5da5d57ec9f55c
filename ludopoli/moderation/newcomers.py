"""Checks that keep a barred guest from coming back as another guest.

Two things are checked before a new guest is made. The session remembers its guest after signing out: it is
turned away for as long as that guest is barred, and its next guest is muted for as long as that guest is.
And for `HELD` after a guest was barred, nobody becomes a new guest from an address where that guest was
seen. That is all: a family or a school waits an hour at most, and anybody who has an account, or signs up,
comes in at any time.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

from ludopoli.accounts.guests import BEFORE, TurnedAway
from ludopoli.accounts.models import User
from ludopoli.http.throttle import client_address
from ludopoli.moderation import sanctions, sightings

HELD = timedelta(hours=1)
"""The time for which the addresses of a barred guest make no new guests."""


def look_at(request: HttpRequest, now: datetime | None = None) -> None:
    """Check a request that is about to make a guest, in two queries at most. Raises `TurnedAway`."""
    now = now or timezone.now()
    before = _guest_before(request)
    if before is not None and (ban := sanctions.in_force(before, sanctions.Kind.BAN, now)):
        raise TurnedAway(ban.until)
    barred = sanctions.guest_barred_since(now - HELD, sightings.address_digest(client_address(request)), now)
    if barred is not None:
        ends = barred.at + HELD
        raise TurnedAway(ends if barred.until is None else min(ends, barred.until))


def mute_again(request: HttpRequest, guest: User) -> None:
    """Mute a new guest for as long as the guest is muted whom the session remembers."""
    before = _guest_before(request)
    mute = None if before is None else sanctions.in_force(before, sanctions.Kind.MUTE)
    if mute is not None:
        sanctions.impose_sanction(guest, mute.kind, reason=mute.reason, until=mute.until)


def _guest_before(request: HttpRequest) -> User | None:
    return User.objects.filter(pk=request.session.get(BEFORE, 0), is_guest=True).first()
