"""An outage as people notice it: `python -m bench outages`.

Twenty tables of four people play behind nginx, configured by `deploy/nginx.conf`, with two web processes
and two workers, while one thing after the other happens. Printed are the moves a second before, during and
after it, and when the last table has moved again. An observer checks that nothing acknowledged was lost.
"""

from __future__ import annotations

import asyncio
import random
import signal
import ssl
import time
from collections.abc import Awaitable, Callable

from bench.deployed import deployed
from tests import servers
from tests.live.black_hole import BlackHole
from tests.live.room import FOUR_PEOPLE, Room
from tests.live.stack import Full
from tests.live.supervisor import RESTART, SILENT, Supervisor

TABLES, THINKS = 20, 2.0
BEFORE, LASTS, AFTER = 10.0, 20.0, 10.0
"""Seconds of each part of a measurement."""

PATIENCE = 60.0


async def restarted(stack: Full) -> None:
    """Restart all processes as `deploy/update` does: the workers and beat, then one web process after the
    other."""
    for number in (2, 3, 4):
        stack.end(number)
    for number in (2, 3, 4):
        stack.begin(number)
    for number in (0, 1):
        await asyncio.to_thread(stack.restart, number)


async def hanging(stack: Full, supervisor: Supervisor) -> None:
    """Let a web process hang until the watchdog kills it."""
    process = stack.processes[0]
    with supervisor:
        await asyncio.sleep(SILENT)  # it hears from every process
        process.send_signal(signal.SIGSTOP)
        await asyncio.to_thread(process.wait)
        await asyncio.sleep(2 * RESTART)  # it starts again


async def paused(server: servers.Server) -> None:
    server.signal(signal.SIGSTOP)
    await asyncio.sleep(LASTS)
    server.signal(signal.SIGCONT)


async def dropped(hole: BlackHole) -> None:
    with hole.open():
        await asyncio.sleep(LASTS)


async def measured(name: str, room: Room, outage: Callable[[], Awaitable[None]]) -> None:
    began = time.time()
    await asyncio.sleep(BEFORE)
    happened = time.time()
    await outage()
    ended = time.time()
    back = max(await room.all_move(room.versions(), PATIENCE))
    await asyncio.sleep(max(0.0, ended + AFTER - time.time()))
    moves = await asyncio.to_thread(room.moves)

    def rate(start: float, end: float) -> str:
        return f"{sum(start <= at < end for at in moves) / (end - start):.1f}"

    print(
        f"{name}: {rate(began, happened)} moves a second before, {rate(happened, ended)} during "
        f"{ended - happened:.0f} s, {rate(ended, ended + AFTER)} in the {AFTER:.0f} s after; "
        f"the last table moved {back:.1f} s after the end",
        flush=True,
    )


async def _measured(
    stack: Full, url: str, supervisor: Supervisor, redis: servers.Server, hole: BlackHole
) -> None:
    believing = ssl.create_default_context()
    believing.check_hostname, believing.verify_mode = False, ssl.CERT_NONE
    rng = random.Random(20)
    room = Room(stack, rng, TABLES, THINKS, addresses=lambda _: [url], certified=believing, kinds=FOUR_PEOPLE)
    async with room:
        await asyncio.sleep(5)
        await measured("rolling restart", room, lambda: restarted(stack))
        await measured("a web process hangs", room, lambda: hanging(stack, supervisor))
        await measured("Redis paused", room, lambda: paused(redis))
        await measured("Redis in a black hole", room, lambda: dropped(hole))
    print(room.findings())


def main() -> None:
    with (
        servers.redis_server() as redis,
        BlackHole(redis.url) as hole,
        deployed(hole.url, workers=("one", "two"), track_commit_timestamp="on") as (stack, url),
    ):
        supervisor = Supervisor(stack)
        stack.start()
        asyncio.run(_measured(stack, url, supervisor, redis, hole))


if __name__ == "__main__":
    main()
