"""The type of every Celery task."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from celery import Task

from ludopoli.base.commits import AWAY
from ludopoli.failures import retrying


class Noted(Task):
    """A task. One without arguments is repeated by the clock: when it fails it rests, and the staff sees it.

    Work that is about one thing (a match, an event) is noted by itself, with `retrying`.
    """

    abstract = True
    longest_pause: timedelta = retrying.LONGEST_PAUSE

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if args or kwargs:
            return super().__call__(*args, **kwargs)
        if retrying.rests(self.name):
            return None
        answer = super().__call__()
        retrying.over(self.name)
        return answer

    def on_failure(self, exc: BaseException, task_id: str, args: Any, kwargs: Any, einfo: Any) -> None:
        if not args and not kwargs and not isinstance(exc, AWAY):
            retrying.note(self.name, "", exc, longest=self.longest_pause)


class Sweep(Noted):
    """A task for which every clock of the site waits: it never rests for long."""

    abstract = True
    longest_pause = timedelta(seconds=20)
