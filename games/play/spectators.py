"""Spectators where others play the same deals: they need an account, and see one table from one seat.

While the boards are closed, what is seen at one table would help at another. So spectators do not go from
table to table, and people who play in the same event do not watch it at all. The host of the tables, which
has called `register_spectator_host`, decides about exceptions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from games.models import Seat, Table, Vantage
from ludopoli.accounts.models import User
from ludopoli.accounts.people import accounts_of_person
from ludopoli.http.refusals import ActionRefused


@dataclass(frozen=True, slots=True)
class SpectatorLeave:
    """The permissions that the host of a table gives to a person without a seat."""

    may: bool = True
    """To watch at all."""
    free: bool = False
    """To go from table to table, as a director has to."""
    hand: bool = False
    """To see the hand of the player whose seat they watch from."""


OPEN = Q(table__boards=None) | Q(table__boards__opened_at__isnull=False)
"""Matches whose deals are no longer being played anywhere."""

Host = Callable[[User, Table], SpectatorLeave | None]
"""Returns what a host allows at its table; None if the table is not its own."""

_hosts: list[Host] = []


def register_spectator_host(host: Host) -> Host:
    _hosts.append(host)
    return host


def leave_of(user: User, table: Table) -> SpectatorLeave:
    answers = (host(user, table) for host in _hosts)
    return next((leave for leave in answers if leave is not None), SpectatorLeave())


def is_closed(table: Table) -> bool:
    """Return whether the deals of this table may still be played elsewhere."""
    return table.boards is not None and table.boards.opened_at is None


def vantage_of(user: User | AnonymousUser, table: Table) -> Vantage | None:
    """The seat from which somebody watches a table whose boards are closed, if they have chosen one."""
    if not user.is_authenticated or table.boards_id is None:
        return None
    chosen = Vantage.objects.filter(user=user, table=table, boards__opened_at=None)
    return chosen.select_related("user").first()


def check_spectator(user: User | AnonymousUser, table: Table) -> None:
    """Check that somebody without a seat may see a table whose boards are closed."""
    if not isinstance(user, User) or user.is_guest or user.is_bot:
        raise ActionRefused("account_to_watch")
    leave = leave_of(user, table)
    if leave.free:
        return
    if not leave.may or _plays_elsewhere(user, table):
        raise ActionRefused("plays_these")
    chosen = Vantage.objects.filter(user=user, boards=table.boards_id).first()
    if chosen is None:
        raise ActionRefused("choose_seat")
    if chosen.table_id != table.pk:
        raise ActionRefused("watches_elsewhere")


def _plays_elsewhere(user: User, table: Table) -> bool:
    seats = Seat.objects.filter(user__in=accounts_of_person(user), table__boards=table.boards_id)
    return seats.exclude(table=table).exists()
