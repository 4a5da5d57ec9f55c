"""A process that loads the site once and forks the processes of an installation.

`Zygote.run` sends it, over a socket, the arguments of a process as JSON with its three standard files, and
gets its process id. A fork inherits settings, models and URLs, and opens all runtime resources itself:
databases, sockets, threads, an event loop.

The zygotes of all installations are forks themselves, of one process that has loaded what does not depend on
settings, the kernels of the bots among it: the nursery. The workers of a run have branches of one nursery
(`tests/workers.py`).
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ludocards.engine import registry

ROOT = Path(__file__).resolve().parents[2]

NEUTRAL = (
    "argon2",
    "autobahn.websocket.protocol",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.thread",
    "channels_redis.pubsub",
    "cryptography.fernet",
    "cryptography.hazmat.primitives.asymmetric.ec",
    "django.core.management.commands.migrate",
    "django.db.migrations.executor",
    "django.test.client",
    "django.views.generic",
    "fido2.server",
    "icalendar",
    "kombu.transport.memory",
    "kombu.transport.redis",
    "orjson",
    "prometheus_client",
    "psycopg_pool",
    "qrcode",
    "redis.asyncio",
    "requests",
    "sentry_sdk",
    "twisted.internet.asyncioreactor",
    "twisted.web.http",
    "whitenoise.base",
)
"""The modules that the nursery loads: they read no settings, and nothing of their environment."""

LOADED = (
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.thread",
    "channels.auth",
    "channels_redis.pubsub",
    "django.core.asgi",
    "django.core.management.commands.migrate",
    "kombu.transport.memory",
    "kombu.transport.redis",
    "ludopoli.site.urls",
)
"""The modules to load besides the models; not `ludopoli.site.asgi`, which needs a reactor."""


CHANCE_FILE = "chance"
"""The file with the name by which an installation draws, in its home."""


class Forked:
    """A process forked by a zygote, with the part of `subprocess.Popen` that tests need."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._handle = os.pidfd_open(pid)

    def __del__(self, close: Callable[[int], None] = os.close) -> None:
        close(self._handle)  # at the end of a process its modules are gone already

    def send_signal(self, number: int) -> None:
        signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = 60) -> None:
        if not select.select([self._handle], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)

    def poll(self) -> int | None:
        """Return None while the process runs; afterwards -1, since its exit status is not known."""
        return -1 if select.select([self._handle], [], [], 0)[0] else None


@dataclass(frozen=True)
class Branch:
    """A fork of a nursery, for another process than the one that has it."""

    line: socket.socket
    process: Forked


BRANCHES: list[Branch] = []
"""The branch of this process, if it is a worker of a run."""


@cache
def nursery() -> socket.socket:
    """Return the line to this process's nursery, which ends with this process if it has started it itself."""
    if BRANCHES:
        return BRANCHES[0].line
    line, far = socket.socketpair()
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with far:
        command = [sys.executable, "-m", "tests.live.zygote", str(far.fileno())]
        process = subprocess.Popen(command, cwd=ROOT, env=env, pass_fds=[far.fileno()])

    def end() -> None:
        line.close()
        process.wait()

    atexit.register(end)
    return line


def branch(line: socket.socket) -> Branch:
    """Fork the nursery at the other end of this line."""
    near, far = socket.socketpair()
    with far:
        return Branch(near, forked(line, None, [far.fileno()]))


def grow(_asked: None, files: list[int]) -> None:
    """Serve as a branch of this nursery."""
    serve(socket.socket(fileno=files[0]), hatch)
    os._exit(0)


def load() -> None:
    """Load what does not depend on settings."""
    gc.disable()  # nothing is garbage while the site is loaded
    for name in NEUTRAL:
        import_module(name)
    load_kernels()


def load_kernels() -> None:
    """Load the kernels without `ludocards.bots.registry`, since an installation may have more games."""
    for game in registry.GAMES:
        if registry.has(game, "bot.levels"):
            registry.part(game, "bot.levels")


def forked(line: socket.socket, asked: Any, files: Sequence[int]) -> Forked:
    """Let the process at the other end of a line fork for this, with these files."""
    socket.send_fds(line, [json.dumps(asked).encode()], list(files))
    answer = line.recv(100)
    if not answer:
        raise RuntimeError("the site cannot be loaded")
    return Forked(int(answer))


class Zygote:
    """The client side of the forking process."""

    def __init__(self, home: Path, env: dict[str, str]) -> None:
        self._line, far = socket.socketpair()
        with far, (home / "log").open("ab") as log:
            self._process = forked(nursery(), env, [far.fileno(), log.fileno()])

    def run(self, command: Sequence[str], files: Sequence[int]) -> Forked:
        """Fork a process for these Python arguments, with these files as input, output and errors."""
        return forked(self._line, command, files)

    def close(self) -> None:
        """End this process; those that it has forked go on."""
        self._line.close()
        self._process.wait()


def bury(*_: object) -> None:
    """Reap all ended processes, so that their times are counted and no zombies are left."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def become(command: list[str], files: list[int]) -> None:
    """Run these Python arguments in this process, and end it."""
    for place, file in enumerate(files):
        os.dup2(file, place)
    gc.enable()
    code = 1
    try:
        if command[0] == "-m":
            sys.argv = command[1:]
            runpy.run_module(command[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = command
            runpy.run_path(command[0], run_name="__main__")
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def serve(line: socket.socket, begin: Callable[[Any, list[int]], None]) -> None:
    """Fork for everything that is asked on a line; the fork begins with what was asked, and its files."""
    signal.signal(signal.SIGCHLD, bury)
    while True:
        asked, files, _, _ = socket.recv_fds(line, 100_000, 3)
        if not asked:
            return
        if child := os.fork():
            for file in files:
                os.close(file)
            line.send(str(child).encode())
        else:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            line.close()
            begin(json.loads(asked), files)


def hatch(env: dict[str, str], files: list[int]) -> None:
    """Become the zygote of an installation with this environment, whose files are its line and its log."""
    import django

    line, log = files
    for output in (1, 2):
        os.dup2(log, output)
    os.environ.clear()
    os.environ.update(env)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
    for package in env.get("LUDOPOLI_GAMES", "").split():
        if package not in registry.PACKAGES.values():
            registry.add(package)
    django.setup()
    for name in LOADED:
        import_module(name)
    from ludocards.catalogue.tressette.bot.levels import SEARCH
    from ludopoli.http import compression
    from tests.chance import CHANCE, use_named_chance

    compression.QUALITY = 4  # browsers on this machine wait for no network
    SEARCH.judge = replace(SEARCH.judge, dealt=2_000, played=100)  # its pages show any review alike
    CHANCE.follow(Path(env["LUDOPOLI_VAR"], CHANCE_FILE))
    use_named_chance()
    gc.freeze()  # what is loaded stays: otherwise each fork would scan it again and again, and so copy it
    serve(socket.socket(fileno=line), become)
    os._exit(0)


if __name__ == "__main__":
    load()
    serve(socket.socket(fileno=int(sys.argv[1])), hatch)
