"""Bans: a banned person may sit at no table, nor come back to a seat that a bot plays for them.

A ban takes the person from every table, and at hosted tables they have left each match when it begins. So a
match need not check at every move whether its players may play, only when one comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Match, Seat
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction
from ludopoli.text.times import format_utc


def check_not_banned(person: User) -> None:
    """Check that a person may sit, talk and open tables."""
    check_not_made_for_event(person)
    check_barred(person)


def check_not_made_for_event(person: User) -> None:
    """Refuse accounts that a director made for an event: they may only play at the seats given to them
    there."""
    if person.is_named:
        raise ActionRefused("evening_only")


def check_barred(person: User) -> None:
    """Check that a person is not barred from playing: `banned`, or `suspended` until a time."""
    ban = sanctions.in_force(person, Sanction.Kind.BAN)
    if ban is not None:
        raise barred_until(ban.until)


def barred_until(until: datetime | None) -> ActionRefused:
    """The refusal of a person who may not play until a time, or ever again (None)."""
    return ActionRefused("banned") if until is None else ActionRefused("suspended", until=format_utc(until))


def barred_seats(seats: Sequence[Seat]) -> list[int]:
    """Return the numbers of the seats whose people are barred from playing. One query, or none for bots."""
    people = [(seat.number, seat.user) for seat in seats if seat.user is not None]
    barred = sanctions.bars_of(person for _number, person in people) if people else set()
    return [number for number, person in people if person.pk in barred]


def check_return(row: Match, seat: int) -> None:
    """Check that the person of a seat may come back to a match that they have left."""
    if seat in row.gone and (person := User.objects.filter(pk=row.players[seat]["user"]).first()):
        check_barred(person)
