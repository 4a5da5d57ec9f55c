"""Inviting somebody to a table."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games import notices
from games.models import Invitation, Table
from games.play import selectors
from ludocards.engine.game import Refused
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.http.throttle import shared_bucket
from ludopoli.text import times

PER_MINUTE = 10


def invite(user: User, table: Table, name: Any) -> User | Refused:
    """Invite the person of this name to a table that waits or is `joinable`; any person who sits there may.

    The answer never shows whether the invitation was delivered (`people.may_invite`), not even on a second
    try.
    """
    other = people.find(name) if isinstance(name, str) and name.isprintable() else None
    if other is None:
        return Refused("no_person", "nobody here has this name")
    if other.pk == user.pk:
        return Refused("yourself", "that is you")
    if not shared_bucket(("invite", user.pk), rate=PER_MINUTE / 60, burst=PER_MINUTE).take():
        return Refused("too_many_invitations", "too many invitations: wait a minute")
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        seats = list(table.seats.all())
        if refused := _check(user, other, table, [seat.user_id for seat in seats]):
            return refused
        if selectors.seat_to_take(table) is None:
            return Refused("no_free_seat", "every seat is taken")
        now = times.now()
        asked = Invitation.objects.filter(table=table, person=other)
        if asked.filter(at__gt=now - selectors.INVITATION_HOLDS).exists():
            return Refused("already_invited", "is invited already", {"name": other.username})
        Invitation.objects.update_or_create(table=table, person=other, defaults={"by": user, "at": now})
        if people.may_invite(user, other):
            notices.invite(other, table, by=user)
    return other


def _check(user: User, other: User, table: Table, seated: list[int | None]) -> Refused | None:
    if user.pk not in seated:
        return Refused("not_seated", "you do not sit at this table")
    if table.status == Table.Status.CLOSED:
        return Refused("table_closed", "the table is closed")
    if table.status == Table.Status.PLAYING and not table.joinable:
        return Refused("match_running", "a match is being played")
    if other.pk in seated:
        return Refused("sits_here", "sits here already", {"name": other.username})
    return None
