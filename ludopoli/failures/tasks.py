"""The base classes of the Celery tasks."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from celery import Task, current_task
from celery.signals import task_rejected, task_unknown
from django.conf import settings

from ludopoli.base.commits import REDIS_ERRORS
from ludopoli.base.outages import trouble_of
from ludopoli.failures import retrying
from ludopoli.work import task_sender

NAMED = 64
"""The characters of an unknown task's name that are kept."""


class Noted(Task):
    """A task that records its failures. A task without arguments is periodic: after a failure it pauses.

    Work about a single subject (a match, an event) notes its failures itself, with `retrying`.
    """

    abstract = True
    longest_pause: timedelta = retrying.LONGEST_PAUSE

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if args or kwargs:
            _check_arguments(self, args, kwargs)
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


def _check_arguments(task: Any, args: Any, kwargs: Any) -> None:
    """Raise `TypeError` if the task does not take these arguments, which fails for ever."""
    try:
        task.__header__(*args, **kwargs)
    except TypeError as failure:
        retrying.note_work_failure("arguments", task.name, failure, most=1)
        raise


@task_rejected.connect(dispatch_uid="failures")
def _note_rejected_message(exc: Exception | None, **_others: object) -> None:
    """Note what was in a queue and is no message of Celery."""
    retrying.note_work_failure("message", "", exc or "an unknown format", most=1)


@task_unknown.connect(dispatch_uid="failures")
def _note_unknown_task(name: str, **_others: object) -> None:
    retrying.note_work_failure("unknown task", name[:NAMED], "no process has this task", most=1)


class Sweep(Noted):
    """A task on which all clocks of the site depend: it never rests for long."""

    abstract = True
    longest_pause = timedelta(seconds=20)
