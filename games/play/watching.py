"""Who looks on where others play the same deals: with an account, at one table, from one seat.

What is seen at one table helps at another as long as the boards are closed. So nobody who looks on goes from
table to table, and who plays in the same event sees none of them. Whose tables they are says who is who: by
`register`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from games.models import Seat, Table, Vantage
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.accounts.people import behind


@dataclass(frozen=True, slots=True)
class Leave:
    """What the host of a table lets somebody do there who has no seat."""

    may: bool = True
    free: bool = False
    """He goes from table to table, as who directs has to."""
    hand: bool = False
    """He sees the hand of the player behind whom he sits."""


OPEN = Q(table__boards=None) | Q(table__boards__opened_at__isnull=False)
"""Matches whose deals nobody plays any more."""

Host = Callable[[User, Table], Leave | None]
"""None: the table is none of his."""

_hosts: list[Host] = []


def register(host: Host) -> Host:
    _hosts.append(host)
    return host


def leave_of(user: User, table: Table) -> Leave:
    said = (host(user, table) for host in _hosts)
    return next((leave for leave in said if leave is not None), Leave())


def is_closed(table: Table) -> bool:
    """Whether other matches may still be played with the deals of this table."""
    return table.boards is not None and table.boards.opened_at is None


def vantage_of(user: User | AnonymousUser, table: Table) -> Vantage | None:
    """From where somebody looks on at a table whose boards are closed."""
    if not user.is_authenticated or table.boards_id is None:
        return None
    chosen = Vantage.objects.filter(user=user, table=table, boards__opened_at=None)
    return chosen.select_related("user").first()


def refuse(user: User | AnonymousUser, table: Table) -> Refused | None:
    """Why somebody without a seat does not see a table whose boards are closed."""
    if not isinstance(user, User) or user.is_guest or user.is_bot:
        return Refused("account_to_watch", "others play the same deals: a person's account watches them")
    leave = leave_of(user, table)
    if leave.free:
        return None
    if not leave.may or _plays_elsewhere(user, table):
        return Refused("plays_these", "who plays the same deals does not watch them")
    chosen = Vantage.objects.filter(user=user, boards=table.boards_id).first()
    if chosen is None:
        return Refused("choose_seat", "choose the seat from which you watch")
    return None if chosen.table_id == table.pk else watches_elsewhere()


def watches_elsewhere() -> Refused:
    return Refused("watches_elsewhere", "whoever watches these deals stays on the seat that he chose")


def _plays_elsewhere(user: User, table: Table) -> bool:
    seats = Seat.objects.filter(user__in=behind(user), table__boards=table.boards_id)
    return seats.exclude(table=table).exists()
