"""The queues of Celery in Redis: their length, and the age of their oldest message."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from celery.signals import before_task_publish
from django.conf import settings
from redis import Redis

from ludopoli.site.operations.heartbeats import PLAY

SENT_AT = "sent_at"

ANSWERS_WITHIN = 1.0
"""Seconds in which Redis has to answer an operator's question."""


@dataclass(frozen=True, slots=True)
class Queue:
    name: str
    length: int
    age: float
    """The seconds that its oldest message has waited."""


@before_task_publish.connect(dispatch_uid="queues")
def _stamp(headers: dict[str, Any], **_others: object) -> None:
    headers[SENT_AT] = time.time()


def broker_client() -> Redis:
    """Return a client of the broker that gives up soon."""
    return Redis.from_url(
        settings.REDIS_URL, socket_timeout=ANSWERS_WITHIN, socket_connect_timeout=ANSWERS_WITHIN
    )


def names() -> list[str]:
    """The names of all queues."""
    return [PLAY, *sorted({route["queue"] for route in settings.CELERY_TASK_ROUTES.values()})]


def read_queues(redis: Redis) -> list[Queue]:
    """Return the state of every queue. Raises the errors of Redis."""
    return [_queue(redis, name) for name in names()]


def _queue(redis: Redis, name: str) -> Queue:
    length: Any = redis.llen(name)
    oldest: Any = redis.lindex(name, -1)
    try:
        age = max(0.0, time.time() - json.loads(oldest)["headers"][SENT_AT]) if oldest else 0.0
    except (ValueError, TypeError, LookupError, RecursionError):  # no message, or an old one
        age = 0.0
    return Queue(name, length, age)
