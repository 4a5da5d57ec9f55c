"""A thread of every web process that says, once a second, that players can reach it."""

from __future__ import annotations

import functools
import logging
import threading
import time

from django.db import connection

from games import clock

log = logging.getLogger(__name__)

EVERY = 1.0


@functools.cache
def start() -> threading.Thread:
    """Begin to beat, once in the life of the process."""
    thread = threading.Thread(target=_beat_forever, name="pulse", daemon=True)
    thread.start()
    return thread


def _beat_forever() -> None:
    while True:
        try:
            clock.beat()
        except Exception:
            log.exception("no pulse: the database does not answer")
            connection.close()
        time.sleep(EVERY)
