"""Signs of life: systemd kills and restarts a unit that is silent for its `WatchdogSec`, and the health check
of a container kills a process that has not touched `ALIVE_FILE` for some seconds."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from pathlib import Path

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two signs of life."""

HANGS = 30.0
"""Seconds after which a loop that has not come round hangs; while Redis is away it waits for some seconds."""

READY, ALIVE = b"READY=1", b"WATCHDOG=1"


def notify_systemd(state: bytes) -> None:
    """Send a state to systemd, if it has started this process and waits for it; in a container, touch the
    file."""
    address, alive = os.environ.get("NOTIFY_SOCKET", ""), os.environ.get("ALIVE_FILE", "")
    try:
        if alive:
            Path(alive).touch()
        if address:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.connect(f"\0{address[1:]}" if address.startswith("@") else address)
                line.send(state)
    except OSError as error:
        log.warning("%s could not be shown: %s", state.decode(), error)


class LoopWatch:
    """Shows signs of life as long as a loop comes round; in a thread, since the loop may wait for Redis."""

    def __init__(self) -> None:
        self._round_at = 0.0
        self._over = threading.Event()

    def begin(self) -> None:
        self.come_round()
        threading.Thread(target=self._show, name="watchdog", daemon=True).start()

    def come_round(self) -> None:
        self._round_at = time.monotonic()

    def end(self) -> None:
        self._over.set()

    def _show(self) -> None:
        while not self._over.wait(EVERY):
            if time.monotonic() - self._round_at < HANGS:
                notify_systemd(ALIVE)


watch = LoopWatch()
"""That of the loop of a worker, or of beat."""
