"""Seats that share an internet connection at a table that can be rated: shown to all, reported, never
refused."""

from __future__ import annotations

from collections.abc import Sequence

from games.fairplay.rated import may_be_rated
from games.models import Match, Seat, Table
from ludopoli.accounts.models import User
from ludopoli.moderation import reports, sightings
from ludopoli.moderation.models import Report


def note_address(table: Table, person: User, address: str) -> bool:
    """Note the address of a person's socket at their seat; return whether that changes what the table
    shows."""
    digest = sightings.address_digest(address)
    if not digest:
        return False
    sightings.note_sighting(person, digest)
    return bool(table.seats.filter(user=person).exclude(address=digest).update(address=digest))


def seats_sharing_address(table: Table, seats: Sequence[Seat]) -> list[Seat]:
    """The seats that share an address with an earlier seat, if the table can be rated."""
    if not may_be_rated(table, seats):
        return []
    known: set[str] = set()
    found = []
    for seat in seats:
        if seat.user_id is not None and seat.address:
            if seat.address in known:
                found.append(seat)
            known.add(seat.address)
    return found


def report_shared_address(table: Table) -> None:
    """Report a rated match in play whose seats share an address to the moderators, once."""
    match = table.match
    if match is None or not match.rated or match.status != Match.Status.PLAYING:
        return
    for seat in seats_sharing_address(table, list(table.seats.select_related("user"))):
        assert seat.user is not None
        reports.report_automatically(seat.user, Report.Reason.ADDRESS, match=str(match.pk), table=table.code)
