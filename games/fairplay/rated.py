"""The decision whether a match is rated: made when it begins, by the table and its players."""

from __future__ import annotations

from collections.abc import Sequence

from games.fairplay import quits
from games.models import Seat, Table
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.text.times import format_utc


def may_be_rated(table: Table, seats: Sequence[Seat]) -> bool:
    """Return whether a match at this table could be rated, as far as its players are known.

    Matches at private tables are not rated, since four accounts of one person could raise each other's
    ratings, nor are matches of a person against their own bots, nor those that only their players can see
    again: everybody can check a rating. Without a clock a losing player could simply stall.
    """
    if table.moves_no_rating or table.move_seconds is None or _share_an_owner(seats):
        return False
    return all(_counts(seat.user, table) if seat.user is not None else not seat.bot for seat in seats)


def is_rated(table: Table, seats: Sequence[Seat]) -> bool:
    """Return whether a match that begins now is rated: it needs accounts at all seats, none of them
    paused."""
    people = [seat.user for seat in seats if seat.user is not None]
    if len(people) < len(seats) or not may_be_rated(table, seats):
        return False
    return all(standing.until is None for standing in quits.of_each(people).values())


def check_rated_seat(person: User, table: Table, seats: Sequence[Seat]) -> None:
    """Check that a person is not kept from this table for leaving matches; only tables that can be rated
    count."""
    if _counts(person, table) and may_be_rated(table, seats) and (until := quits.quit_step_of(person).until):
        raise ActionRefused("paused", until=format_utc(until))


def _counts(person: User, table: Table) -> bool:
    return not person.is_guest and (not person.is_bot or table.programs == Table.Programs.RATED)


def _share_an_owner(seats: Sequence[Seat]) -> bool:
    """Return whether two seats belong to one person; a bot account counts as its owner."""
    behind = [seat.user.owner_id or seat.user.pk for seat in seats if seat.user is not None]
    return len({*behind}) < len(behind)
