"""A thread of every web process that notes, once a second, that players can reach it, and who did."""

from __future__ import annotations

import functools
import logging
import threading
import time

from django.db import connection, transaction
from django.utils import timezone

from games.models import Seat
from games.play import around, downtime

log = logging.getLogger(__name__)

EVERY = 1.0

LONGEST_PAUSE = 8.0
"""Seconds between two attempts while the database is away."""


_heard: set[str] = set()


def hear(channel: str) -> None:
    """The socket of a seated person lives."""
    _heard.add(channel)


@functools.cache
def start() -> threading.Thread:
    """Begin to beat, once in the life of the process."""
    thread = threading.Thread(target=_beat_forever, name="pulse", daemon=True)
    thread.start()
    return thread


def _beat_forever() -> None:
    failures = 0
    while True:
        try:
            downtime.beat()
            note_seats()
            around.note()
            failures = 0
        except Exception:
            failures += 1
            log.exception("no pulse, %s times in a row: the database does not answer", failures)
            connection.close()
        time.sleep(min(EVERY * 2**failures, LONGEST_PAUSE))


def note_seats() -> None:
    """Note who was heard since the last pulse; at a seat that is being changed, when they are heard again.

    Seats are changed in an order of their own, so waiting for one could end in a deadlock.
    """
    global _heard
    heard, _heard = _heard, set()
    if heard:
        with transaction.atomic():
            lives = Seat.objects.select_for_update(skip_locked=True).filter(socket__in=list(heard))
            Seat.objects.filter(pk__in=list(lives.values_list("pk", flat=True))).update(
                seen_at=timezone.now()
            )
