"""The parent of the workers, and their stand-ins."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.workers import HERE

SERVES = """
import socket, sys
from tests.workers import serve
with socket.socket(fileno=int(sys.argv[1])) as line:
    serve(line)
"""
SECONDS = 30


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A parent of workers who import nothing, listening at `line`."""
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(str(tmp_path / "line"))
        line.listen()
        command = [sys.executable, "-c", SERVES, str(line.fileno())]
        process = subprocess.Popen(command, cwd=HERE.parent, stdin=subprocess.PIPE, pass_fds=[line.fileno()])
    with process:
        yield process


@contextmanager
def worker(path: Path, does: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A stand-in, and the id of its worker, which does this."""
    command = [sys.executable, "-S", "-E", str(HERE / "stand_in.py"), str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as stand_in:
        code = f"import os; os.write(1, b'%d\\n' % os.getpid()); os.read(0, 1); {does}"
        say(stand_in, f"{code!r}\n")
        assert stand_in.stdout
        yield stand_in, int(stand_in.stdout.readline())


def say(process: subprocess.Popen[bytes], words: str) -> None:
    assert process.stdin
    process.stdin.write(words.encode())
    process.stdin.flush()


def test_a_stand_in_and_its_worker_end_together(parent: subprocess.Popen[bytes], tmp_path: Path) -> None:
    path = tmp_path / "line"
    with worker(path, "os._exit(3)") as (crashing, _), worker(path, "") as (hanging, pid):
        say(crashing, "x")
        crashing.wait(SECONDS)
        assert hanging.poll() is None
        hanging.kill()
        hanging.wait()
        assert parent.stdin
        parent.stdin.close()
        assert parent.wait(SECONDS) == 0, "it waits for all workers, so that their time is counted"
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
