"""Sanctions: every write to `Sanction`, except those by moderators."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ludopoli.accounts.models import User
from ludopoli.base.lookups import PreparedQuery
from ludopoli.moderation.models import Sanction
from ludopoli.text import zones

Kind = Sanction.Kind

LASTING = (Kind.MUTE, Kind.BAN)
"""The kinds that hold until they expire or are lifted; the others only need to be read."""


_unlifted = PreparedQuery(
    lambda person, owner, kind: Sanction.objects.filter(
        Q(user=person) | Q(user=owner), lifted_at=None, kind=kind
    )
)


def in_force(person: User, kind: str, now: datetime | None = None) -> Sanction | None:
    """Return the longest sanction of this kind in force for a person, or for a bot's owner. One query."""
    now = now or timezone.now()
    found = _unlifted(person.pk, person.owner_id or person.pk, kind)
    holding = [each for each in found if each.until is None or each.until > now]
    return max(holding, key=lambda each: (each.until is None, each.until or now), default=None)


def guest_barred_since(since: datetime, digest: str, now: datetime) -> Sanction | None:
    """Return the latest ban in force that was imposed after `since` on a guest seen at this address."""
    if not digest:
        return None
    bans = Sanction.objects.filter(_holds(now), kind=Kind.BAN, at__gt=since, user__is_guest=True)
    return bans.filter(user__sightings__digest=digest).first()


def is_barred(person: User) -> bool:
    """Return whether the person is barred from play."""
    return in_force(person, Kind.BAN) is not None


def bars_of(people: Iterable[User]) -> set[int]:
    """Return the ids of those who are barred from play, themselves or as a bot of whoever is. One query."""
    owners = {person.pk: {person.pk, person.owner_id} for person in people}
    asked = {owner for those in owners.values() for owner in those if owner is not None}
    bans = Sanction.objects.filter(_holds(timezone.now()), user__in=asked, kind=Kind.BAN)
    barred = {*bans.values_list("user", flat=True)}
    return {person for person, those in owners.items() if those & barred}


def check_writing(person: User) -> None:
    """Raise `ValidationError`, with reason and end, if the person is muted."""
    mute = in_force(person, Kind.MUTE)
    if mute is None:
        return
    assert mute.until is not None, mute
    until = zones.with_city(date_format(timezone.localtime(mute.until), "DATETIME_FORMAT"))
    raise ValidationError(
        _("A moderator has muted you until %(until)s: %(reason)s"),
        "silenced",
        {"until": until, "reason": mute.reason},
    )


def impose_sanction(
    person: User,
    kind: str,
    *,
    reason: str = "",
    code: str = "",
    until: datetime | None = None,
    match: str = "",
) -> Sanction:
    """Impose a sanction; the person reads it on the next page they open."""
    sanction = Sanction.objects.create(
        user=person, kind=kind, reason=reason, code=code, until=until, match=match
    )
    person.warned = True
    person.save(update_fields=["warned"])
    return sanction


def supersede_sanctions(person: User, code: str, now: datetime | None = None) -> None:
    """Lift unread automatic sanctions with this code, which a new one replaces."""
    unread = Sanction.objects.filter(user=person, code=code, confirmed_at=None, lifted_at=None)
    unread.update(lifted_at=now or timezone.now())


def lift_sanction(sanction: Sanction, now: datetime | None = None) -> bool:
    """End a sanction; return whether it was in force."""
    now = now or timezone.now()
    return bool(Sanction.objects.filter(_holds(now), pk=sanction.pk, kind__in=LASTING).update(lifted_at=now))


def to_read(person: User, now: datetime | None = None) -> list[Sanction]:
    """Return what pages show the person: unconfirmed sanctions, and a ban while it is in force."""
    now = now or timezone.now()
    unread = Q(confirmed_at=None, lifted_at=None)
    return list(Sanction.objects.filter(unread | (_holds(now) & Q(kind=Kind.BAN)), user=person))


def confirm_sanction(person: User, number: int, now: datetime | None = None) -> bool:
    """Note that the person has read a sanction; return whether there was one to read."""
    unread = Sanction.objects.filter(user=person, pk=number, confirmed_at=None)
    found = bool(unread.update(confirmed_at=now or timezone.now()))
    rest = to_read(person, now)
    if not rest:
        User.objects.filter(pk=person.pk).update(warned=False)
    return found


def sanctions_of(person: User) -> QuerySet[Sanction]:
    """Return all sanctions of a person, most recent first."""
    return Sanction.objects.filter(user=person)


def _holds(now: datetime) -> Q:
    return Q(lifted_at=None) & (Q(until=None) | Q(until__gt=now))
