"""The base classes of the Celery tasks."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from celery import Task, current_task
from django.conf import settings

from ludopoli.base.commits import REDIS_ERRORS
from ludopoli.base.outages import trouble_of
from ludopoli.failures import retrying
from ludopoli.work import task_sender


class Noted(Task):
    """A task that records its failures. A task without arguments is periodic: after a failure it pauses.

    Work about a single subject (a match, an event) notes its failures itself, with `retrying`.
    """

    abstract = True
    longest_pause: timedelta = retrying.LONGEST_PAUSE

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if args or kwargs:
            return super().__call__(*args, **kwargs)
        if retrying.is_resting(self.name):
            return None
        answer = super().__call__()
        retrying.work_done(self.name)
        return answer

    def apply_async(self, args: Any = None, kwargs: Any = None, *rest: Any, **options: Any) -> Any:
        """Enqueue the task, from web processes by the task sender: beat and workers, which need Redis for
        their own work, may wait for it."""
        send = partial(super().apply_async, args, kwargs, *rest, **options)
        if settings.EMBEDDED or current_task or options.get("producer") is not None:
            return send()
        return task_sender.send_soon(self.name, send)

    def on_failure(self, exc: BaseException, task_id: str, args: Any, kwargs: Any, einfo: Any) -> None:
        if not (args or kwargs or isinstance(exc, REDIS_ERRORS) or trouble_of(exc)):
            retrying.note_work_failure(self.name, "", exc, longest=self.longest_pause)


class Sweep(Noted):
    """A task on which all clocks of the site depend: it never rests for long."""

    abstract = True
    longest_pause = timedelta(seconds=20)
