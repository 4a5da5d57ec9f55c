"""The thread of every web process that notes, once a second, that it is alive and which players it hears."""

from __future__ import annotations

import functools
import threading
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from games.models import Seat
from games.play import downtime, online
from ludopoli.text import times
from ludopoli.work import loops

EVERY = 1.0

NOTED_EVERY = timedelta(seconds=20)
"""The age from which the time at which a seat was heard is noted anew; twice that counts as lost."""

_heard: set[str] = set()


def record_socket(channel: str) -> None:
    """Note that the socket of a seated person is alive."""
    _heard.add(channel)


@functools.cache
def start_pulse() -> threading.Thread:
    """Start the thread, once in the life of the process."""
    thread = threading.Thread(
        target=loops.run_forever, args=("pulse", _beat, EVERY), name="pulse", daemon=True
    )
    thread.start()
    return thread


def _beat() -> None:
    downtime.record_pulse()
    note_seats()
    online.note()


def note_seats() -> None:
    """Note the seats whose sockets were heard since the last pulse, unless they were noted shortly before.

    Seats that another transaction holds are left for the next time: waiting for them could deadlock, since
    other transactions lock seats in another order.
    """
    global _heard
    heard, _heard = _heard, set()
    if heard:
        now = times.now()
        is_old = Q(seen_at=None) | Q(seen_at__lt=now - NOTED_EVERY)
        with transaction.atomic():
            alive = Seat.objects.select_for_update(skip_locked=True).filter(is_old, socket__in=list(heard))
            Seat.objects.filter(pk__in=list(alive.values_list("pk", flat=True))).update(seen_at=now)
