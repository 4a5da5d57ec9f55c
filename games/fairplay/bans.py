"""Who may not play: he sits nowhere, and comes back to no seat that a bot has taken over.

A ban gets a person up from every table. So a running match need not ask at every move whether its people may
play: only who comes back after having got up is looked at.
"""

from __future__ import annotations

from datetime import datetime

from games.models import Match
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.base.times import utc
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction


def refuse(person: User) -> Refused | None:
    """Why somebody may not sit, talk or open a table: named for one event alone, or barred."""
    return refuse_named(person) or refuse_barred(person)


def refuse_named(person: User) -> Refused | None:
    """Keep those whom a director entered by name to the seats that they are given there."""
    if not person.is_named:
        return None
    return Refused("evening_only", "this seat is for one tournament; an account opens the rest")


def refuse_barred(person: User) -> Refused | None:
    """Why somebody may not play or talk at all: `banned`, or `suspended` until a time."""
    ban = sanctions.in_force(person, Sanction.Kind.BAN)
    return None if ban is None else told(ban.until)


def told(until: datetime | None) -> Refused:
    """How somebody is told that he may not play until a time, or (None) ever again."""
    if until is None:
        return Refused("banned", "a moderator has closed the tables to this account")
    return Refused("suspended", "a moderator has closed the tables", {"until": utc(until)})


def refuse_return(row: Match, seat: int) -> Refused | None:
    """The same for who got up from a match and plays on."""
    if seat not in row.gone:
        return None
    person = User.objects.filter(pk=row.players[seat]["user"]).first()
    return None if person is None else refuse_barred(person)
