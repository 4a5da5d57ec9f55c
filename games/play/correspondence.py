"""Matches in which a card may take a day: people are notified of their turn."""

from __future__ import annotations

from datetime import datetime, timedelta

from games import notices
from games.models import Match, Seat
from games.play import actions, live
from ludopoli.text import times

AT_THE_TABLE = timedelta(minutes=1)
"""The time for which a turn may last before its player is notified: the others may still be there."""


def notify_turns(now: datetime | None = None) -> None:
    """Notify those whose turn it is and who are not at the table, once a turn; settle notices of past
    turns."""
    now = now or times.now()
    notices.settle_turns()
    waiting = Match.objects.filter(status=Match.Status.PLAYING, table__move_seconds=actions.A_DAY)
    rows = waiting.filter(turn_at__lt=now - AT_THE_TABLE, stopped_at=None).select_related("table")
    notified = notices.notified_of_turns(rows)
    for row in rows:
        acting = [seat for seat in live.load_match(row.pk).to_act() if not row.is_played_by_bot(seat)]
        absent = row.table.seats.filter(number__in=acting).exclude(user__in=notified[row.pk])
        absent = absent.exclude(Seat.are_present(now)).exclude(user=None)
        for seat in absent.select_related("user"):
            notices.notify_of_turn(seat, row)
