"""Play and the pulse of a recovery test, called in a process of the installation."""

from __future__ import annotations

from datetime import datetime

from games.models import Match, Pulse
from games.play import downtime
from ludopoli.site.operations import copies
from tests.games.playing import play_on


def play(match: str, decisions: int = 10_000) -> int:
    """Take the next decisions in a match, and return its version."""
    row = Match.objects.get(pk=match)
    play_on(row, decisions)
    row.refresh_from_db()
    return row.version


def beat() -> float:
    """Write a pulse, as web processes do; return the seconds since the last one."""
    return downtime.record_pulse().total_seconds()


def time_left(match: str) -> float:
    """The seconds between the last pulse and the deadline of a match."""
    deadline = Match.objects.values_list("deadline_at", flat=True).get(pk=match)
    assert isinstance(deadline, datetime)
    return (deadline - Pulse.objects.get().at).total_seconds()


def replayed() -> int:
    """Let the referee replay the latest finished matches, and return their number."""
    return copies.replay_matches("default")
