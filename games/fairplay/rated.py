"""Which matches move ratings: decided when they begin, from the table and who sits there."""

from __future__ import annotations

from collections.abc import Sequence

from games.fairplay import quits
from games.models import Seat, Table
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.base.times import utc


def may_be_rated(table: Table, seats: Sequence[Seat]) -> bool:
    """Whether a match at this table can become a rated one, as far as is known of who sits there.

    Among friends behind a link anybody could be anybody: four accounts of one person would rate each other.
    So would a person and their own bots. Without a clock whoever is losing need only stay and never play.
    """
    if table.private or table.casual or table.move_seconds is None or _share_an_owner(seats):
        return False
    return all(_counts(seat.user, table) if seat.user is not None else not seat.bot for seat in seats)


def is_rated(table: Table, seats: Sequence[Seat]) -> bool:
    """Whether a match that begins now is rated: accounts at every seat, none that has to wait."""
    people = [seat.user for seat in seats if seat.user is not None]
    if len(people) < len(seats) or not may_be_rated(table, seats):
        return False
    return all(quits.of(person).until is None for person in people)


def refuse(person: User, table: Table, seats: Sequence[Seat]) -> Refused | None:
    """Why somebody who leaves matches may not sit at a table now; those that cannot be rated are open."""
    if not _counts(person, table) or not may_be_rated(table, seats):
        return None
    until = quits.of(person).until
    if until is None:
        return None
    return Refused("paused", "who leaves rated matches waits a while", {"until": utc(until)})


def _counts(person: User, table: Table) -> bool:
    return not person.is_guest and (not person.is_bot or table.programs == Table.Programs.RATED)


def _share_an_owner(seats: Sequence[Seat]) -> bool:
    """Return whether one person is behind two seats, by a bot account of theirs or two."""
    behind = [seat.user.owner_id or seat.user.pk for seat in seats if seat.user is not None]
    return len({*behind}) < len(behind)
