"""From where accounts come to the tables. Of an address only a digest with a key is kept, for 30 days."""

from __future__ import annotations

import ipaddress
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac

from ludopoli.accounts.models import User
from ludopoli.base.throttle import address_block
from ludopoli.moderation.models import Sighting

KEPT = timedelta(days=30)

NOTED_EVERY = timedelta(hours=1)
"""How exact `Sighting.at` is: a write for every connection would be too many."""


def digest(address: str) -> str:
    """What is kept of an address, or "" where it says nothing: over a Unix socket, and of this machine.

    Behind a proxy that is not among `TRUSTED_PROXIES` everybody would seem to sit at one desk.
    """
    try:
        if ipaddress.ip_address(address).is_loopback:
            return ""
    except ValueError:
        return ""
    return salted_hmac("ludopoli.sightings", address_block(address), algorithm="sha256").hexdigest()[:32]


def note(person: User, of: str, now: datetime | None = None) -> None:
    """Remember that somebody was seen, by the digest of an address."""
    now = now or timezone.now()
    seen, new = Sighting.objects.get_or_create(user=person, digest=of, defaults={"at": now})
    if not new and now - seen.at > NOTED_EVERY:
        Sighting.objects.filter(pk=seen.pk).update(at=now)


def sharing(person: User) -> list[User]:
    """Who else was seen at an address of the person's in the time that is kept, by name: one query."""
    mine = Sighting.objects.filter(user=person).values("digest")
    others = User.objects.filter(sightings__digest__in=mine).exclude(pk=person.pk)
    return list(others.distinct().order_by("username"))


def forget(now: datetime | None = None) -> None:
    """Delete what is older than we keep it."""
    Sighting.objects.filter(at__lt=(now or timezone.now()) - KEPT).delete()
