"""Commentary: the deals of an event that are shown with all hands while it is played, and to whom.

A deal is shown once nobody can play it any more: it is over at its table and, where tables share their deals,
at every table of the round. So there is no delay by the clock, which a slow table could outlast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from games.archive import finished_matches, followed_matches
from games.models import Match
from games.play import event_log, spectators
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import access
from tournaments.access import Reader
from tournaments.formats import catalog
from tournaments.models import Event, TournamentTable
from tournaments.roles import EventCapability
from tournaments.running import collecting, seen_deals

TableStatus = TournamentTable.Status


@dataclass(frozen=True, slots=True)
class VisibleMatch:
    """A match of a table, with the number of its deals, from the first, that a reader may see."""

    row: Match
    deals: int


@dataclass(frozen=True, slots=True)
class VisibleTable:
    """The matches of a table in their order; `is_whole` once no further deal of them will be opened."""

    matches: Sequence[VisibleMatch]
    is_whole: bool

    @property
    def deals(self) -> int:
        return sum(each.deals for each in self.matches)


def may_comment(reader: Reader, event: Event) -> bool:
    """Return whether a reader may see deals before the match is over: not if they play in the event."""
    if not isinstance(reader, User) or reader.is_guest or reader.is_bot:
        return False
    has_role = access.has_event_capability(reader, event, EventCapability.COMMENT)
    return has_role and not seen_deals.plays_in(reader, event)


def visible_table(reader: Reader, table: TournamentTable) -> VisibleTable:
    """Return the deals of a table that a reader may see with all hands.

    Commentators see those that nobody can play any more, others whole matches, for whoever may see them
    again. Refused like a replay; as `not_watchable` before the first match.
    """
    played = Match.objects.filter(table=table.table_id).select_related("table__boards")
    rows = list(played.order_by("started_at", "pk")) if table.table_id else []
    if may_comment(reader, table.round.event):
        return _open_to_commentators(table, rows)
    if not rows:
        raise ActionRefused("not_watchable")
    for row in rows:
        finished_matches.eyes_of(reader, row)
    return VisibleTable([_whole(row) for row in rows], is_whole=True)


def _open_to_commentators(table: TournamentTable, rows: Sequence[Match]) -> VisibleTable:
    left, scored = _count_open_deals(table), _count_scored(rows)
    found = []
    for row in rows:
        is_over = row.status != Match.Status.PLAYING and not spectators.is_closed(row.table)
        deals = min(left, scored[row.pk])
        found.append(_whole(row) if is_over else VisibleMatch(row, deals))
        left -= deals
    is_whole = table.status == TableStatus.OVER and all(each.deals >= scored[each.row.pk] for each in found)
    return VisibleTable(found, is_whole)


def _whole(row: Match) -> VisibleMatch:
    return VisibleMatch(row, followed_matches.count_dealt(row))


def _count_open_deals(table: TournamentTable) -> int:
    """Return the number of deals of a table, from its first, that are over wherever they can be played."""
    round_ = table.round
    playing: Sequence[TournamentTable] = [table]
    if round_.boards is not None and round_.boards.opened_at is None:
        if catalog.FORMATS[round_.event.format].flows:
            return 0  # a table that is still to come may have them
        playing = [table, *round_.tables.exclude(status=TableStatus.OVER).exclude(pk=table.pk)]
    scored = collecting.scores_of_tables(round_.event, playing)
    over_everywhere = takewhile(
        lambda label: all(label in each for each in scored.values()), scored[table.pk]
    )
    return sum(1 for _label in over_everywhere)


def _count_scored(rows: Sequence[Match]) -> Counter[object]:
    """Return the number of finished deals by the id of the match."""
    events = event_log.read_events(*(row.pk for row in rows), kinds=("scored",), only=("kind",))
    return Counter(event.match_id for event in events)
