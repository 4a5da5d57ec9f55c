"""Carrying a seat to another device, or another browser, of the same person: by a link that works once.

A guest's link signs them in there, as the guest that they are. An account's gives away nothing but the seat:
a guest has it on the other device, and signing in there gives it back (`arriving`). At tables that can be
rated, of a club or of a tournament, an account's seat is not carried: its person signs in there.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from django.core import signing
from django.db import transaction
from django.dispatch import receiver

from games.fairplay import bans
from games.models import Seat, Table
from games.play.actions.arriving import hand_over_seat
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.sockets import sessions

SALT = "games.carried_seat"


def make_carrying_token(user: User, table: Table) -> str:
    """Return the token of a new link that carries a person's seat; one made before no longer works.

    Refused as `not_seated`, `evening_only`, or `carry_by_signing_in`.
    """
    bans.check_not_made_for_event(user)
    if _must_sign_in(user, table):
        raise ActionRefused("carry_by_signing_in")
    seat = table.seats.filter(user=user).first()
    if seat is None:
        raise ActionRefused("not_seated")
    token = signing.dumps([seat.pk, user.pk, secrets.token_urlsafe(16)], salt=SALT)
    Seat.objects.filter(pk=seat.pk, user=user).update(carried_by=_digest(token, user))
    return token


def carried_seat(token: str) -> Seat | None:
    """The seat that a link carries, with its person and its table; None if the link works no more."""
    try:
        pk, user, _nonce = signing.loads(token, salt=SALT, max_age=Seat.CARRIED_FOR)
    except signing.BadSignature:
        return None
    seats = Seat.objects.filter(pk=pk, user=user).exclude(table__status=Table.Status.CLOSED)
    seat = seats.select_related("user", "table").first()
    if seat is None or seat.user is None or seat.carried_by != _digest(token, seat.user):
        return None
    return None if _must_sign_in(seat.user, seat.table) else seat


def use_up_link(seat: Seat, token: str) -> bool:
    """End a link; return False if it has been used since it was read."""
    assert seat.user is not None
    return Seat.objects.filter(pk=seat.pk, carried_by=_digest(token, seat.user)).update(carried_by="") == 1


def carry_seat(token: str, person: User) -> Table:
    """Give the seat of a link to whoever plays on the other device; an account's only to a guest.

    Refused as `link_used`, `other_account` or `not_carried`.
    """
    with transaction.atomic():
        seat = carried_seat(token)
        if seat is None or seat.user is None:
            raise ActionRefused("link_used")
        if not (seat.user.is_guest or person.is_guest):
            raise ActionRefused("other_account")
        if not hand_over_seat(seat.table_id, seat.number, seat.user, person):
            raise ActionRefused("not_carried")
        return seat.table


@receiver(sessions.ended)
def _end_links(user: int | None, heir: str | None, **_signal: Any) -> None:
    """End the links of a person when one of their sessions ends: it may have made them."""
    if user is not None and heir is None:
        Seat.objects.filter(user=user).exclude(carried_by="").update(carried_by="")


def _must_sign_in(user: User, table: Table) -> bool:
    """Return whether a person has to sign in on the other device: with an account, where not everybody may
    sit or a match may be rated."""
    return not user.is_guest and (table.hosted or table.reserved or not table.moves_no_rating)


def _digest(token: str, user: User) -> str:
    """Return the digest of a token, which another password of the person changes."""
    return hashlib.sha256(f"{token} {user.password}".encode()).hexdigest()
