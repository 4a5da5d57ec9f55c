"""The response times of the embedded mode while bots of *maestro* think: `python -m bench thinking`.

A page is requested repeatedly, first from an idle server, then while bots play by themselves at one or more
tables, as fast as they can. On a busy machine the ratio is more meaningful than the times.
"""

from __future__ import annotations

import statistics
import tempfile
import time
import urllib.request
from itertools import pairwise
from pathlib import Path

from tests.live.stack import Embedded, Stack

TABLES = (1, 4)
PAGES = 150
PATIENCE = 60.0
"""Seconds until the first tables have begun to play."""


def main() -> None:
    with tempfile.TemporaryDirectory() as home, Embedded(Path(home)) as stack:
        stack.call("ludocards.bots.registry:warm_up")  # compiled before the server needs it
        asked(stack)
        alone = asked(stack)
        print(f"a page of the embedded mode, nobody plays: {described(alone)}")
        for already, tables in pairwise((0, *TABLES)):
            for _ in range(already, tables):
                stack.call("tests.live.seed:bots_alone", level="maestro")
            _until_played(stack)
            before, start = _version(stack), time.perf_counter()
            thinking = asked(stack)
            pace = (_version(stack) - before) / (time.perf_counter() - start)
            ratio = statistics.median(thinking) / statistics.median(alone)
            print(
                f"while {tables} of maestro play on their own: {described(thinking)}, "
                f"{ratio:.1f} times the median; {pace:.0f} events a second"
            )


def asked(stack: Stack) -> list[float]:
    """Request a page repeatedly; return the milliseconds of each request."""
    times = []
    for _ in range(PAGES):
        start = time.perf_counter()
        with urllib.request.urlopen(stack.url + "/tavoli/") as page:
            page.read()
        times.append(1000 * (time.perf_counter() - start))
    return times


def described(times: list[float]) -> str:
    return f"{statistics.median(times):.0f} ms (95 in 100 below {statistics.quantiles(times, n=20)[-1]:.0f})"


def _version(stack: Stack) -> int:
    return int(stack.query("SELECT SUM(version) FROM games_match")[0][0])


def _until_played(stack: Stack) -> None:
    """Wait until the sweep of the server has found the tables, which another process created."""
    deadline = time.monotonic() + PATIENCE
    while stack.query("SELECT MIN(version) FROM games_match")[0][0] < 20:
        assert time.monotonic() < deadline, "the tables do not begin"
        time.sleep(0.1)


if __name__ == "__main__":
    main()
