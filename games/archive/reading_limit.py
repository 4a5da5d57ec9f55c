"""The rate limit by address on reading finished matches, in events, since long matches cost more."""

from __future__ import annotations

from django.http import HttpRequest

from games.archive import finished_matches
from games.models import Match
from ludopoli.http import throttle

EVENTS_PER_SECOND, EVENTS_AT_ONCE = 2_000, 60_000
"""A match usually has a few hundred events; one of 999 deals has fifty thousand."""

EVENTS_OF_PORTION = 1_500
"""The approximate number of events in one portion of a replay."""

EVENTS_OF_DEAL = 100
"""The approximate number of events in a deal."""


def may_read_replay(request: HttpRequest, row: Match) -> bool:
    """Return whether a portion of a replay may be sent now, and charge it to the limit."""
    return _take(request, row.version if finished_matches.is_read_whole(row) else EVENTS_OF_PORTION, row)


def may_read_deal(request: HttpRequest, row: Match) -> bool:
    """Return whether one deal may be sent now, and charge it to the limit."""
    return _take(request, row.version if finished_matches.is_read_whole(row) else EVENTS_OF_DEAL, row)


def may_read_record(request: HttpRequest, row: Match) -> bool:
    """Return whether the record of a match may be sent now, and charge it to the limit."""
    return _take(request, row.version, row)


def _take(request: HttpRequest, events: int, row: Match) -> bool:
    who = ("replays", throttle.address_block(throttle.client_address(request)))
    bucket = throttle.shared_bucket(who, EVENTS_PER_SECOND, EVENTS_AT_ONCE)
    return bucket.take(min(events, row.version, EVENTS_AT_ONCE))


def seconds_to_wait(row: Match) -> int:
    """Seconds after which the limit allows the record of this match, whatever was read before."""
    return -(-min(row.version, EVENTS_AT_ONCE) // EVENTS_PER_SECOND)
