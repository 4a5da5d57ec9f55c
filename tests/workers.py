"""The workers of a run are forks of one process that has collected the tests.

To import all tests takes four core-seconds, and to collect them again one and a half. pytest-xdist starts a
`stand_in` for each worker, whose input and output the fork gets.

Before that process collects, it forks a nursery (`tests/live/zygote.py`), of which each worker has a branch.
"""

from __future__ import annotations

import atexit
import gc
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.urls import get_resolver

from tests import budgets
from tests.live import zygote

HERE = Path(__file__).parent


class ForkedWorkers:
    """A plugin that has pytest-xdist use forks, and ends their parent after the run."""

    def __init__(self) -> None:
        self._opened = ExitStack()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self, config: pytest.Config, specs: list[Any]) -> None:
        path = Path(self._opened.enter_context(TemporaryDirectory(prefix="ludopoli-workers-")), "line")
        with socket.socket(socket.AF_UNIX) as line:
            line.bind(str(path))
            line.listen()
            command = [sys.executable, "-m", "tests.workers", str(line.fileno()), *config.args]
            parent = subprocess.Popen(
                command,
                cwd=HERE.parent,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},  # also for the processes of installations
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[line.fileno()],
            )
        self._opened.enter_context(parent)
        for spec in specs:
            spec.python = shlex.join([sys.executable, "-S", "-E", str(HERE / "stand_in.py"), str(path)])

    def pytest_unconfigure(self) -> None:
        self._opened.close()


@dataclass(frozen=True, eq=False)
class Fork:
    """A worker that runs, as long as its stand-in does."""

    pid: int
    handle: int
    stand_in: socket.socket

    def end(self) -> None:
        """Kill the worker, if it runs: pytest-xdist may have killed its stand-in."""
        signal.pidfd_send_signal(self.handle, signal.SIGKILL)
        os.waitpid(self.pid, 0)  # so that its time is counted
        os.close(self.handle)
        self.stand_in.close()


def serve(line: socket.socket, nursery: socket.socket | None = None) -> None:
    """Fork for each stand-in, until the input of this process and all forks end; return also in each fork,
    after its work."""
    listened: list[Any] = [line, sys.stdin]
    forks: list[Fork] = []
    while listened or forks:
        watched = [file for fork in forks for file in (fork.handle, fork.stand_in)]
        ready = select.select([*listened, *watched], [], [])[0]
        for fork in [each for each in forks if each.handle in ready or each.stand_in in ready]:
            fork.end()
            forks.remove(fork)
        if sys.stdin in ready:
            listened.clear()
        elif line in ready:
            stand_in, _ = line.accept()
            _, files, _, _ = socket.recv_fds(stand_in, 10, 3)
            branch = zygote.branch(nursery) if nursery else None
            pid = os.fork()
            if not pid:
                for fork in forks:
                    fork.stand_in.close()
                if branch:
                    adopt(branch)
                with stand_in:
                    work(files)
                return
            if branch:
                branch.line.close()
            for file in files:
                os.close(file)
            forks.append(Fork(pid, os.pidfd_open(pid), stand_in))


def adopt(branch: zygote.Branch) -> None:
    """Make the branch of a nursery this worker's own, and count its time."""
    zygote.BRANCHES.append(branch)
    atexit.register(branch.line.close)
    budgets.ADOPTED.append(str(branch.process.pid))


def fork_nursery(listening: int) -> socket.socket:
    """Fork a nursery, which does not listen for stand-ins; return the line to it."""
    near, far = socket.socketpair()
    if os.fork():
        far.close()
        return near
    near.close()
    os.close(listening)
    zygote.load()
    zygote.serve(far, zygote.grow)
    os._exit(0)


def work(files: Sequence[int]) -> None:
    """Do what comes as input, as each process does that execnet starts."""
    for place, file in enumerate(files):
        os.dup2(file, place)
        os.close(file)
    exec(eval(sys.stdin.readline()), {"__name__": "__main__"})


if __name__ == "__main__":
    zygote.load_kernels()  # otherwise each worker loads them
    listening = int(sys.argv[1])
    line_to_nursery = fork_nursery(listening)
    pytest.main(["--collect-only", "-q", *sys.argv[2:]])
    get_resolver().reverse_dict  # noqa: B018  # imports all pages: half a second of each worker
    gc.disable()
    with socket.socket(fileno=listening) as line, line_to_nursery:
        serve(line, line_to_nursery)
