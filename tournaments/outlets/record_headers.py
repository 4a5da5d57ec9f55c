"""The headers by which the record of a match names its event."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.archive.headers import Headers, register_event_headers
from tournaments.models import TournamentTable


@register_event_headers
def event_headers(tables: Collection[int]) -> Mapping[int, Headers]:
    played = TournamentTable.objects.filter(table__in=tables)
    rows = played.values_list("table", "round__event__name", "round__number", "number")
    return {table: {"event": event, "round": round_, "table": at} for table, event, round_, at in rows}
