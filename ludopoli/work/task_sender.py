"""The tasks on their way from a web process to Redis: a thread of its own sends them, so that no player waits
for a Redis that hangs.

A task may be lost here. The sweeps ask for it again, except for the notice to friends that somebody has
opened a table.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from functools import cache, partial
from queue import Full, Queue

from ludopoli.base import measures

log = logging.getLogger(__name__)

MOST = 1000
"""The tasks that may wait; further ones are dropped."""

KEPT = 3.0
"""Seconds after which a waiting task is dropped, since the sweep asks again."""

LAST_WAIT = 2.0
"""Seconds in which a process that ends may send what is waiting."""

Send = Callable[[], object]

_waiting: Queue[tuple[float, str, Send]] = Queue(MOST)


def send_soon(name: str, send: Send) -> None:
    """Have `send` called soon in another thread, with the caller's context, or never."""
    _start()
    try:
        _waiting.put_nowait((time.monotonic(), name, partial(copy_context().run, send)))
    except Full:
        measures.NOT_SENT.inc()


@cache
def _start() -> None:
    threading.Thread(target=_send_forever, name="task-sender", daemon=True).start()
    atexit.register(_wait_for_the_last)


def _send_forever() -> None:
    while True:
        since, name, send = _waiting.get()
        try:
            if time.monotonic() - since > KEPT:
                measures.NOT_SENT.inc()
            else:
                send()
        except Exception as failure:
            measures.NOT_SENT.inc()
            log.warning("%s was not sent", name, exc_info=failure)
        finally:
            _waiting.task_done()


def _wait_for_the_last() -> None:
    end = time.monotonic() + LAST_WAIT
    while _waiting.unfinished_tasks and time.monotonic() < end:
        time.sleep(0.01)
