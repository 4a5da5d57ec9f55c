"""The time from a fresh clone and `make play` until the lobby answers, and the memory of the idle site."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from tests.live.stack import ROOT

PORT = 8000
"""The port of `make play`."""

PATIENCE = 300.0


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        clone = Path(home) / "ludopoli"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        env = {name: value for name, value in os.environ.items() if name != "LUDOPOLI_VAR"}
        start = time.perf_counter()
        process = subprocess.Popen(
            ["make", "play"], cwd=clone, env=env, stdout=subprocess.DEVNULL, start_new_session=True
        )
        try:
            until_lobby = _until_lobby(start)
            time.sleep(5)
            memory = _resident_megabytes(process.pid)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
    print(f"make play, fresh clone, warm package cache: the lobby after {until_lobby:.1f} s (at most 60)")
    print(f"idle memory: {memory:.0f} MB (at most 250)")


def _until_lobby(start: float) -> float:
    while time.perf_counter() - start < PATIENCE:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/tavoli/", timeout=5).close()
            return time.perf_counter() - start
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the lobby never answered")


def _resident_megabytes(pid: int) -> float:
    """Return the memory of the process and its descendants (`make` runs Python with exec or as a child)."""
    listing = ["ps", "-eo", "pid=,ppid=,rss="]
    table = subprocess.run(listing, check=True, capture_output=True, text=True).stdout
    processes = {int(line.split()[0]): line.split()[1:] for line in table.splitlines()}
    family, size = {pid}, 0
    while len(family) != size:
        size = len(family)
        family |= {child for child, (parent, _) in processes.items() if int(parent) in family}
    return sum(int(processes[member][1]) for member in family if member in processes) / 1024


if __name__ == "__main__":
    main()
