"""What Celery does for tournaments: looks at the events for which it is time."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from tournaments import sequencer

log = logging.getLogger(__name__)


@shared_task
def advance(event_id: int) -> None:
    """Done again, it changes nothing."""
    sequencer.advance(event_id)


@shared_task
def sweep() -> None:
    """What is due; an event that cannot be helped does not keep the others waiting."""
    for event_id in sequencer.due(timezone.now()):
        try:
            sequencer.advance(event_id)
        except Exception:
            log.exception("the sequencer could not move event %s on", event_id)
