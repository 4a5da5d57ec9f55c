"""How long a new user waits: a fresh clone, `make play`, until the lobby answers; and what it takes idle."""

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
            memory = _megabytes_when_idle(process.pid)
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


def _megabytes_when_idle(pid: int) -> float:
    """When the kernels of the bots are compiled as well, which happens beside the play."""
    before, (seconds, memory) = -1, _use(pid)
    while seconds > before:
        time.sleep(5)
        before, (seconds, memory) = seconds, _use(pid)
    return memory


def _use(pid: int) -> tuple[int, float]:
    """Whole seconds of processor time and megabytes of the process and all that it started."""
    listing = ["ps", "-eo", "pid=,ppid=,rss=,cputimes="]
    table = subprocess.run(listing, check=True, capture_output=True, text=True).stdout
    processes = {int(line.split()[0]): line.split()[1:] for line in table.splitlines()}
    family, size = {pid}, 0
    while len(family) != size:
        size = len(family)
        family |= {child for child, (parent, _) in processes.items() if int(parent) in family}
    alive = [processes[member] for member in family if member in processes]
    return sum(int(each[2]) for each in alive), sum(int(each[1]) for each in alive) / 1024


if __name__ == "__main__":
    main()
