"""The pulse of the site, by which downtime is noticed: no clock runs while nobody can reach us."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Match, Pulse
from games.play import actions
from games.play.signals import was_down

log = logging.getLogger(__name__)

DOWNTIME = timedelta(seconds=3)
"""A longer gap between two pulses counts as downtime."""


def beat(now: datetime | None = None) -> timedelta:
    """Note that a web process is alive, and return the gap since the last pulse.

    After downtime every running deadline is extended by the gap.
    """
    now = now or timezone.now()
    with transaction.atomic():
        pulse, _ = Pulse.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
        gap = now - pulse.at
        if gap > DOWNTIME:
            was_down.send(sender=Pulse, gap=gap)
            running = Match.objects.filter(status=Match.Status.PLAYING).exclude(deadline_at=None)
            for match_id in running.values_list("pk", flat=True):
                try:
                    actions.add_downtime(match_id, gap)
                except Exception:  # otherwise one match would stop the pulse, and with it all clocks
                    log.exception("the clock of match %s could not be moved on", match_id)
            log.info("down for %.1f s: running clocks moved on", gap.total_seconds())
        Pulse.objects.filter(pk=1).update(at=now)
    return gap


def is_down(now: datetime) -> bool:
    """Return whether the pulse is so old that nobody can reach us, and no clock runs."""
    pulse = Pulse.objects.filter(pk=1).first()
    return pulse is not None and now - pulse.at > DOWNTIME
