"""The addresses from which accounts play, stored only as keyed digests."""

from __future__ import annotations

import ipaddress
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac

from ludopoli.accounts.models import User
from ludopoli.http.throttle import address_block
from ludopoli.moderation.models import Sighting

NOTED_EVERY = timedelta(hours=1)
"""The precision of `Sighting.at`: a write for every connection would be too many."""


def address_digest(address: str) -> str:
    """Return the digest of an address, or "" for one that is meaningless: a Unix socket, or this machine.

    Behind a local proxy that is not among `TRUSTED_PROXIES`, everybody would seem to share one address.
    """
    try:
        if ipaddress.ip_address(address).is_loopback:
            return ""
    except ValueError:
        return ""
    return salted_hmac("ludopoli.sightings", address_block(address), algorithm="sha256").hexdigest()[:32]


def note_sighting(person: User, of: str, now: datetime | None = None) -> None:
    """Note that a person was seen at the address with this digest."""
    now = now or timezone.now()
    seen, new = Sighting.objects.get_or_create(user=person, digest=of, defaults={"at": now})
    if not new and now - seen.at > NOTED_EVERY:
        Sighting.objects.filter(pk=seen.pk).update(at=now)


def people_sharing_address(person: User) -> list[User]:
    """Return the other people seen at the person's addresses, sorted by name, in one query."""
    mine = Sighting.objects.filter(user=person).values("digest")
    others = User.objects.filter(sightings__digest__in=mine).exclude(pk=person.pk)
    return list(others.distinct().order_by("username"))
