"""Idle sockets of the lobby at one Daphne process of the full mode: `python -m bench idle`.

Measured are the memory of the process with 0 to 10,000 sockets, and its processor time over ten
seconds in which nothing happens and over one change of the lobby, which all of them are sent.
"""

from __future__ import annotations

import asyncio
import resource
import tempfile
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from bench import processor
from tests import servers
from tests.live.stack import Full, Stack

SOCKETS = (0, 1000, 5000, 10_000)
SECONDS = 10.0
AT_ONCE = 20


FILES = 11_000
"""The open files that this process and the server need."""


def main() -> None:
    _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, most))
    with (
        servers.postgres() as url,
        servers.redis() as broker,
        tempfile.TemporaryDirectory() as home,
        Full(Path(home), url, broker, FRAMES_PER_SECOND="1000000") as stack,
    ):
        asyncio.run(_measured(stack))


async def _measured(stack: Stack) -> None:
    process = stack.processes[0].pid
    open_: list[ClientConnection] = []
    await _open(stack, open_, 1)  # what the first socket loads is no cost of the others
    for number in SOCKETS:
        before = processor.seconds(process)
        await _open(stack, open_, number - len(open_))
        opening = processor.seconds(process) - before
        before = processor.seconds(process)
        await asyncio.sleep(SECONDS)
        idle = (processor.seconds(process) - before) / SECONDS
        before, heard = processor.seconds(process), [asyncio.create_task(each.recv()) for each in open_]
        await asyncio.to_thread(stack.seed, people=1, bots=False)
        await asyncio.wait_for(asyncio.gather(*heard), 120)
        rung = processor.seconds(process) - before
        memory = processor.memory(process) / 1e6
        print(
            f"{len(open_)} sockets: {memory:.0f} MB, {100 * idle:.1f} % of a core idle, "
            f"{rung:.2f} s of processor for a change; {opening:.1f} s for opening the new ones",
            flush=True,
        )


async def _open(stack: Stack, known: list[ClientConnection], more: int) -> None:
    address = stack.url.replace("http", "ws") + "/ws/lobby/"
    gate = asyncio.Semaphore(AT_ONCE)

    async def one() -> None:
        async with gate:
            socket = await connect(address, compression=None, ping_interval=None, open_timeout=120)
            await socket.send('{"t": "have", "tables": {}}')
            await socket.recv()
            known.append(socket)

    await asyncio.gather(*(one() for _ in range(more)))


if __name__ == "__main__":
    main()
