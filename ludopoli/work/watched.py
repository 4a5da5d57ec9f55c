"""The parts of Celery that keep a worker or beat watched, and connected to Redis."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import kombu
from celery import bootsteps
from celery.app.amqp import AMQP
from celery.beat import PersistentScheduler
from django.conf import settings

from ludopoli.work import watchdog
from ludopoli.work.loops import LONGEST_PAUSE
from ludopoli.work.watchdog import watch

Failed = Callable[[Exception, float], object]


class RedisConnection(kombu.Connection):
    """A connection to Redis that is tried again within seconds; kombu's own pauses grow to half a minute, for
    which bots would wait after an outage."""

    def ensure_connection(  # type: ignore[override]  # the rest is passed on
        self, errback: Failed | None = None, max_retries: int | None = None, **others: Any
    ) -> Any:
        def failed(error: Exception, pause: float) -> None:
            watch.come_round()
            if errback is not None:
                errback(error, pause)

        watch.come_round()
        pauses = {"interval_start": 1, "interval_step": 1, "interval_max": LONGEST_PAUSE - 1}
        return super().ensure_connection(failed, **{"max_retries": max_retries, **others, **pauses})


class TaskMessages(AMQP):
    Connection = RedisConnection


class WatchedRounds(bootsteps.StartStopStep):
    """Watches the event loop of a worker, in which its timer runs."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def include_if(self, consumer: Any) -> bool:
        return not settings.EMBEDDED

    def create(self, consumer: Any) -> None:
        watch.begin()

    def start(self, consumer: Any) -> None:
        """Called with each connection to Redis."""
        watchdog.notify_systemd(watchdog.READY)
        consumer.timer.call_repeatedly(watchdog.EVERY, watch.come_round)


class PrivateScheduler(PersistentScheduler):
    """A scheduler whose file nobody else can read, whatever the umask."""

    def _open_schedule(self) -> Any:
        inherited = os.umask(0o077)
        try:
            return super()._open_schedule()  # type: ignore[misc]  # not in the stubs
        finally:
            os.umask(inherited)


class Scheduler(PrivateScheduler):
    """Watches the loop of beat."""

    def setup_schedule(self) -> None:
        super().setup_schedule()
        watch.begin()
        watchdog.notify_systemd(watchdog.READY)

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        watch.come_round()
        return super().tick(*args, **kwargs)
