"""A process that loads the site once and forks the processes of an installation.

`Zygote.run` sends it, over a socket, the arguments of a process as JSON with its three standard files, and
gets its process id. A fork inherits settings, models and URLs, and opens all runtime resources itself:
databases, sockets, threads, an event loop.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

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
    "ludopoli.urls",
)
"""The modules to load besides the models; not `ludopoli.asgi`, which needs a reactor."""


class Forked:
    """A process forked by a zygote, with the part of `subprocess.Popen` that tests need."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._handle = os.pidfd_open(pid)

    def __del__(self) -> None:
        os.close(self._handle)

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


class Zygote:
    """The client side of the forking process."""

    def __init__(self, home: Path, root: Path, env: dict[str, str]) -> None:
        self._line, far = socket.socketpair()
        with far, (home / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.live.zygote", str(far.fileno())],
                cwd=root,
                env=env,
                stdout=log,
                stderr=log,
                pass_fds=[far.fileno()],
            )

    def run(self, command: Sequence[str], files: Sequence[int]) -> Forked:
        """Fork a process for these Python arguments, with these files as input, output and errors."""
        socket.send_fds(self._line, [json.dumps(command).encode()], list(files))
        answer = self._line.recv(100)
        if not answer:
            raise RuntimeError("the site cannot be loaded")
        return Forked(int(answer))

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
    code = 1
    try:
        _leave_the_parents_loop()
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


def _leave_the_parents_loop() -> None:
    """Import Daphne anew, since it makes an event loop when it is imported."""
    import twisted.internet

    for name in ("daphne.server", "twisted.internet.reactor"):
        del sys.modules[name]
    del twisted.internet.reactor


def main(line: socket.socket) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.settings")
    django.setup()
    for name in LOADED:
        import_module(name)
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
            become(json.loads(asked), files)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
