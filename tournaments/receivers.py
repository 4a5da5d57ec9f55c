"""Receivers of signals from games: a match is over, so its event moves on; the server was down."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.dispatch import receiver

from games.play.signals import match_over, was_down
from ludopoli.base import times
from tournaments import sequencer, tasks
from tournaments.models import TournamentTable


@receiver(match_over)
def go_on(table: int, **_others: Any) -> None:
    event = TournamentTable.objects.filter(table=table).values_list("round__event", flat=True).first()
    if event is not None:
        tasks.advance.delay(event)


@receiver(was_down)
def wait(gap: timedelta, **_others: Any) -> None:
    sequencer.add_downtime(gap, times.now())
