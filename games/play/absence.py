"""People who are absent from their seats, and what those at the table may do about it.

Where a match counts, the clock alone decides who plays for whom; where nothing depends on it, the people at
the table do.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Match, Seat, Table
from games.play import proposals
from ludopoli.text import times

JUST_LEFT = timedelta(minutes=1)
"""The time for which nobody loses their seat by being absent: they may be reloading the page."""


def is_offline(seat: Seat) -> bool:
    """Return whether a person sits here, and no page of theirs is open. Programs open none."""
    return seat.user is not None and not seat.user.is_bot and not seat.socket


def is_absent(seat: Seat, table: Table, now: datetime) -> bool:
    """Return whether a person sits here who is offline, or whose page nobody has touched for long."""
    since = now - Seat.PRESENT_FOR
    is_around = seat.touched_at is not None and seat.touched_at > since
    return is_offline(seat) or (seat.socket != "" and not is_around and table.changed_at < since)


def is_moving(seat: Seat) -> bool:
    """Return whether a person who is offline has a link with which they may be back on another device."""
    is_recent = seat.seen_at is not None and seat.seen_at > times.now() - Seat.CARRIED_FOR
    return is_offline(seat) and seat.carried_by != "" and is_recent


def has_just_left(seat: Seat, now: datetime) -> bool:
    return seat.seen_at is not None and seat.seen_at > now - JUST_LEFT


def may_be_lent(match: Match, seat: Seat, now: datetime) -> bool:
    """Return whether the others may give this seat to a bot until its person is back."""
    is_theirs = not match.is_played_by_bot(seat.number) and not match.table.is_by_days
    return is_theirs and proposals.is_friendly(match) and is_absent(seat, match.table, now)


def may_be_awaited(match: Match, number: int) -> bool:
    """Return whether the others may take this seat back from its bot, and wait for its person."""
    return proposals.is_friendly(match) and number in match.away and number not in match.gone


def may_be_emptied(table: Table, match: Match | None, seat: Seat) -> bool:
    """Return whether the person on this seat may be sent away: a newcomer, or whoever is offline where no
    match that counts is being played."""
    if table.hosted:
        return False
    if match is not None and match.has_joined(seat.number):
        return True
    return is_offline(seat) and (match is None or (proposals.is_friendly(match) and not table.is_by_days))


def may_send_away(user_id: int | None, table: Table, match: Match | None, seats: Sequence[Seat]) -> bool:
    """Return whether a person at the table may send others away: its host, or between matches anybody while
    it has no host who is there."""
    if user_id is None or all(seat.user_id != user_id for seat in seats):
        return False
    if table.host_id == user_id or match is not None:
        return table.host_id == user_id
    return all(is_offline(seat) for seat in seats if seat.user_id == table.host_id is not None)


def absence_choices(table: Table, seats: Sequence[Seat], me: int | None) -> list[list[str]]:
    """The acts that are open to the person on seat `me`, by seat; the table's match may lack its state."""
    match = table.match if table.status == Table.Status.PLAYING else None
    if me is None or (match is not None and me in match.gone):
        return [[] for _ in seats]
    if match is not None:
        match.table = table  # so that it is not read again
    now = times.now()
    is_manager = may_send_away(seats[me].user_id, table, match, seats)

    def of(seat: Seat) -> list[str]:
        may = {
            "lend": match is not None and may_be_lent(match, seat, now),
            "wait": match is not None and may_be_awaited(match, seat.number),
            "send_away": is_manager and may_be_emptied(table, match, seat),
        }
        return [what for what, is_possible in may.items() if is_possible and seat.number != me]

    return [of(seat) for seat in seats]
