"""Random faults while twenty tables play: `python -m bench.trials --trials 1000`.

Printed are the seconds until every table has moved again after each fault, and what an observer has found:
every acknowledged command must be in the log once, in order, and committed before its acknowledgement. An
interrupt ends after the trial in hand, with the report of those so far.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.live.room import Room
from tests.live.trials import Report, site, trials

WITHIN = 10.0
"""The seconds within which every table must move again."""

PATIENCE = 60.0


async def _tried(home: Path, asked: argparse.Namespace) -> Report:
    rng = random.Random(asked.seed)
    with site(home) as tried:
        async with Room(tried.stack, rng, asked.tables) as room:
            await room.all_move(room.versions(), PATIENCE)
            ended, end = asyncio.Event(), time.monotonic() + 60 * asked.minutes
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, ended.set)
            report = await trials(
                tried, room, rng, asked.trials, PATIENCE, lambda: ended.is_set() or time.monotonic() > end
            )
        print(f"{len(tried.supervisor.killed)} processes were killed by the watchdog")
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=math.inf, help="end after this time")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ludopoli-trials-") as home:
        report = asyncio.run(_tried(Path(home), asked))
    print(report)
    late = sum(took > WITHIN for each in report.took.values() for took in each)
    print(f"{late} of {sum(map(len, report.took.values()))} faults were not over within {WITHIN:.0f} s")
    sys.exit(bool(report.findings.defects or late))


if __name__ == "__main__":
    main()
