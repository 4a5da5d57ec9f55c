"""The latency of a move, durably stored, from one client's send until all four clients of the table have it.

`latency` compares it with the lower bound of `floor.py` in the same run and mode, in alternating blocks, so
that the noise of the machine affects both alike. `load` lets many tables play at once. Every client checks
that no event is missing or out of order.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from socket import create_connection
from typing import Any
from zlib import crc32

from websockets.asyncio.client import ClientConnection, connect

from bench import processor
from ludocards.bots.registry import warm_up
from tests import servers
from tests.live.stack import ROOT, START_SECONDS, Embedded, Full, Stack

SEATS = 4
ENDLESS = {"preset": "classico", "match_end": {"deals": 200}}
BLOCKS, BLOCK = 20, 100
PING_EVERY = 10.0
"""Seconds between the pings of a client, as in the browser."""

UNTHROTTLED = {"FRAMES_PER_SECOND": "1000000"}


class Four:
    """Four sockets that all receive what one of them sends."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []
        self.heard = 0
        self.all_heard: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    async def open(self, addresses: list[str], cookies: list[str]) -> None:
        for address, cookie in zip(addresses, cookies, strict=True):
            headers = {"Cookie": cookie} if cookie else {}
            socket = await connect(address, additional_headers=headers, compression=None, open_timeout=60)
            self.sockets.append(socket)
            self.readers.append(asyncio.create_task(self._read(len(self.readers), socket)))

    async def close(self) -> None:
        for socket in self.sockets:
            await socket.close()
        await asyncio.gather(*self.readers)

    async def turn(self) -> float:
        """Send one message; return the milliseconds until all four sockets have received it."""
        self.heard, self.all_heard = 0, asyncio.get_running_loop().create_future()
        seat, text = self.message()
        sent = time.perf_counter()
        await self.sockets[seat].send(text)
        return 1000 * (await asyncio.wait_for(self.all_heard, 60) - sent)

    def one_more(self) -> None:
        self.heard += 1
        if self.heard == SEATS and not self.all_heard.done():
            self.all_heard.set_result(time.perf_counter())

    async def _read(self, seat: int, socket: ClientConnection) -> None:
        async for text in socket:
            self.take(seat, str(text))

    def message(self) -> tuple[int, str]:
        raise NotImplementedError

    def take(self, seat: int, text: str) -> None:
        raise NotImplementedError


class Echoes(Four):
    """Clients of the echo server of `floor.py`."""

    def message(self) -> tuple[int, str]:
        return self.rng.randrange(SEATS), f"{self.rng.random()}"

    def take(self, seat: int, text: str) -> None:
        self.one_more()


class Moves(Four):
    """The clients of a table, which send random legal commands of the seat on turn."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.have = [0] * SEATS
        self.legal: list[list[dict[str, Any]]] = [[] for _ in range(SEATS)]
        self.moves = self.tables = 0
        self.pongs: asyncio.Queue[int] = asyncio.Queue()
        self.started = asyncio.Event()

    async def ready(self) -> None:
        await self.started.wait()

    async def caught_up(self) -> None:
        """Wait until a ping has been answered at all seats with nothing new of the table before it."""
        while True:
            before = self.tables
            for socket in self.sockets:
                await socket.send('{"t": "ping"}')
            for _ in self.sockets:
                await self.pongs.get()
            if self.tables == before:
                return

    async def ping(self) -> None:
        """Ping from all seats, each with a random offset, until cancelled."""

        async def forever(socket: ClientConnection) -> None:
            await asyncio.sleep(PING_EVERY * self.rng.random())
            while True:
                await socket.send('{"t": "ping"}')
                await asyncio.sleep(PING_EVERY)

        await asyncio.gather(*(forever(socket) for socket in self.sockets))

    def message(self) -> tuple[int, str]:
        seat = next(seat for seat in range(SEATS) if self.legal[seat])
        self.moves += 1
        command = self.rng.choice(self.legal[seat])
        frame = {"t": "do", "id": f"{self.moves}", "version": self.have[seat], "command": command}
        return seat, json.dumps(frame)

    def take(self, seat: int, text: str) -> None:
        frame = json.loads(text)
        if frame["t"] == "state":
            self.have[seat], self.legal[seat] = frame["version"], frame["legal"]
            if all(self.have):
                self.started.set()
        elif frame["t"] == "events":
            for event in frame["events"]:
                assert event["seq"] == self.have[seat] + 1, "an event is lost or out of order"
                self.have[seat] = event["seq"]
            self.legal[seat] = frame["legal"]
            self.one_more()
        elif frame["t"] == "pong":
            self.pongs.put_nowait(seat)
        elif frame["t"] == "table":
            self.tables += 1
        elif frame["t"] == "error":
            raise AssertionError(frame)


# ---- measuring


async def latency(stack: Stack, floor_ports: list[int]) -> None:
    rng = random.Random(1)
    floor, moves = Echoes(rng), Moves(rng)
    await floor.open([f"ws://127.0.0.1:{floor_ports[0]}/ws/floor/"] * SEATS, [""] * SEATS)
    [table] = stack.seed(rules=ENDLESS)
    await moves.open(_addresses(stack, table), table["cookies"])
    await moves.ready()
    base: list[float] = []
    ours: list[float] = []
    for block in range(BLOCKS + 1):
        for samples, four in ((base, floor), (ours, moves)):
            block_samples = [await four.turn() for _ in range(BLOCK)]
            samples += block_samples if block else []  # the first block warms up
    (floor_median, floor_p99), (median, p99) = quantiles(base), quantiles(ours)
    print(
        f"{stack.name}: floor   median {floor_median:5.2f} ms  p99 {floor_p99:5.2f} ms  ({len(base)} echoes)"
    )
    print(f"{stack.name}: a move  median {median:5.2f} ms  p99 {p99:5.2f} ms  ({len(ours)} moves)")
    ratios = f"median {median / floor_median:.2f} (at most 1.3)  p99 {p99 / floor_p99:.2f} (at most 1.5)"
    print(f"{stack.name}: ratio   {ratios}")
    await floor.close()
    await moves.close()


@contextlib.asynccontextmanager
async def seated(stack: Stack, tables: int) -> AsyncIterator[list[Moves]]:
    """Open the sockets of new tables, which ping as browsers do; at the end check that nobody is behind."""
    seeded = stack.seed(tables=tables, rules=ENDLESS)
    fours = [Moves(random.Random(index)) for index in range(tables)]
    pings = []
    for four, table in zip(fours, seeded, strict=True):
        await four.open(_addresses(stack, table), table["cookies"])
        await four.ready()
        await four.caught_up()  # everybody at the table has seen everybody else arrive
        pings.append(asyncio.create_task(four.ping()))  # a seat that is silent for long counts as lost
    yield fours
    assert all(len(set(four.have)) == 1 for four in fours), "somebody is behind"
    for ping in pings:
        ping.cancel()
    for four in fours:
        await four.close()


async def played(fours: list[Moves], pause: float, seconds: float) -> list[float]:
    """Let tables play, each with a move every `pause` seconds or as fast as possible; return the latencies
    in ms."""
    end = time.perf_counter() + seconds

    async def play(four: Moves, offset: float) -> list[float]:
        samples = []
        due = time.perf_counter() + offset
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            late = max(0.0, time.perf_counter() - due) if pause else 0.0
            samples.append(await four.turn() + 1000 * late)
            due = due + pause if pause else time.perf_counter()
        return samples

    offsets = [pause * index / len(fours) for index in range(len(fours))]
    return [sample for samples in await asyncio.gather(*map(play, fours, offsets)) for sample in samples]


async def load(stack: Stack, tables: int, pause: float, seconds: float) -> None:
    """Let `tables` play, each with a move every `pause` seconds or as fast as possible."""
    async with seated(stack, tables) as fours:
        before = processor.of_stack(stack)
        samples = await played(fours, pause, seconds)
        used = processor.of_stack(stack)
    median, p99 = quantiles(samples)
    stored = stack.query("SELECT COUNT(*) FROM games_event WHERE command_id IS NOT NULL")[0][0]
    pace = f"one move per {pause:g} s each" if pause else "never pausing"
    shares = ", ".join(f"{part} {1000 * (used[part] - before[part]) / len(samples):.2f}" for part in used)
    print(
        f"{stack.name}: {tables} tables of four sockets, {pace}: {len(samples) / seconds:.0f} moves/s, "
        f"median {median:.1f} ms, p99 {p99:.1f} ms; processor of a move in ms: {shares}; "
        f"nothing lost, nothing out of order; {stored} moves stored",
        flush=True,
    )


def quantiles(samples: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile."""
    return statistics.median(samples), statistics.quantiles(samples, n=100)[98]


def _addresses(stack: Stack, table: dict[str, Any]) -> list[str]:
    """Return the socket addresses of a table: all on one web process, as with the proxy of `deploy/`."""
    port = stack.ports[crc32(table["code"].encode()) % len(stack.ports)]
    return [f"ws://127.0.0.1:{port}/ws/table/{table['code']}/"] * SEATS


@contextlib.contextmanager
def floor_servers(stack: Stack) -> Iterator[list[int]]:
    """Run `floor.py` on the stack's database and channel layer, in as many processes; yield their ports."""
    create = "from bench import floor; floor.create()"
    subprocess.run([sys.executable, "-c", create], cwd=ROOT, env=stack.env, check=True)
    ports = [servers.free_port() for _ in stack.ports]
    daphne = [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p"]
    commands = [[*daphne, str(port), "bench.floor:application"] for port in ports]
    processes = [subprocess.Popen(command, cwd=ROOT, env=stack.env) for command in commands]
    try:
        for port, process in zip(ports, processes, strict=True):
            wait_for(port, process)
        yield ports
    finally:
        for process in processes:
            process.kill()
            process.wait()


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the process listens on its port."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"nothing listens on port {port}") from None
            time.sleep(0.05)


@contextlib.contextmanager
def stacks() -> Iterator[list[Stack]]:
    with contextlib.ExitStack() as opened:
        homes = [Path(opened.enter_context(tempfile.TemporaryDirectory())) for _ in range(2)]
        urls = opened.enter_context(servers.postgres()), opened.enter_context(servers.redis())
        yield [Embedded(homes[0], **UNTHROTTLED), Full(homes[1], *urls, **UNTHROTTLED)]


def main() -> None:
    warm_up()  # else the workers compile kernels while tables play
    with stacks() as both:
        for stack in both:
            with stack, floor_servers(stack) as ports:
                asyncio.run(latency(stack, ports))
        for stack in both:
            with stack:
                if isinstance(stack, Full):
                    asyncio.run(load(stack, tables=200, pause=1.0, seconds=30))
                    asyncio.run(load(stack, tables=600, pause=1.0, seconds=30))
                asyncio.run(load(stack, tables=50, pause=0.0, seconds=15))


if __name__ == "__main__":
    main()
