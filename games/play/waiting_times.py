"""An estimate of the time until others sit down, by how long people have waited lately."""

from __future__ import annotations

from datetime import timedelta
from statistics import median

from django.db.models import F, Min

from games.models import Match
from ludopoli.text import times

LATELY = timedelta(days=14)
LATEST = 60
"""The most matches that are looked at."""

FEWEST = 5
"""With fewer matches among people there is no estimate."""


def waiting_minutes(game: str) -> int | None:
    """The minutes in which half of the tables of a game have lately had their first match among people; None
    if there were too few. One query."""
    lately = Match.objects.filter(
        game=game, started_at__gt=times.now() - LATELY, table__private=False, table__hosted=False,
        table__reserved=False,
    )  # fmt: skip
    first = lately.alias(first=Min("table__matches__started_at")).filter(started_at=F("first"))
    rows = first.order_by("-started_at").values_list("players", "started_at", "table__created_at")
    waits = [
        (started - opened).total_seconds()
        for players, started, opened in rows[:LATEST]
        if sum(player["user"] is not None for player in players) > 1
    ]
    return round(median(waits) / 60) if len(waits) >= FEWEST else None
