"""Inviting somebody to a table."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games import notices
from games.models import Invitation, Table
from games.play import admission, selectors
from ludopoli.accounts import names, people
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket
from ludopoli.text import times

PER_MINUTE = 10


def invite_to_table(user: User, table: Table, name: Any) -> User:
    """Invite the person of this name to a table that waits or is `joinable`; any person who sits there may.

    The answer never shows whether the invitation was delivered (`people.may_invite`), not even on a second
    try.
    """
    other = None
    if isinstance(name, str) and name.isprintable():
        other = people.find_person(name) or people.find_person(names.with_mark(name))
    if other is None:
        raise ActionRefused("no_person")
    if other.pk == user.pk:
        raise ActionRefused("yourself")
    if not shared_bucket(("invite", user.pk), rate=PER_MINUTE / 60, burst=PER_MINUTE).take():
        raise ActionRefused("too_many_invitations")
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        seats = list(table.seats.all())
        _check(user, other, table, [seat.user_id for seat in seats])
        if selectors.seat_to_take(table) is None:
            raise ActionRefused("no_free_seat")
        now = times.now()
        asked = Invitation.objects.filter(table=table, person=other)
        if asked.filter(at__gt=now - selectors.INVITATION_HOLDS).exists():
            raise ActionRefused("already_invited", name=other.username)
        Invitation.objects.update_or_create(table=table, person=other, defaults={"by": user, "at": now})
        if people.may_invite(user, other):
            notices.notify_of_invitation(other, table, by=user)
    return other


def _check(user: User, other: User, table: Table, seated: list[int | None]) -> None:
    if user.pk not in seated:
        raise ActionRefused("not_seated")
    if table.status == Table.Status.CLOSED:
        raise ActionRefused("table_closed")
    if table.status == Table.Status.PLAYING and not table.joinable:
        raise ActionRefused("match_running")
    if other.pk in seated:
        raise ActionRefused("sits_here", name=other.username)
    if not admission.is_admitted(other, table):
        raise ActionRefused("not_admitted", name=other.username)
