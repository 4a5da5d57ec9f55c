"""Matches in which a card may take a day: people are notified of their turn."""

from __future__ import annotations

from datetime import datetime, timedelta

from games import notices
from games.models import Match, Seat
from games.play import actions, live
from ludopoli.base import times

AT_THE_TABLE = timedelta(minutes=1)
"""The time for which a turn may last before its player is notified: the others may still be there."""

LOOKED_BACK = timedelta(hours=1)
"""The age of a turn from which on nobody is notified of it any more."""


def notify_turns(now: datetime | None = None) -> None:
    """Notify those whose turn it is and who have no page open at the table; settle notices of past turns."""
    now = now or times.now()
    notices.settle_turns()
    waiting = Match.objects.filter(status=Match.Status.PLAYING, table__move_seconds=actions.A_DAY)
    recent = waiting.filter(turn_at__lt=now - AT_THE_TABLE, turn_at__gt=now - LOOKED_BACK, stopped_at=None)
    for row in recent.select_related("table"):
        acting = [seat for seat in live.load(row.pk).to_act() if not row.is_played_by_bot(seat)]
        absent = row.table.seats.filter(number__in=acting).exclude(Seat.HAS_SOCKET).exclude(user=None)
        for seat in absent.select_related("user"):
            assert seat.user is not None, seat
            notices.your_turn(seat.user, row, now)
