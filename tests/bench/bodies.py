"""Pages while a client uploads a form of 20 MB, in the embedded mode: `python -m tests.bench bodies`.

It prints the time of the slowest page, alone and during such an upload, and the growth of the process.
"""

from __future__ import annotations

import socket
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from tests.live.stack import Embedded, Stack

FORM = b"a=1&" * 5_000_000
SECONDS = 8.0


def main() -> None:
    with tempfile.TemporaryDirectory() as home, Embedded(Path(home)) as stack:
        _worst(stack, 3.0)
        alone, before = _worst(stack, SECONDS), _resident(stack)
        sender = threading.Thread(target=_send, args=(stack,))
        sender.start()
        beside = _worst(stack, SECONDS)
        sender.join()
        print(
            f"the slowest page of the embedded mode, in peace: {alone:.0f} ms; while 20 MB come as a form: "
            f"{beside:.0f} ms, {beside / alone:.1f} times; {_resident(stack) - before:+.0f} MB"
        )


def _send(stack: Stack) -> None:
    with socket.create_connection(("127.0.0.1", stack.ports[0])) as line:
        head = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        try:
            line.sendall(f"{head}Content-Length: {len(FORM)}\r\n\r\n".encode() + FORM)
            line.recv(100)
        except OSError:
            pass  # the form was refused and the connection closed


def _worst(stack: Stack, seconds: float) -> float:
    """Return the milliseconds of the slowest page."""
    worst, end = 0.0, time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        with urllib.request.urlopen(stack.url + "/manifest.webmanifest") as page:
            page.read()
        worst = max(worst, 1000 * (time.perf_counter() - start))
    return worst


def _resident(stack: Stack) -> float:
    """Return the resident memory of the process in megabytes."""
    status = Path(f"/proc/{stack.processes[0].pid}/status").read_text()
    return next(int(line.split()[1]) / 1000 for line in status.splitlines() if line.startswith("VmRSS"))


if __name__ == "__main__":
    main()
