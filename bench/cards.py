"""The cost of a card of a bot: `python -m bench.cards`, or beside another commit, `… cards 767dc851`.

At some tables one person plays with three bots of the club, at others four people play at the same pace.
Measured is the processor time of all processes, without that of an idle site, for a card of a person and for
a card of a bot. The time for which bots think is part of it, and given apart as the worker measures it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench import processor, spine
from bench.against import checkout
from tests import servers
from tests.live.stack import Full
from tests.servers import free_port

TABLES, PACE = 20, 0.5
"""The pace at which bots do not wait for spare time."""

PAUSE = 0.5
"""The longest time in seconds that a person thinks."""

IDLE, WARM_UP = 10.0, 8.0
LOADING = 30.0
"""Seconds after which a worker has loaded its kernels."""

PARTS = ("web", "workers", "PostgreSQL", "Redis")


class Person:
    """A client that sends a random legal command soon after its turn has come."""

    def __init__(self, rng: random.Random, socket: ClientConnection) -> None:
        self.rng = rng
        self.socket = socket
        self.moves = 0

    async def play(self) -> None:
        version = 0
        async for text in self.socket:
            frame = json.loads(text)
            if frame["t"] == "ack":
                self.moves += 1
            if frame["t"] not in ("state", "events") or frame["version"] <= version:
                continue
            version, legal = frame["version"], frame["legal"]
            if frame["view"]["places"] is not None:
                return
            if legal:
                await asyncio.sleep(self.rng.uniform(0, PAUSE))
                command = {
                    "t": "do",
                    "id": f"{version}",
                    "version": version,
                    "command": self.rng.choice(legal),
                }
                await self.socket.send(json.dumps(command))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--rounds", type=int, default=2)
    chosen = parser.parse_args()
    with contextlib.ExitStack() as opened:
        roots = {"here": Full.root}
        if chosen.commit:
            roots = {"before": opened.enter_context(checkout(chosen.commit)), **roots}
        stacks = {name: opened.enter_context(installed(root)) for name, root in roots.items()}
        for _ in range(chosen.rounds):
            for name, stack in stacks.items():
                stack.wake()
                print(f"{name}: {asyncio.run(measured(stack, chosen.seconds))}", flush=True)
                stack.rest()
        for stack in stacks.values():
            stack.wake()


@contextlib.contextmanager
def installed(root: Path) -> Iterator[Full]:
    """A running installation of a checkout with servers of its own; its worker has metrics."""
    with (
        servers.postgres() as url,
        servers.redis() as broker,
        tempfile.TemporaryDirectory() as home,
    ):
        stack = Full(Path(home), url, broker, METRICS_PORT=str(free_port()), **spine.UNTHROTTLED)
        stack.root = root
        with stack:
            time.sleep(LOADING)
            yield stack


async def measured(stack: Full, seconds: float) -> str:
    nothing = await used(stack, IDLE)
    idle = {part: spent / IDLE for part, spent in nothing.items()}
    async with playing(stack, people=4) as people:
        before = sum(person.moves for person in people)
        spent = await used(stack, seconds)
        cards = sum(person.moves for person in people) - before
    of_person = {part: (spent[part] - seconds * idle[part]) / cards for part in PARTS}
    async with playing(stack, people=1) as people:
        thought, before, bots = thinking(stack), sum(person.moves for person in people), of_bots(stack)
        spent = await used(stack, seconds)
        own = sum(person.moves for person in people) - before
        bots, thought = of_bots(stack) - bots, thinking(stack) - thought
    of_bot = {part: (spent[part] - seconds * idle[part] - own * of_person[part]) / bots for part in PARTS}
    return (
        f"{cards} cards of people {shares(of_person)}; {bots} cards of bots {shares(of_bot)}, "
        f"of it thinking {1000 * thought / bots:.2f}; idle {shares(idle)} a second"
    )


@contextlib.asynccontextmanager
async def playing(
    stack: Full, people: int, tables: int = TABLES, warm_up: float = WARM_UP, **options: Any
) -> AsyncIterator[list[Person]]:
    """Let people play at new tables, with bots in the other seats."""
    rng = random.Random(1)
    seeded = stack.seed(tables=tables, people=people, rules=spine.ENDLESS, **{"pace": PACE, **options})
    tasks: list[asyncio.Task[None]] = []
    persons: list[Person] = []
    for table in seeded:
        for cookie in table["cookies"]:
            address = f"{stack.urls[len(tasks) % 2].replace('http', 'ws')}/ws/table/{table['code']}/"
            headers = {"Cookie": cookie}
            socket = await connect(address, additional_headers=headers, compression=None, open_timeout=60)
            persons.append(Person(rng, socket))
            tasks.append(asyncio.create_task(persons[-1].play()))
    await asyncio.sleep(warm_up)
    yield persons
    for task, person in zip(tasks, persons, strict=True):
        task.cancel()
        await person.socket.close()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks)


async def used(stack: Full, seconds: float) -> dict[str, float]:
    """Return the processor seconds of each part over some time."""
    before = processor.of_stack(stack)
    await asyncio.sleep(seconds)
    return {part: total - before[part] for part, total in processor.of_stack(stack).items()}


def of_bots(stack: Full) -> int:
    """The number of commands of bots so far."""
    [(found,)] = stack.query("SELECT count(*) FROM games_event WHERE command_id LIKE 'bot%'")
    return int(found)


def thinking(stack: Full) -> float:
    """The seconds for which bots have thought so far."""
    with urllib.request.urlopen(f"http://127.0.0.1:{stack.env['METRICS_PORT']}/metrics") as metrics:
        [found] = re.findall(
            r"^ludopoli_bot_thinking_seconds_sum (\S+)$", metrics.read().decode(), re.MULTILINE
        )
    return float(found)


def shares(spent: dict[str, Any]) -> str:
    parts = ", ".join(f"{part} {1000 * spent[part]:.2f}" for part in PARTS)
    return f"{1000 * sum(spent[part] for part in PARTS):.2f} ms ({parts})"


if __name__ == "__main__":
    main()
