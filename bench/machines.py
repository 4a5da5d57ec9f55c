"""Three web machines, of which one is killed and one cut off: `python -m bench.machines`, as root.

Each machine is a network namespace with an address, a folder `LUDOPOLI_VAR` and a web process of its own;
PostgreSQL, Redis, workers, beat and nginx (`deploy/nginx.conf`) are on a fourth. In each round, while tables
play, a machine is killed, and comes back; another loses its network while its process lives; and the
third does so while it holds the lock of a match. Printed are the seconds until every table has moved again,
what an observer has found in the log (`tests/live/room.py`), and how many requests of one address to all
machines a limit counts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from ssl import CERT_NONE, create_default_context

from bench.deployed import proxy
from tests import servers
from tests.live.room import Room
from tests.live.stack import Full, Process
from tests.live.trials import POSTGRES

MACHINES, PORT = 3, 8000
NETWORK, BRIDGE = "10.77.0", "ludopoli0"
HUB = f"{NETWORK}.1"
"""The address of the machine with the servers and the proxy."""

PATIENCE = 120.0
"""The seconds after which the bench waits no longer for a table."""

CUT_OFF = 20.0
"""The seconds for which a machine has no network: longer than any timeout of its own."""

SETTLING = 5.0
"""Seconds between two faults."""

REQUESTS = 30

HOLDS = """
import sys, django
django.setup()
from django.db import connection, transaction
with transaction.atomic(), connection.cursor() as cursor:
    cursor.execute("SELECT 1 FROM games_match WHERE id = %s FOR UPDATE", [sys.argv[1]])
    print("held", flush=True)
    sys.stdin.read()
"""
"""A program that holds a match as long as it lives."""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


class Machine:
    """A network namespace, joined to the bridge by a line that can be cut."""

    def __init__(self, number: int) -> None:
        self.name, self.address = f"ludopoli{number}", f"{NETWORK}.{10 + number}"
        self._line = f"lud{number}"

    def __enter__(self) -> Machine:
        ip("netns", "add", self.name)
        ip("link", "add", self._line, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("link", "set", self._line, "master", BRIDGE, "up")
        for words in (["addr", "add", f"{self.address}/24", "dev", "eth0"], ["link", "set", "eth0", "up"]):
            ip("-n", self.name, *words)
        ip("-n", self.name, "link", "set", "lo", "up")
        return self

    def __exit__(self, *_: object) -> None:
        ip("netns", "delete", self.name)

    def inside(self, *arguments: str) -> list[str]:
        """Return the command that runs Python on this machine."""
        return ["ip", "netns", "exec", self.name, sys.executable, *arguments]

    def cut_off(self) -> None:
        ip("link", "set", self._line, "down")

    def join(self) -> None:
        ip("link", "set", self._line, "up")


class Machines(Full):
    """The full mode with its web processes on machines of their own."""

    web_processes = MACHINES

    def __init__(self, home: Path, database_url: str, redis_url: str, machines: list[Machine]) -> None:
        self.machines = machines
        apart = {"STATIC_ROOT": str(home / "static"), "SECRET_KEY": "of all machines"}
        super().__init__(home, database_url, redis_url, HTTPS="1", TRUSTED_PROXIES=HUB, **apart)
        addresses = [machine.address for machine in machines]
        self.env |= {"ALLOWED_HOSTS": ",".join(["localhost", *addresses]), "WEB_CONCURRENCY": str(MACHINES)}

    @property
    def urls(self) -> list[str]:
        return [f"http://{machine.address}:{PORT}" for machine in self.machines]

    def commands(self) -> list[list[str]]:
        daphne = ["-m", "daphne", "-v", "0", "-p", str(PORT), "ludopoli.site.asgi:application", "-b"]
        others = super().commands()[MACHINES:]
        return [*([*daphne, machine.address] for machine in self.machines), *others]

    def run(self, command: list[str], line: object = None) -> Process:
        """Start a web process on its own machine, anything else beside the servers."""
        on = next((each for each in self.machines if each.address == command[-1]), None)
        if on is None:
            return super().run(command, line)  # type: ignore[arg-type]
        with (self.home / "log").open("ab") as log:
            return subprocess.Popen(
                on.inside(*command),
                cwd=self.root,
                env=self.env_of(on),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def env_of(self, machine: Machine) -> dict[str, str]:
        """Return the settings of a machine, which has a folder of its own."""
        return {**self.env, "LUDOPOLI_VAR": str(self.home / machine.name)}


@contextmanager
def installed(home: Path) -> Iterator[tuple[Machines, str]]:
    """Yield a running installation, and its URL."""
    with ExitStack() as opened:
        programs = opened.enter_context(servers.Programs.installed())
        opened.enter_context(bridge())
        machines = [opened.enter_context(Machine(number)) for number in range(MACHINES)]
        files = programs.cluster()
        with (files / "pg_hba.conf").open("a") as trusted:
            trusted.write(f"host all all {NETWORK}.0/24 trust\n")
        postgres = programs.server(files, listen_addresses=f"127.0.0.1,{HUB}", **POSTGRES)
        opened.enter_context(postgres)
        redis = opened.enter_context(servers.redis_server(HUB))
        stack = Machines(home / "var", postgres.url.replace("127.0.0.1", HUB), redis.url, machines)
        stack.workers = ("one", "two")
        opened.enter_context(stack)
        yield stack, opened.enter_context(proxy(home, [f"{each.address}:{PORT}" for each in machines]))


@contextmanager
def bridge() -> Iterator[None]:
    """Join all machines; what they say to each other passes no firewall."""
    ip("link", "add", BRIDGE, "type", "bridge")
    try:
        ip("addr", "add", f"{HUB}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        yield
    finally:
        ip("link", "delete", BRIDGE)


def counted(stack: Machines, numbers: list[int], address: str) -> str:
    """Send requests of one address to the API of these machines in turn; return how many its limit counts."""
    headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
    for number in range(REQUESTS):
        url = f"{stack.urls[numbers[number % len(numbers)]]}/api/v1/games/"
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20) as answer:
            limit, left = (int(answer.headers[f"RateLimit-{name}"]) for name in ("Limit", "Remaining"))
    return f"of {REQUESTS} requests to {len(numbers)} machines the limit counts {limit - left}"


class Faults:
    """The faults of machines; each begins one, and returns the function that ends it."""

    def __init__(self, stack: Machines, room: Room, rng: random.Random) -> None:
        self.stack, self.room, self.rng = stack, room, rng

    def killed(self, number: int) -> Callable[[], None]:
        """A power cut: the network goes with the process, so nobody hears of its end."""
        self.stack.machines[number].cut_off()
        self.stack.end(number, signal.SIGKILL)

        def back() -> None:
            self.stack.machines[number].join()
            self.stack.begin(number)
            self.stack._await(self.stack.urls[number])

        return back

    def cut_off(self, number: int) -> Callable[[], None]:
        machine = self.stack.machines[number]
        machine.cut_off()

        def back() -> None:
            time.sleep(CUT_OFF)
            machine.join()
            self.stack._await(self.stack.urls[number])

        return back

    def cut_off_with_a_lock(self, number: int) -> Callable[[], None]:
        machine = self.stack.machines[number]
        holder = subprocess.Popen(
            machine.inside("-c", HOLDS, self.rng.choice(self.room.tables).match),
            env={**self.stack.env_of(machine), "DJANGO_SETTINGS_MODULE": "ludopoli.site.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert holder.stdout is not None
        holder.stdout.readline()
        back = self.cut_off(number)

        def ended() -> None:
            holder.kill()
            holder.communicate()
            back()

        return ended


async def measured(stack: Machines, url: str, asked: argparse.Namespace) -> int:
    rng = random.Random(asked.seed)
    believing = create_default_context()
    believing.check_hostname, believing.verify_mode = False, CERT_NONE
    async with Room(stack, rng, asked.tables, addresses=lambda _: [url], certified=believing) as room:
        await room.all_move(room.versions(), PATIENCE)
        everywhere = [*range(MACHINES)]
        print(await asyncio.to_thread(counted, stack, everywhere, "198.51.100.1"), flush=True)
        faults, took = Faults(stack, room, rng), dict[str, list[float]]()
        for turn in range(asked.rounds):
            for place, fault in enumerate((faults.killed, faults.cut_off, faults.cut_off_with_a_lock)):
                number = (turn + place) % MACHINES
                back = await asyncio.to_thread(fault, number)
                seconds = max(await room.all_move(room.versions(), PATIENCE))
                took.setdefault(fault.__name__, []).append(seconds)
                print(f"round {turn}, machine {number}, {fault.__name__}: {seconds:.1f} s", flush=True)
                if turn == 0:
                    others = [each for each in everywhere if each != number]
                    print(
                        await asyncio.to_thread(counted, stack, others, f"198.51.100.{10 + place}"),
                        flush=True,
                    )
                await asyncio.to_thread(back)
                await room.all_move(room.versions(), PATIENCE)
                await asyncio.sleep(SETTLING)
        found = await asyncio.to_thread(room.findings)
    for name, each in took.items():
        print(
            f"{name}: {len(each)} times; all tables move after {statistics.median(each):.1f} s in the "
            f"median, {max(each):.1f} s at most"
        )
    print(found)
    return len(found.defects)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if os.geteuid():
        raise SystemExit("network namespaces need root")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing is left of the network
    with tempfile.TemporaryDirectory(prefix="ludopoli-machines-") as folder:
        home = Path(folder)
        home.chmod(0o755)  # nginx runs as another user, who must read `static` but not `var`
        (home / "var").mkdir()
        with installed(home) as (stack, url):
            defects = asyncio.run(measured(stack, url, asked))
    sys.exit(bool(defects))


if __name__ == "__main__":
    main()
