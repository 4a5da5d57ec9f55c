"""One at a time: the embedded site, and commands during which no site may run."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management import CommandError
from django.db import connection

from games.models import Pulse
from games.play.clock import DOWNTIME
from ludopoli.text import times


@contextmanager
def hold_site_lock() -> Iterator[None]:
    """Hold the lock of `var/`, which ends with the process, however it ends. Raises `CommandError`."""
    path = settings.VAR_DIR / "lock"
    path.touch(mode=0o600)
    with path.open("r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"process {file.read()} works on {settings.VAR_DIR}: stop it first") from None
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        yield


@contextmanager
def site_stopped() -> Iterator[None]:
    """Keep an embedded site from starting meanwhile. Raises `CommandError` if the site runs."""
    with hold_site_lock():
        if not settings.EMBEDDED and _beats():
            raise CommandError("the site runs: stop it first")
        yield


def _beats() -> bool:
    """Return whether the full mode runs; a database that is not migrated has no table of pulses."""
    if Pulse._meta.db_table not in connection.introspection.table_names():
        return False
    pulse = Pulse.objects.first()
    return pulse is not None and times.measure_clock() - pulse.at < DOWNTIME
