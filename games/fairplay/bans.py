"""Bans: a banned person may sit at no table, nor come back to a seat that a bot plays for them.

A ban takes the person from every table, and at hosted tables they have left each match when it begins. So a
match need not check at every move whether its players may play, only when one comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Match, Seat
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction
from ludopoli.text.times import utc


def refuse(person: User) -> Refused | None:
    """Check that a person may sit, talk and open tables."""
    return refuse_named(person) or refuse_barred(person)


def refuse_named(person: User) -> Refused | None:
    """Refuse accounts that a director made for an event: they may only play at the seats given to them
    there."""
    if not person.is_named:
        return None
    return Refused("evening_only", "this seat is for one tournament; an account opens the rest")


def refuse_barred(person: User) -> Refused | None:
    """Check that a person is not barred from playing: `banned`, or `suspended` until a time."""
    ban = sanctions.in_force(person, Sanction.Kind.BAN)
    return None if ban is None else barred(ban.until)


def barred(until: datetime | None) -> Refused:
    """The refusal of a person who may not play until a time, or ever again (None)."""
    if until is None:
        return Refused("banned", "a moderator has closed the tables to this account")
    return Refused("suspended", "a moderator has closed the tables", {"until": utc(until)})


def barred_seats(seats: Sequence[Seat]) -> list[int]:
    """Return the numbers of the seats whose people are barred from playing. One query, or none for bots."""
    people = [(seat.number, seat.user) for seat in seats if seat.user is not None]
    barred = sanctions.bars_of(person for _number, person in people) if people else set()
    return [number for number, person in people if person.pk in barred]


def refuse_return(row: Match, seat: int) -> Refused | None:
    """Check that the person of a seat may come back to a match that they have left."""
    if seat not in row.gone:
        return None
    person = User.objects.filter(pk=row.players[seat]["user"]).first()
    return None if person is None else refuse_barred(person)
