"""The memory of the full mode while people play: `python -m bench.memory --minutes 60`.

The processes are those of `deploy/systemd`. First they are idle; then ten people play endless matches with
bots; then five play one short match after the other. Printed are the resident megabytes of each process every
minute, and what each gained in a minute after a third of the time, by the median of all slopes between two
samples (Theil and Sen).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from bench import spine
from bench.cards import Person, playing
from tests import servers
from tests.live.stack import Full

ENDLESS_TABLES, SHORT_TABLES = 10, 5
SHORT = {"preset": "classico", "match_end": {"deals": 2}}
SETTLED = 60.0
"""Seconds after which the workers have loaded their kernels."""

MB = 1e6


class Deployed(Full):
    """The full mode with the processes of `deploy/systemd`, each by the name of its unit."""

    parts = ("daphne", "daphne", "worker", "worker", "reviewer", "courier", "beat")

    def commands(self) -> list[list[str]]:
        return [
            *super().commands()[: self.web_processes],
            self.serving("worker1", "celery", 2),
            self.serving("worker2", "celery", 2),
            self.serving("reviewer", "reviews,errands", 2),
            self.serving("courier", "webhooks", 1),
            self.beat,
        ]

    def serving(self, name: str, queues: str, threads: int) -> list[str]:
        """Return the command of a worker for some queues."""
        flags = ["--hostname", f"{name}@%h", "--queues", queues, "--pool", "threads"]
        return [
            *[*self.celery, "worker", *flags],
            *["--concurrency", str(threads), "--without-gossip", "--without-mingle"],
        ]


@dataclass(frozen=True)
class Sample:
    """The bytes of each process at a moment: all that is resident, and its own (not of files)."""

    at: float
    resident: tuple[int, ...]
    own: tuple[int, ...]

    @property
    def needed(self) -> int:
        """The memory that the processes need together: they share the pages of files, nearly all the same."""
        files = (every - own for every, own in zip(self.resident, self.own, strict=True))
        return sum(self.own) + max(files)


def sample(stack: Full) -> Sample:
    resident, own = [], []
    for process in stack.processes:
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()[1:]
        kilobytes = {name: int(rest.split()[0]) for name, rest in (line.split(":") for line in lines)}
        resident.append(1024 * kilobytes["Rss"])
        own.append(1024 * kilobytes["Anonymous"])
    return Sample(time.monotonic(), tuple(resident), tuple(own))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="of each kind of matches")
    parser.add_argument("--only", choices=LOADS, help="measure one kind of matches")
    chosen = parser.parse_args()
    with (
        servers.postgres() as url,
        servers.redis() as broker,
        tempfile.TemporaryDirectory() as home,
    ):
        stack = Deployed(Path(home), url, broker, **spine.UNTHROTTLED)
        with stack:
            asyncio.run(measured(stack, 60 * chosen.minutes, chosen.only))


async def measured(stack: Deployed, seconds: float, only: str | None) -> None:
    await asyncio.sleep(SETTLED)
    idle = sample(stack)
    print(f"idle: {shown(stack, idle.resident)}")
    print(f"idle: {sum(idle.resident) / MB:.0f} MB resident, {idle.needed / MB:.0f} MB needed", flush=True)
    for name, load in LOADS.items():
        if only in (None, name):
            async with load(stack):
                await watched(stack, name, seconds)


async def watched(stack: Deployed, name: str, seconds: float) -> None:
    """Print the memory of the processes every minute, and what they have gained in the end."""
    samples, began, before = [sample(stack)], time.monotonic(), played(stack)
    while time.monotonic() < began + seconds:
        await asyncio.sleep(15)
        samples.append(sample(stack))
        if len(samples) % 4 == 1:
            minute = (samples[-1].at - began) / 60
            print(f"{name}, minute {minute:.0f}: {shown(stack, samples[-1].resident)}", flush=True)
    later = [each for each in samples if each.at > began + seconds / 3]
    gains = [
        slope([each.at for each in later], [each.own[number] for each in later])
        for number in range(len(stack.parts))
    ]
    cards, matches = (after - earlier for after, earlier in zip(played(stack), before, strict=True))
    gained = ", ".join(f"{part} {60 * gain / MB:.2f}" for part, gain in zip(stack.parts, gains, strict=True))
    print(f"{name}: {cards} cards, {matches} matches finished in {seconds / 60:.0f} minutes")
    print(f"{name}: gained in MB a minute: {gained}")
    print(f"{name}: {samples[-1].needed / MB:.0f} MB needed", flush=True)


def slope(times: list[float], values: list[int]) -> float:
    """Return the median of the slopes between two points."""
    points = zip(times, values, strict=True)
    return statistics.median((w - v) / (t - s) for (s, v), (t, w) in itertools.combinations(points, 2))


def shown(stack: Deployed, figures: tuple[int, ...]) -> str:
    return ", ".join(f"{part} {figure / MB:.0f}" for part, figure in zip(stack.parts, figures, strict=True))


def played(stack: Full) -> tuple[int, int]:
    """The numbers of cards played and of matches finished so far."""
    [(cards,)] = stack.query("SELECT count(*) FROM games_event WHERE command_id IS NOT NULL")
    [(matches,)] = stack.query("SELECT count(*) FROM games_match WHERE finished_at IS NOT NULL")
    return int(cards), int(matches)


def endless(stack: Full) -> contextlib.AbstractAsyncContextManager[Any]:
    """People play with bots, in matches without an end."""
    return playing(stack, people=1, tables=ENDLESS_TABLES, pace=0.0)


@contextlib.asynccontextmanager
async def short(stack: Full) -> AsyncIterator[None]:
    """People play with bots, and begin a new match when one is over."""
    tasks = [asyncio.create_task(match_after_match(stack, seed)) for seed in range(SHORT_TABLES)]
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


_seeding = asyncio.Lock()


async def match_after_match(stack: Full, seed: int) -> None:
    rng = random.Random(seed)
    while True:
        async with _seeding:
            [table] = await asyncio.to_thread(stack.seed, people=1, rules=SHORT)
        address = f"{stack.urls[seed % 2].replace('http', 'ws')}/ws/table/{table['code']}/"
        headers = {"Cookie": table["cookies"][0]}
        async with connect(address, additional_headers=headers, compression=None, open_timeout=60) as socket:
            await Person(rng, socket).play()


LOADS = {"endless": endless, "short": short}

if __name__ == "__main__":
    main()
