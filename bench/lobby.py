"""A thousand readers of the lobby at one web process: `python -m bench.lobby`, or beside another commit, `…
lobby 20a0b59b`.

300 people sit at 100 tables, and half of the readers are signed in. Then people open tables, one after the
other. Measured are the time until each reader has the new table, and the processor time for it, without that
of opening a table while nobody reads. Pages of another commit fetch their lists as its `lobby.js` does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gzip
import json
import random
import re
import resource
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from bench import processor, spine
from bench.against import checkout
from tests import servers
from tests.live.stack import Full

READERS, TABLES, AT_EACH = 1000, 100, 3
CHANGES = 3
AT_ONCE = 4
SETTLED, LATEST, LOOKING_EVERY = 5.0, 120.0, 0.1
"""Seconds until all pages have what came before, the longest wait for a change, and between two looks."""

SHARED = 1.1
"""Seconds for which a page of the other commit waits besides a random part of `within`."""

PARTS = ("web", "PostgreSQL")
T = TypeVar("T")
Times = defaultdict[str, list[float]]
"""By table, when each page had it."""


class OneProcess(Full):
    web_processes = 1
    workers = ()


class Page:
    """A page of the lobby; it notes when it has a new table."""

    def __init__(self, stack: Full, cookie: str, times: Times) -> None:
        self.stack, self.cookie, self.times = stack, cookie, times
        self.known: set[str] = set()
        self.bytes = 0
        self.first = asyncio.Event()
        """Set when the page has its first list."""
        self._fetching: asyncio.Task[None] | None = None

    async def open(self) -> None:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        address = self.stack.url.replace("http", "ws") + "/ws/lobby/"
        options: Any = {"compression": None, "ping_interval": None, "open_timeout": 120}
        while True:
            with contextlib.suppress(InvalidMessage, ConnectionClosed):  # a busy process is late to accept it
                self.socket = await connect(address, additional_headers=headers, **options)
                break
        if self.stack.root is Full.root:
            await self.socket.send('{"t": "have", "tables": {}, "people": {}}')
        await self.socket.send('{"t": "touched"}')
        self.reading = asyncio.create_task(self._read(self.socket))

    async def _read(self, socket: ClientConnection) -> None:
        async for text in socket:
            self.bytes += len(text)
            frame = json.loads(text)
            if frame["t"] == "tables":
                self._have(set(frame["keys"]))
            elif frame["t"] == "changed" and self._fetching is None:
                self._fetching = asyncio.create_task(self._fetch(SHARED + random.random() * frame["within"]))

    async def _fetch(self, after: float) -> None:
        await asyncio.sleep(after)
        self._fetching = None
        request = urllib.request.Request(
            f"{self.stack.url}/tavoli/elenco/", headers={"Cookie": self.cookie, "Accept-Encoding": "gzip"}
        )
        packed = await asyncio.to_thread(lambda: urllib.request.urlopen(request, timeout=60).read())
        self.bytes += len(packed)
        page = gzip.decompress(packed).decode()
        self._have({*re.findall(r'data-code="(\w+)"', page)})

    def _have(self, codes: set[str]) -> None:
        self.first.set()
        for code in codes - self.known:
            self.times[code].append(time.perf_counter())
        self.known |= codes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?")
    parser.add_argument("--readers", type=int, default=READERS)
    chosen = parser.parse_args()
    _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 10_000), most))
    with contextlib.ExitStack() as opened:
        roots = {"here": Full.root}
        if chosen.commit:
            roots["before"] = opened.enter_context(checkout(chosen.commit, kernels=False))
        for name, root in roots.items():
            with installed(root) as stack:
                asyncio.run(measured(name, stack, chosen.readers))


@contextlib.contextmanager
def installed(root: Path) -> Iterator[OneProcess]:
    """A running installation of a checkout, with servers of its own."""
    with (
        servers.postgres() as url,
        servers.redis() as broker,
        tempfile.TemporaryDirectory() as home,
    ):
        stack = OneProcess(Path(home), url, broker, **spine.UNTHROTTLED)
        stack.root = root
        with stack:
            yield stack


async def measured(name: str, stack: OneProcess, readers: int) -> None:
    await asyncio.to_thread(stack.seed, tables=TABLES, people=AT_EACH, bots=False)
    [crowd] = await asyncio.to_thread(
        stack.seed, people=1, bots=False, watchers=readers // 2 + 2 * CHANGES + 1
    )
    hosts, cookies = crowd["cookies"][1 : 2 * CHANGES + 2], crowd["cookies"][2 * CHANGES + 2 :]
    times: Times = defaultdict(list)
    await opened_by(stack, hosts[:1], times, 0)  # what the first request loads is no cost of the others
    alone, _ = await opened_by(stack, hosts[1 : CHANGES + 1], times, 0)
    async with reading(stack, [*cookies, *[""] * (readers - len(cookies))], times) as pages:
        before = sum(page.bytes for page in pages)
        spent, delays = await opened_by(stack, hosts[CHANGES + 1 :], times, readers)
        sent = (sum(page.bytes for page in pages) - before) / CHANGES / readers
    parts = ", ".join(f"{part} {1000 * (spent[part] - alone[part]):.0f}" for part in PARTS)
    delays.sort()
    print(
        f"{name}: {readers} readers have a new table after {delays[len(delays) // 2]:.2f} s in the median, "
        f"{delays[-1]:.2f} s at most; processor in ms for all of them: {parts}; {sent / 1000:.1f} kB to each",
        flush=True,
    )


@contextlib.asynccontextmanager
async def reading(stack: OneProcess, cookies: list[str], times: Times) -> AsyncIterator[list[Page]]:
    """Open a page for each of these sessions ("" is a stranger's)."""
    gate, pages = asyncio.Semaphore(AT_ONCE), [Page(stack, cookie, times) for cookie in cookies]

    async def open_page(page: Page) -> None:
        async with gate:
            await page.open()

    await asyncio.gather(*map(open_page, pages))
    if stack.root is Full.root:  # pages that show nothing are sent all lists first
        await asyncio.gather(*(page.first.wait() for page in pages))
    await asyncio.sleep(SETTLED)
    yield pages
    for page in pages:
        await page.socket.close()


async def opened_by(
    stack: OneProcess, hosts: list[str], times: Times, readers: int
) -> tuple[dict[str, float], list[float]]:
    """Let people open tables, one after the other; return the processor seconds of each until all readers had
    it, its request among them, and the seconds after which each reader had each table."""
    total, delays = dict.fromkeys(PARTS, 0.0), []
    for host in hosts:
        began = time.perf_counter()
        spent, code = await spent_during(stack, _open_table(stack, host, times, readers))
        delays += [at - began for at in times[code]]
        for part in PARTS:
            total[part] += spent[part] / len(hosts)
    return total, delays


async def spent_during(stack: OneProcess, work: Awaitable[T]) -> tuple[dict[str, float], T]:
    before = await asyncio.to_thread(processor.of_stack, stack)
    done = await work
    after = await asyncio.to_thread(processor.of_stack, stack)
    return {part: after[part] - before[part] for part in PARTS}, done


async def _open_table(stack: OneProcess, host: str, times: Times, readers: int) -> str:
    """Open a table, wait until all readers have it, and a little longer for what follows; return its code."""
    options = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}
    answer = await asyncio.to_thread(stack.post, "/tavoli/apri/", host, **options)
    for _ in range(int(LATEST / LOOKING_EVERY)):
        if len(times[answer["code"]]) >= readers:
            break
        await asyncio.sleep(LOOKING_EVERY)
    await asyncio.sleep(SETTLED)
    return str(answer["code"])


if __name__ == "__main__":
    main()
