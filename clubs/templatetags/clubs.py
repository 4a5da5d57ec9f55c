"""Template tags about clubs, for pages of the packages below."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.contrib.auth.models import AnonymousUser

from clubs.models import Club, ClubTable
from clubs.tables import is_admitted_by_club
from games.models import Table
from ludopoli.accounts.models import User

register = template.Library()


@dataclass(frozen=True, slots=True)
class TableOfClub:
    """The club whose members alone sit at a table, and whether the reader is one."""

    club: Club
    is_admitted: bool


@register.simple_tag
def club_of(table: Table, reader: User | AnonymousUser) -> TableOfClub | None:
    """Return the club of a reserved table; None, without a query, for any other table."""
    found = ClubTable.objects.filter(table=table).select_related("club").first() if table.reserved else None
    if found is None:
        return None
    return TableOfClub(found.club, isinstance(reader, User) and is_admitted_by_club(reader, table))
