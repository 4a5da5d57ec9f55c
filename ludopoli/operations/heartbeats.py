"""Which parts of the site are at work: each queue whose worker has finished a task, and beat.

Periodic tasks pass through every queue that must be served, so a queue without a heartbeat has no worker.
"""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import Any

from celery.signals import task_postrun
from django.db.models.functions import Now

from ludopoli.operations.models import Heartbeat

EVERY = 5.0
"""Seconds between two heartbeats of a part that are stored by one process."""

PLAY, BEAT = "celery", "beat"
"""Celery's name for its default queue, by which bots and clocks are served; and the heartbeat of beat."""

HEARD_WITHIN = {PLAY: 20, BEAT: 20, "errands": 60, "webhooks": 30}
"""The longest silence of each part that is at work, in seconds."""

_noted: dict[str, float] = {}
_lock = threading.Lock()


@task_postrun.connect(dispatch_uid="heartbeats")
def _note_task(task: Any = None, **_others: object) -> None:
    queue = (task.request.delivery_info or {}).get("routing_key")
    if not queue or task.request.is_eager:
        return
    note(queue)
    if task.request.expires is not None:  # only beat lets tasks expire
        note(BEAT)


def note(name: str) -> None:
    """Store a heartbeat, unless this process has stored one of the same part just now."""
    now = time.monotonic()
    with _lock:
        if now - _noted.get(name, -EVERY) < EVERY:
            return
        _noted[name] = now
    Heartbeat.objects.bulk_create(
        [Heartbeat(name=name, at=Now())], update_conflicts=True, unique_fields=["name"], update_fields=["at"]
    )


def ages() -> dict[str, timedelta]:
    """The time since the latest heartbeat of each part that was ever heard."""
    return {row.name: row.now - row.at for row in Heartbeat.objects.annotate(now=Now())}


def silence(name: str, heard: dict[str, timedelta]) -> str:
    """Describe the silence of a part that is overdue; "" for one that was heard in time."""
    if name not in heard:
        return "never heard"
    age = heard[name].total_seconds()
    return f"silent for {age:.0f} s" if age > HEARD_WITHIN[name] else ""
