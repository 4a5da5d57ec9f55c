"""The Celery tasks of tournaments: advancing due events, ending seasons, deleting named people."""

from __future__ import annotations

from functools import partial

from celery import shared_task
from django.utils import timezone

from ludopoli.failures import retrying
from ludopoli.failures.models import Failure
from ludopoli.failures.tasks import Sweep
from tournaments import actions, forgetting, privacy
from tournaments.models import Event
from tournaments.outlets import notices
from tournaments.running import sequencer

ADVANCE = "tournaments.advance"

TRIED_BEFORE = 4
"""The failures, in 35 seconds, after which the directors of an event are notified."""


@shared_task
def advance(event_id: int) -> None:
    """Advance an event; repeating it is harmless. Its directors are notified if that keeps failing."""
    if not retrying.attempt_work(ADVANCE, event_id, partial(sequencer.advance_event, event_id)):
        failing = Failure.objects.filter(work=ADVANCE, subject=str(event_id), attempts=TRIED_BEFORE)
        if failing.exists():
            notices.notify_of_stuck_event(Event.objects.get(pk=event_id))


@shared_task(base=Sweep)
def sweep() -> None:
    """Advance all events that are due; one that keeps failing does not delay the others."""
    now = timezone.now()
    due, failed = sequencer.due_events(now), retrying.known_failures().get(ADVANCE, {})
    for subject in failed.keys() - {str(event_id) for event_id in due}:
        retrying.work_done(ADVANCE, subject)
    resting = retrying.resting_subjects(failed, now)
    for event_id in due:
        if str(event_id) not in resting:
            advance(event_id)


@shared_task
def close_seasons() -> None:
    actions.close_seasons()


@shared_task
def forget_named() -> None:
    forgetting.forget_due_names(timezone.now())
    privacy.delete_named_people()
