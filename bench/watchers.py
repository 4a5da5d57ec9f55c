"""A crowd at one table of the full mode: `python -m bench watchers`.

Four people play, and 0, 200 and 1,000 others watch. Measured are the processor time of the web process for a
move, from which follows that for each spectator, and the time until the players, and until the last
spectator, have the move. Then a player's connection breaks, which everybody is shown.
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from bench import processor, spine
from tests import servers
from tests.live.stack import Full, Stack

CROWDS = (0, 200, 1000)
MOVES, WARM_UP = 40, 5
PAUSE = 0.5
LAST = 3
"""The seat whose connection breaks."""

AT_ONCE = 5


class OneProcess(Full):
    web_processes = 1


class Crowd:
    """Spectators that check that no event is missing or out of order."""

    def __init__(self) -> None:
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []
        self.have: list[int] = []
        self.awaited = ""
        self.unaware: set[int] = set()
        """The spectators that have not been sent a frame of the awaited kind."""
        self.all_aware = asyncio.Event()
        self.version = 1
        self.behind: set[int] = set()
        self.all_there = asyncio.Event()

    async def grow(self, address: str, number: int) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one() -> None:
            async with gate:
                socket = await connect(address, compression=None, ping_interval=None, open_timeout=120)
            self.have.append(0)
            self.readers.append(asyncio.create_task(self._read(len(self.have) - 1, socket)))
            self.sockets.append(socket)

        await asyncio.gather(*(one() for _ in range(number - len(self.sockets))))
        await self.until(1)

    async def until(self, version: int) -> float:
        """Wait until all have a version; return the time."""
        self.version = version
        self.behind = {place for place, have in enumerate(self.have) if have < version}
        self.all_there.clear()
        if self.behind:
            await self.all_there.wait()
        return time.perf_counter()

    async def _read(self, place: int, socket: ClientConnection) -> None:
        async for text in socket:
            frame = json.loads(text)
            if frame["t"] == self.awaited:
                self.unaware.discard(place)
                if not self.unaware:
                    self.all_aware.set()
            if frame["t"] == "events":
                assert frame["events"][0]["seq"] == self.have[place] + 1, "an event is lost or out of order"
            if frame["t"] in ("events", "state"):
                self.have[place] = frame["version"]
                if frame["version"] >= self.version:
                    self.behind.discard(place)
                if not self.behind:
                    self.all_there.set()

    async def told(self, kind: str, do: Awaitable[object]) -> float:
        """Do something, and wait until all have been sent a frame of this kind; return the time."""
        self.awaited, self.unaware, self.all_aware = kind, {*range(len(self.have))}, asyncio.Event()
        await do
        await self.all_aware.wait()
        return time.perf_counter()

    async def ping(self) -> None:
        for socket in self.sockets:
            await socket.send('{"t": "ping"}')

    async def close(self) -> None:
        for socket in self.sockets:
            await socket.close()
        await asyncio.gather(*self.readers)


def main() -> None:
    with (
        servers.postgres() as url,
        servers.redis() as broker,
        tempfile.TemporaryDirectory() as home,
        OneProcess(Path(home), url, broker, **spine.UNTHROTTLED) as stack,
    ):
        asyncio.run(_measured(stack))


async def _measured(stack: Stack) -> None:
    [table] = stack.seed(rules=spine.ENDLESS)
    address = f"{stack.url.replace('http', 'ws')}/ws/table/{table['code']}/"
    four, crowd = spine.Moves(random.Random(1)), Crowd()
    await four.open([address] * spine.SEATS, table["cookies"])
    await four.ready()
    for number in CROWDS:
        await crowd.grow(address, number)
        players, everybody = [], []
        for move in range(WARM_UP + MOVES):
            if move == WARM_UP:
                before = processor.seconds(stack.processes[0].pid)
            began = time.perf_counter()
            took = await four.turn()
            last = 1000 * (await crowd.until(four.have[0]) - began)
            if move >= WARM_UP:
                players.append(took)
                everybody.append(last)
            await asyncio.sleep(PAUSE)
        used = processor.seconds(stack.processes[0].pid) - before
        (median, p99), (last, _) = spine.quantiles(players), spine.quantiles(everybody)
        print(
            f"{number} spectators: {1000 * used / MOVES:.1f} ms of processor a move; the players have it "
            f"after {median:.1f} ms (p99 {p99:.1f}), all spectators after {last:.0f} ms",
            flush=True,
        )
        if number:
            print(await _broken(stack, four, crowd, address, table["cookies"][LAST]), flush=True)
    await crowd.close()
    await four.close()


async def _broken(stack: Stack, four: spine.Moves, crowd: Crowd, address: str, cookie: str) -> str:
    """Break the connection of the last player; return what it costs to show this, and connect them again."""
    await _settled(four, crowd)
    before, began = processor.seconds(stack.processes[0].pid), time.perf_counter()
    took = 1000 * (await crowd.told("table", four.sockets[LAST].close()) - began)
    await asyncio.sleep(1)
    used = 1000 * (processor.seconds(stack.processes[0].pid) - before)

    async def come_back() -> None:
        four.sockets[LAST] = await connect(address, additional_headers={"Cookie": cookie}, compression=None)
        four.readers[LAST] = asyncio.create_task(four._read(LAST, four.sockets[LAST]))

    await crowd.told("table", come_back())
    await _settled(four, crowd)
    return f"  a lost player: {used:.0f} ms of processor, all spectators are shown it after {took:.0f} ms"


async def _settled(four: spine.Moves, crowd: Crowd) -> None:
    """Wait until nothing of the table is on its way to anybody."""
    await four.caught_up()
    await crowd.told("pong", crowd.ping())


if __name__ == "__main__":
    main()
