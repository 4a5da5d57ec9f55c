"""Seat links, by which named people (`named_guests`) reach their seats in one event.

Named people have no password, since somebody else has entered them by name. A link is signed and expires. A
new one is made whenever it is shown, and those shown before still work. All links of a person stop working
when the event is over, the person or the entry leaves, or `revoke_seat_links` ends them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import base36_to_int, int_to_base36
from django.utils.safestring import SafeString

from ludopoli.accounts import named_guests
from ludopoli.accounts.models import User
from ludopoli.text.qr import qr_code
from tournaments.models import PLAYING, Event, Member

SEAT_LINK_LIFETIME = timedelta(days=2)
"""The lifetime of a link, from the start of the event, or from when it was shown if that is later."""


def seats_with_links(event: Event) -> QuerySet[Member]:
    """Return the seats with links: those of people entered by name, until they leave or the event is over."""
    if event.is_over:
        return Member.objects.none()
    named = event.members.filter(user__is_named=True, user__is_active=True)
    playing = named.filter(left=None, entry__status__in=PLAYING)
    return playing.select_related("user", "entry").order_by("entry__number", "place")


def link_expiry(event: Event, now: datetime) -> datetime:
    """Return when a link shown now expires, to the second."""
    return (max(now, event.starts_at) + SEAT_LINK_LIFETIME).replace(microsecond=0)


def seat_token(event: Event, person: User, now: datetime) -> str:
    """Return the last part of a link's URL: the named person and when the link expires, signed."""
    until = link_expiry(event, now)
    return _signer(event, person).sign(f"{int_to_base36(person.pk)}-{int_to_base36(int(until.timestamp()))}")


def open_seat_link(event: Event, token: str, now: datetime) -> tuple[Member, datetime] | None:
    """Return the seat that a link opens, and when the link expires; None if it is not valid.

    The signature is checked last, since the signer depends on the person.
    """
    signed, _sep, _signature = token.rpartition(Signer().sep)
    person_id, _dash, seconds = signed.partition("-")
    try:
        pk, until = base36_to_int(person_id), datetime.fromtimestamp(base36_to_int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    member = seats_with_links(event).filter(user__pk=pk).first()
    if member is None or member.user is None or now >= until:
        return None
    try:
        _signer(event, member.user).unsign(token)
    except BadSignature:
        return None
    return member, until


def revoke_seat_links(members: QuerySet[Member]) -> None:
    """End the links and sessions of all members who were entered by name."""
    for person in User.objects.filter(entered__in=members, is_named=True):
        named_guests.revoke_links(person)


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A seat link as a director sees it."""

    member: Member
    url: str
    until: datetime

    @property
    def picture(self) -> SafeString:
        """Its QR code."""
        return qr_code(self.url)


def fresh_seat_link(request: HttpRequest, event: Event, member: Member) -> SeatLink:
    """Return a new link to the seat of a named person; earlier ones still work."""
    assert member.user is not None, member
    now = timezone.now()
    path = reverse("event-seat-link", args=[event.code, seat_token(event, member.user, now)])
    return SeatLink(member, request.build_absolute_uri(path), link_expiry(event, now))


def _signer(event: Event, person: User) -> Signer:
    # `password` is unusable, and random; `named_guests.revoke_links` replaces it, which ends all links.
    return Signer(salt=f"tournaments.seat:{event.code}:{person.password}")
