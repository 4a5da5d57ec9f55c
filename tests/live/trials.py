"""One thing after the other fails, in a random order, while people, clocks and bots play at many tables.

`Site` is a whole installation, its servers included, of which every part may fail. A trial lets one part
fail, ends the fault, and waits until every table has moved again.
"""

from __future__ import annotations

import asyncio
import random
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests import servers
from tests.live.black_hole import BlackHole
from tests.live.room import Findings, Room
from tests.live.stack import Full
from tests.live.supervisor import Supervisor

LONGEST = 2.0
"""The longest time in seconds that a part stands still."""

DISK = 512
"""The megabytes of PostgreSQL's disk: enough for a thousand trials."""

POSTGRES = {"track_commit_timestamp": "on", "max_wal_size": "64MB"}

Fault = Callable[[random.Random], None]


@dataclass
class Site:
    """An installation with two web processes, two workers and beat, which a supervisor starts again."""

    stack: Full
    postgres: servers.Server
    redis: servers.Server
    hole: BlackHole
    supervisor: Supervisor
    disk: Path | None
    """The small disk of PostgreSQL, if we may mount one."""

    def faults(self) -> dict[str, Fault]:
        """Return everything that may happen, by name. Each returns when the fault itself is over."""
        found: dict[str, Fault] = {}
        for number, part in enumerate(("web 1", "web 2", "worker 1", "worker 2", "beat")):
            found[f"{part} is killed"] = self._sent(number, signal.SIGKILL)
            found[f"{part} stands still"] = self._still(self._signal(number))
        for number, part in enumerate(("web 1", "web 2")):
            found[f"{part} is stopped"] = self._sent(number, signal.SIGTERM)
        for part, server in (("PostgreSQL", self.postgres), ("Redis", self.redis)):
            found[f"{part} is killed"] = self._killed(server)
            found[f"{part} stands still"] = self._still(server.signal)
        found["PostgreSQL loses a process"] = self._crash
        found["Redis is in a black hole"] = self._hole
        found["all processes are killed"] = self._kill_all
        return found

    def _signal(self, number: int) -> Callable[[int], None]:
        def send(sent: int) -> None:
            with suppress(ProcessLookupError):  # a fault before this one may just have ended it
                self.stack.processes[number].send_signal(sent)

        return send

    def _sent(self, number: int, sent: int) -> Fault:
        return lambda rng: self._signal(number)(sent)

    def _still(self, send: Callable[[int], None]) -> Fault:
        def stand_still(rng: random.Random) -> None:
            send(signal.SIGSTOP)
            time.sleep(rng.uniform(0, LONGEST))
            send(signal.SIGCONT)

        return stand_still

    def _killed(self, server: servers.Server) -> Fault:
        def kill(rng: random.Random) -> None:
            server.kill()
            time.sleep(rng.uniform(0, LONGEST))
            server.start()

        return kill

    def _crash(self, rng: random.Random) -> None:
        """Kill one process of PostgreSQL, as the kernel does when it is out of memory; the others restart."""
        servers.send(rng.choice(self.postgres.children()), signal.SIGKILL)

    def _hole(self, rng: random.Random) -> None:
        with self.hole.open():
            time.sleep(rng.uniform(0, LONGEST))

    def _kill_all(self, rng: random.Random) -> None:
        for number in range(len(self.stack.processes)):
            self._signal(number)(signal.SIGKILL)


@contextmanager
def site(home: Path, tables_of: str = "") -> Iterator[Site]:
    """Run an installation under `home`; its database has the tables of the one at `tables_of`, if given."""
    with (
        servers.Programs.installed() as programs,
        programs.small_disk(DISK) as disk,
        programs.server(programs.cluster(), **POSTGRES) as postgres,
        servers.redis_server() as redis,
        BlackHole(redis.url) as hole,
    ):
        stack = Full(home, postgres.url, hole.url)
        stack.workers = ("one", "two")
        if tables_of:
            stack.has_tables = True
            programs.copy(tables_of, postgres.url)
        supervisor = Supervisor(stack)
        with stack, supervisor:
            yield Site(stack, postgres, redis, hole, supervisor, disk)


@dataclass
class Report:
    """The seconds until the last table moved again after each fault, by the name of the fault."""

    took: dict[str, list[float]] = field(default_factory=dict)
    findings: Findings = field(default_factory=Findings)

    @property
    def longest(self) -> float:
        return max(max(took) for took in self.took.values())

    def __str__(self) -> str:
        lines = [
            f"{name:28} {len(took):4} times; all tables move after {statistics.median(took):.1f} s "
            f"in the median, {max(took):.1f} s at most"
            for name, took in sorted(self.took.items())
        ]
        return "\n".join([*lines, str(self.findings)])


async def trials(
    site: Site,
    room: Room,
    rng: random.Random,
    number: int,
    within: float,
    is_over: Callable[[], bool] = lambda: False,
) -> Report:
    """Let so many parts fail, or fewer once it is over; the next one fails when all are back.

    Nothing fails again before everything has failed. `within` is the longest time in seconds to wait for all
    tables to move.
    """
    report = Report()
    faults = site.faults()
    to_come: list[str] = []
    for trial in range(number):
        to_come = to_come or rng.sample(sorted(faults), len(faults))
        name = to_come.pop()
        await asyncio.sleep(rng.random() / 2)
        await asyncio.to_thread(faults[name], rng)
        took = max(await room.all_move_and_rest(room.versions(), within))
        report.took.setdefault(name, []).append(took)
        print(f"trial {trial}: {name}: {took:.1f} s", flush=True)
        await asyncio.to_thread(site.stack.await_all)
        if is_over():
            break
    await asyncio.sleep(1)  # whoever is about to be answered
    report.findings = await asyncio.to_thread(room.findings)
    return report
