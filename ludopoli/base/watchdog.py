"""Signs of life for systemd, which kills and restarts a unit that is silent for its `WatchdogSec`."""

from __future__ import annotations

import logging
import os
import socket

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two signs of life."""

READY, ALIVE = b"READY=1", b"WATCHDOG=1"


def notify(state: bytes) -> None:
    """Send a state to systemd, if it has started this process and waits for it."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            line.send(state)
    except OSError as error:
        log.warning("systemd did not take %s: %s", state.decode(), error)
