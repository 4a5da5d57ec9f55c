"""Ludopoli as it is really run, in processes of its own that a test may kill and start again.

`Embedded` is one `manage.py serve` over SQLite; `Full` is two daphnes, a worker and a beat over PostgreSQL
and Redis. Both serve at `urls`, keep their data across `kill` and `start`, and let a test query the database.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, ClassVar

import psycopg

from tests.chance import CHANCE
from tests.live.zygote import CHANCE_FILE, Forked, Zygote
from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 180
MANY = {"SOCKETS_PER_ADDRESS": "20000"}
"""A high limit, since all people of a test have the same address."""


SERVING: dict[str, Stack] = {}
"""The installations that tests share, by fixture; each is suspended while no test uses it."""


Process = Forked | subprocess.Popen[bytes]


class Stack:
    """The processes of one installation, with its own data under `home`."""

    name: str
    web_processes = 1
    forks = False
    """True if its processes are forked from one that has loaded the site, which benchmarks avoid."""

    root = ROOT
    """The checkout whose site runs; benchmarks compare another one."""

    def __init__(self, home: Path, **env: str) -> None:
        self.home = home
        self.env = {**os.environ, "LUDOPOLI_VAR": str(home), "PYTHONUNBUFFERED": "1", **MANY, **env}
        self.ports = [free_port() for _ in range(self.web_processes)]
        self.processes: list[Process] = []
        self._zygote: Zygote | None = None
        self._console: tuple[Process, TextIOWrapper] | None = None
        self._rests = False

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    @property
    def url(self) -> str:
        return self.urls[0]

    def commands(self) -> list[list[str]]:
        raise NotImplementedError

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    def key(self, match: str) -> str:
        """Return the id of a match in the format of the database."""
        return match

    def start(self) -> None:
        """Start all processes, and wait until they have noticed how long the site was down."""
        before = self._pulse()
        self.name_chance()
        self.processes = [self.run(command) for command in self.commands()]
        for url in self.urls:
            self._await(url)
        self._await_pulse(before)

    def name_chance(self) -> None:
        """Let the processes draw by the name of the test that runs now."""
        if name := CHANCE.turn():
            (self.home / CHANCE_FILE).write_text(name)

    def run(self, command: list[str], line: socket.socket | None = None) -> Process:
        """Start Python with these arguments; its output goes to the log, or to a pipe together with its
        input."""
        with (self.home / "log").open("ab") as log, Path(os.devnull).open() as nothing:
            asked, output = (line, line) if line is not None else (nothing, log)
            files = [asked.fileno(), output.fileno(), log.fileno()]
            if self.forks:
                self._zygote = self._zygote or Zygote(self.home, self.env)
                return self._zygote.run(command, files)
            stdin, stdout, stderr = files
            return subprocess.Popen(
                [sys.executable, *command],
                cwd=self.root,
                env=self.env,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
            )

    def kill(self) -> None:
        """Kill all processes at once, like a power cut."""
        for process in self.processes:
            process.send_signal(signal.SIGKILL)
        for process in self.processes:
            process.wait()
        self.processes = []

    def restart(self, number: int) -> float:
        """End a web process as systemd does, and start it again; return the seconds that its end took."""
        took = self.end(number)
        self.begin(number)
        self._await(self.urls[number])
        return took

    def end(self, number: int, by: int = signal.SIGTERM) -> float:
        """End a process by a signal; return the seconds that its end took."""
        began = time.monotonic()
        self.processes[number].send_signal(by)
        self.processes[number].wait()
        return time.monotonic() - began

    def begin(self, number: int) -> None:
        """Start a process that has ended."""
        self.processes[number] = self.run(self.commands()[number])

    def rest(self) -> None:
        """Suspend all processes until `wake`, since an idle installation takes a twelfth of a core."""
        for process in self.processes:
            process.send_signal(signal.SIGSTOP)
        self._rests = True

    def wake(self) -> None:
        """Resume all processes after `rest`; wait for a pulse, so that no later work notices the pause.

        Start them again if a test that failed has left some of them dead.
        """
        if not self.processes or any(process.poll() is not None for process in self.processes):
            self.kill()
            self.start()
            self._rests = False
        if not self._rests:
            return
        before = self._pulse()
        for process in self.processes:
            process.send_signal(signal.SIGCONT)
        self._await_pulse(before)
        self._rests = False

    def _pulse(self) -> list[tuple[Any, ...]]:
        return self.query("SELECT at FROM games_pulse")

    def _await_pulse(self, before: list[tuple[Any, ...]]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while self._pulse() == before:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} has no pulse:\n{self.log()[-4000:]}")
            time.sleep(0.05)

    def manage(self, *arguments: str) -> str:
        """Run `manage.py` with these arguments, and return its output."""
        printed: str = self.call("tests.live.console:manage", arguments=arguments)
        return printed

    def seed(self, **wanted: Any) -> list[dict[str, Any]]:
        """Make tables with people at them; see `tests.live.seed`."""
        tables: list[dict[str, Any]] = self.call("tests.live.seed:seed", **wanted)
        return tables

    def call(self, function: str, **arguments: Any) -> Any:
        """Call a function, `module:name`, in a process with the data of the installation; return its
        result."""
        if self._console is None:
            near, far = socket.socketpair()
            with near, far:
                self._console = self.run(["-m", "tests.live.console"], far), near.makefile("rw")
        _process, line = self._console
        line.write(json.dumps({"do": function, "with": arguments, "chance": CHANCE.turn()}) + "\n")
        line.flush()
        answer = json.loads(line.readline() or json.dumps({"failed": self.log()[-4000:]}))
        if "failed" in answer:
            raise RuntimeError(answer["failed"])
        return answer["done"]

    def post(self, path: str, cookie: str, **fields: Any) -> dict[str, Any]:
        """POST to a page as a signed-in person, and return the JSON response."""
        home = urllib.request.Request(self.url + "/", headers={"Cookie": cookie})
        with urllib.request.urlopen(home) as page:
            csrf = page.headers["Set-Cookie"].split(";")[0]
        headers = {
            "Cookie": f"{cookie}; {csrf}",
            "X-CSRFToken": csrf.partition("=")[2],
            "Content-Type": "application/json",
            "Accept": "application/json",
        }
        request = urllib.request.Request(self.url + path, json.dumps(fields).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            done: dict[str, Any] = json.load(answer)
            return done

    def log(self) -> str:
        return (self.home / "log").read_text(errors="replace")

    def __enter__(self) -> Stack:
        self.prepare()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.close()

    def close(self) -> None:
        if self._console is not None:
            process, line = self._console
            line.close()
            process.wait()
            self._console = None
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None

    def prepare(self) -> None:
        """Give the installation a migrated, empty database."""
        self.manage("migrate", "--verbosity", "0")

    def await_all(self) -> None:
        """Wait until all web processes accept connections, also those that somebody else starts again."""
        deadline = time.monotonic() + START_SECONDS
        for port in self.ports:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    if time.monotonic() > deadline:
                        raise
                    time.sleep(0.1)

    def _await(self, url: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                urllib.request.urlopen(url + "/healthz", timeout=5).close()
                return
            except OSError:
                dead = [process for process in self.processes if process.poll() is not None]
                if dead or time.monotonic() > deadline:
                    raise RuntimeError(f"{self.name} does not answer:\n{self.log()[-4000:]}") from None
                time.sleep(0.1)


class Embedded(Stack):
    name = "embedded"

    def __init__(self, home: Path, tables: str = "", **env: str) -> None:
        """`tables` is the file of a migrated database to copy."""
        super().__init__(home, DATABASE_URL="", REDIS_URL="", **env)
        self.tables = Path(tables) if tables else None

    def commands(self) -> list[list[str]]:
        return [["manage.py", "serve", "--port", str(self.ports[0])]]

    @property
    def database(self) -> Path:
        return self.home / "ludopoli.sqlite3"

    def prepare(self) -> None:
        if self.tables is None or self.database.exists():
            super().prepare()
        else:
            shutil.copyfile(self.tables, self.database)

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.database)) as connection, connection:
            return connection.execute(sql).fetchall()

    def key(self, match: str) -> str:
        return match.replace("-", "")


class Full(Stack):
    name = "full"
    web_processes = 2
    workers: tuple[str, ...] = ("one",)
    has_tables = False
    """True if the database comes with its tables."""

    def __init__(self, home: Path, database_url: str, redis_url: str, **env: str) -> None:
        self.database_url = database_url
        urls = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "ALLOWED_HOSTS": "127.0.0.1,localhost"}
        super().__init__(home, **urls, WEB_CONCURRENCY="2", **env)

    def prepare(self) -> None:
        if not self.has_tables:
            super().prepare()
        self.manage("collectstatic", "--no-input", "--verbosity", "0")

    def commands(self) -> list[list[str]]:
        daphnes = [
            ["-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port), "ludopoli.site.asgi:application"]
            for port in self.ports
        ]
        return [*daphnes, *map(self.worker, self.workers), self.beat]

    celery: ClassVar = ["-m", "celery", "-A", "ludopoli"]
    beat: ClassVar = ["-m", "celery", "-A", "ludopoli.site.beat", "beat"]

    def worker(self, name: str) -> list[str]:
        """Return the command of a worker for all queues, with a name of its own."""
        options = {
            "--hostname": f"{name}@%h",
            "--pool": "threads",
            "--concurrency": "2",
            "--queues": "celery,reviews,errands,webhooks",
        }
        flags = [word for pair in options.items() for word in pair]
        return [*self.celery, "worker", "--without-gossip", "--without-mingle", *flags]

    @contextmanager
    def another_worker(self) -> Iterator[Process]:
        """Start another worker, which a test may end."""
        started = self.run(self.worker("two"))
        try:
            yield started
        finally:
            with suppress(ProcessLookupError):
                started.kill()
            started.wait()

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database_url) as connection:
            return connection.execute(sql.encode()).fetchall()


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Hold a lock on the file, so that processes enter one at a time."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
