"""A guest who is barred from play does not just come back as another guest.

Two things are looked at before a new guest is made. The session remembers which guest it was when he signed
out: it is turned away for as long as that guest is barred. And for `HELD` after a guest was barred, nobody
becomes a new guest at an address where he was seen. That is all: a family or a school waits an hour at most,
and whoever has an account, or makes one, comes in at any time.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

from ludopoli.accounts.guests import BEFORE, TurnedAway
from ludopoli.accounts.models import User
from ludopoli.base.throttle import client_address
from ludopoli.moderation import sanctions, sightings

HELD = timedelta(hours=1)
"""So long after a guest was barred his address makes no new ones."""


def look_at(request: HttpRequest, now: datetime | None = None) -> None:
    """Two queries at most. Raises `TurnedAway`."""
    now = now or timezone.now()
    before = User.objects.filter(pk=request.session.get(BEFORE, 0), is_guest=True).first()
    if before is not None and (ban := sanctions.in_force(before, sanctions.Kind.BAN, now)):
        raise TurnedAway(ban.until)
    barred = sanctions.guest_barred_since(now - HELD, sightings.digest(client_address(request)), now)
    if barred is not None:
        ends = barred.at + HELD
        raise TurnedAway(ends if barred.until is None else min(ends, barred.until))
