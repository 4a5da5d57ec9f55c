"""Tables for the members of a club: how they are opened, and whom they admit."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from clubs import access
from clubs.actions import check_capability
from clubs.models import Club, ClubTable
from clubs.roles import Capability
from games.models import Table
from games.play import actions, admission
from ludopoli.accounts.models import User


def open_club_table(by: User, club: Club, **arguments: Any) -> Table:
    """Open a table for the members of a club; the arguments are those of `games.play.actions.open_table`."""
    check_capability(access.membership_of(by, club), Capability.PARTICIPATE)
    with transaction.atomic():
        table = actions.open_table(by, **{**arguments, "private": True, "reserved": True})
        ClubTable.objects.create(club=club, table=table)
        return table


@admission.register_secrecy
def is_concealed_by_club(reader: User | AnonymousUser, table: Table) -> bool:
    """Return whether the table is a private club's and does not admit the reader."""
    is_private_club = table.reserved and ClubTable.objects.filter(table=table, club__private=True).exists()
    return is_private_club and not (isinstance(reader, User) and is_admitted_by_club(reader, table))


@admission.register_admission_host
def is_admitted_by_club(user: User, table: Table) -> bool:
    """Return whether the user is a member of the table's club, or a bot account of one."""
    membership = {
        "club__members__user__in": [user.pk, user.owner_id],
        "club__members__role__may": Capability.PARTICIPATE,
    }
    return ClubTable.objects.filter(table=table, **membership).exists()
