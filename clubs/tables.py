"""Tables for the members of a club: opening them, and who is admitted."""

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
        opened = actions.open_table(by, **{**arguments, "private": True, "reserved": True})
        ClubTable.objects.create(club=club, table=opened)
        return opened


@admission.register_secrecy
def is_concealed_by_club(reader: User | AnonymousUser, table: Table) -> bool:
    """Conceal the tables of private clubs from everybody but those whom they admit."""
    is_private_club = table.reserved and ClubTable.objects.filter(table=table, club__private=True).exists()
    return is_private_club and not (isinstance(reader, User) and admits(reader, table))


@admission.register_admission_host
def admits(user: User, table: Table) -> bool:
    """Admit the members of a table's club, and their bot accounts."""
    own = {
        "club__members__user__in": [user.pk, user.owner_id],
        "club__members__role__may": Capability.PARTICIPATE,
    }
    return ClubTable.objects.filter(table=table, **own).exists()
