"""The rate limit by address on boards, in deals that the engine plays: pages and programs have the same."""

from __future__ import annotations

from django.http import HttpRequest

from analysis.access import OpenedDeal, ReceivedDeal
from games.archive import finished_matches
from ludopoli.http import throttle

PER_SECOND, AT_ONCE = 4, 200

EVENTS_OF_DEAL = 150
"""The usual number of events of a deal. A match that must be played from its start costs more."""


def may_open(request: HttpRequest, found: OpenedDeal | ReceivedDeal) -> bool:
    """Return whether a board may be opened now, and charge it to the limit."""
    who = ("analysis", throttle.address_block(throttle.client_address(request)))
    return throttle.shared_bucket(who, PER_SECOND, AT_ONCE).take(_cost(found))


def _cost(found: OpenedDeal | ReceivedDeal) -> float:
    if isinstance(found, ReceivedDeal):
        return len(found.deal.document.deals)
    row = found.row
    whole = finished_matches.is_read_whole(row)
    return min(AT_ONCE, max(1, row.version / EVENTS_OF_DEAL)) if whole else 1
