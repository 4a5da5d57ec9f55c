"""The thread of every web process that notes, once a second, that it is alive and which players it hears."""

from __future__ import annotations

import functools
import logging
import threading
import time

from django.db import connection, transaction

from games.models import Seat
from games.play import downtime, online
from ludopoli.base import times

log = logging.getLogger(__name__)

EVERY = 1.0

LONGEST_PAUSE = 8.0
"""The longest pause between two attempts while the database is away, in seconds."""

_heard: set[str] = set()


def hear(channel: str) -> None:
    """Note that the socket of a seated person is alive."""
    _heard.add(channel)


@functools.cache
def start() -> threading.Thread:
    """Start the thread, once in the life of the process."""
    thread = threading.Thread(target=_beat_forever, name="pulse", daemon=True)
    thread.start()
    return thread


def _beat_forever() -> None:
    failures = 0
    while True:
        try:
            downtime.beat()
            note_seats()
            online.note()
            failures = 0
        except Exception:
            failures += 1
            log.exception("no pulse, %s times in a row", failures)
            connection.close()
        time.sleep(min(EVERY * 2**failures, LONGEST_PAUSE))


def note_seats() -> None:
    """Note the seats whose sockets were heard since the last pulse.

    Seats that another transaction holds are left for the next time: waiting for them could deadlock, since
    other transactions lock seats in another order.
    """
    global _heard
    heard, _heard = _heard, set()
    if heard:
        with transaction.atomic():
            alive = Seat.objects.select_for_update(skip_locked=True).filter(socket__in=list(heard))
            Seat.objects.filter(pk__in=list(alive.values_list("pk", flat=True))).update(seen_at=times.now())
