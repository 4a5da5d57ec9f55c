"""The pulse of the site, by which downtime is noticed: no clock runs while nobody can reach us."""

from __future__ import annotations

import logging
import uuid
from datetime import datetime, timedelta

from django.db import transaction

from games.models import Pulse
from games.play import actions, clock
from games.play.signals import was_down
from ludopoli.text import times

log = logging.getLogger(__name__)

NOTED_EVERY = timedelta(seconds=0.9)
"""The age from which a pulse is noted anew: of several web processes one each second is enough."""

_owed: list[tuple[set[uuid.UUID], timedelta, datetime]] = []
"""The matches that were locked when their deadlines were to be extended, with the gap and the time."""


def record_pulse(now: datetime | None = None) -> timedelta:
    """Note that a web process is alive, unless another has just done so; return the gap since the last pulse.

    After downtime every running deadline is extended by the gap. Without it no row is locked: a pulse that
    another process has noted meanwhile is as good.
    """
    pulse = Pulse.objects.filter(pk=1).first()
    at = now or times.measure_clock()
    if pulse is None or at - pulse.at > clock.DOWNTIME:
        return _end_downtime(now)
    gap = at - pulse.at
    if not timedelta(0) <= gap < NOTED_EVERY:
        Pulse.objects.filter(pk=1, at=pulse.at).update(at=at)
    _pay()
    return gap


def _end_downtime(now: datetime | None) -> timedelta:
    held: set[uuid.UUID] = set()
    with transaction.atomic():
        pulse, _ = Pulse.objects.select_for_update().get_or_create(pk=1, defaults={"at": now or times.now()})
        at = now or times.measure_clock()
        gap = at - pulse.at
        if gap > clock.DOWNTIME:
            was_down.send(sender=Pulse, gap=gap)
            held = actions.postpone_deadlines(gap, at)
            log.info("down for %.1f s: running clocks moved on", gap.total_seconds())
        Pulse.objects.filter(pk=1).update(at=now or times.measure_clock())
    _pay()
    if held:
        _owed.append((held, gap, at))
    return gap


def _pay() -> None:
    """Extend the deadlines of matches that were held, unless their turns have begun since."""
    for owed in _owed[:]:
        held, gap, at = owed
        held = actions.postpone_deadlines(gap, at, held)
        _owed.remove(owed)
        if held:
            _owed.append((held, gap, at))
