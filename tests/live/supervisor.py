"""What systemd does for the processes of an installation: it starts again what has ended, and what hangs."""

from __future__ import annotations

import re
import signal
import socket
import struct
import threading
import time

from ludopoli.work import watchdog
from tests.live.stack import ROOT, Full

UNIT = (ROOT / "deploy" / "systemd" / "ludopoli-daphne@.service").read_text()
[SILENT], [RESTART] = (
    [float(seconds) for seconds in re.findall(rf"^{name}=(\d+)$", UNIT, re.MULTILINE)]
    for name in ("WatchdogSec", "RestartSec")
)
LOOK_EVERY = 0.1
CREDENTIALS = struct.Struct("iII")
"""The id of the process that has sent a message, with those of its user and group."""


class Supervisor:
    """A thread that acts by the settings of `ludopoli-daphne@.service`, for as long as `with` lasts.

    Those of workers and beat are the same (`tests/test_watchdog.py`).
    """

    def __init__(self, stack: Full) -> None:
        self.stack = stack
        self.killed: list[int] = []
        """The numbers of the processes that were killed since they hung."""
        self.is_patient = False
        """True while no process is killed, however long it hangs."""
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._line.settimeout(LOOK_EVERY)
        path = stack.home / "notify"
        self._line.bind(str(path))
        stack.env["NOTIFY_SOCKET"] = str(path)
        self._alive: dict[int, float] = {}
        self._begins: dict[int, float] = {}
        self._is_over = False
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Supervisor:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        self._thread.join()
        self._line.close()

    def _watch(self) -> None:
        while not self._is_over:
            self._listen()
            now = time.monotonic()
            for number, process in enumerate(self.stack.processes):
                if process.poll() is not None:
                    if now > self._begins.setdefault(number, now + RESTART):
                        self.stack.begin(number)
                        del self._begins[number]
                elif not self.is_patient and now - self._alive.get(process.pid, now) > SILENT:
                    self.killed.append(number)
                    process.send_signal(signal.SIGKILL)
                    process.wait()

    def _listen(self) -> None:
        until = time.monotonic() + LOOK_EVERY
        while time.monotonic() < until:
            try:
                state, credentials, _, _ = self._line.recvmsg(100, socket.CMSG_SPACE(CREDENTIALS.size))
            except TimeoutError:
                return
            assert state in (watchdog.READY, watchdog.ALIVE)
            [(_, _, sender)] = credentials
            self._alive[CREDENTIALS.unpack(sender)[0]] = time.monotonic()
