"""Signs of life from the background parts of the site: Celery's queues and beat.

A queue has a heartbeat whenever a worker finishes one of its tasks. Periodic tasks pass through every queue
that must be served, so a queue without a recent heartbeat has no worker.
"""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import Any

from celery.signals import task_postrun
from django.db.models.functions import Now

from ludopoli.site.operations.models import Heartbeat
from ludopoli.text import times

STORE_EVERY = 5.0
"""The shortest time between two heartbeats that a process stores for the same part, in seconds."""

PLAY, BEAT = "celery", "beat"
"""The names of two parts: Celery's default queue, which has the tasks of bots and clocks; and beat itself."""

LONGEST_SILENCE = {PLAY: 20, BEAT: 20, "errands": 60, "webhooks": 30}
"""The longest time between heartbeats of each part while all is well, in seconds."""

FRESH = 0.4
"""The share of the longest silence for which no process stores another heartbeat."""

_noted: dict[str, float] = {}
"""When this process last stored a heartbeat, by part, on the monotonic clock."""
_lock = threading.Lock()


@task_postrun.connect(dispatch_uid="heartbeats")
def _note_task(task: Any = None, **_others: object) -> None:
    queue = (task.request.delivery_info or {}).get("routing_key")
    if not queue or task.request.is_eager:
        return
    note_heartbeat(queue)
    if task.request.expires is not None:  # beat has sent it: no other task has an expiry time
        note_heartbeat(BEAT)


def note_heartbeat(name: str) -> None:
    """Store a heartbeat of a part, unless a fresh one is there; this process looks for it at most every
    `STORE_EVERY` seconds, and measures its clock then."""
    now = time.monotonic()
    with _lock:
        if now - _noted.get(name, -STORE_EVERY) < STORE_EVERY:
            return
        _noted[name] = now
    times.measure_clock()
    age = heartbeat_ages().get(name)
    if age is not None and age.total_seconds() <= FRESH * LONGEST_SILENCE.get(name, 0):
        return
    if not Heartbeat.objects.filter(name=name).update(at=Now()):
        Heartbeat.objects.bulk_create([Heartbeat(name=name, at=Now())], ignore_conflicts=True)


def heartbeat_ages() -> dict[str, timedelta]:
    """Return the time since the latest heartbeat, by part; parts without any heartbeat are missing."""
    return {row.name: row.now - row.at for row in Heartbeat.objects.annotate(now=Now())}


def describe_silence(name: str, heard: dict[str, timedelta]) -> str:
    """Describe the silence of a part that is overdue, by `heartbeat_ages`; return "" if it is not overdue."""
    if name not in heard:
        return "never heard"
    age = heard[name].total_seconds()
    return f"silent for {age:.0f} s" if age > LONGEST_SILENCE[name] else ""
