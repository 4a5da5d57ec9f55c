"""The signs of life that systemd and containers get from the processes."""

from __future__ import annotations

import errno
import http.client
import os
import re
import select
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ludopoli.work import watchdog
from tests.live import supervisor
from tests.live.stack import ROOT
from tests.servers import free_port

PATIENCE = 120
URGENT, OTHERS = ("daphne@", "worker@", "beat"), ("reviewer", "courier")
"""The units that people wait for, and the rest."""


def test_only_a_running_event_loop_shows_life(tmp_path: Path) -> None:
    """The process listens before it is ready, and is silent while its loop hangs."""
    pipe, port = tmp_path / "pipe", free_port()
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE)
        env = {**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify"), "PIPE": str(pipe)}
        arguments = ["-m", "daphne", "-v", "0", "-p", str(port), "tests.live.hanging:application"]
        process = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, env=env)
        try:
            assert [systemd.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
                line.request("GET", "/")
                with pipe.open("wb"):  # the process has opened it, and waits for its end
                    while select.select([systemd], [], [], 0)[0]:
                        systemd.recv(100)
                    assert not select.select([systemd], [], [], 3 * watchdog.EVERY)[0]
                assert systemd.recv(100) == b"WATCHDOG=1"
                assert line.getresponse().status == 204
        finally:
            process.kill()
            process.wait()


def test_nothing_is_sent_without_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    watchdog.notify_systemd(watchdog.ALIVE)


def test_a_sign_that_systemd_does_not_take_is_logged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    watchdog.notify_systemd(watchdog.ALIVE)
    assert "WATCHDOG=1 could not be shown" in caplog.text


def test_a_sign_that_cannot_be_written_is_logged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ALIVE_FILE", str(tmp_path / "nothing" / "alive"))
    watchdog.notify_systemd(watchdog.ALIVE)
    assert "WATCHDOG=1 could not be shown" in caplog.text


def test_a_sign_without_a_free_descriptor_is_logged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An exception would end the signs for ever, and systemd would kill a process that serves."""

    def full(*_: object) -> None:
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setattr(socket, "socket", full)
    watchdog.notify_systemd(watchdog.ALIVE)
    assert "WATCHDOG=1 could not be shown" in caplog.text


def test_a_loop_that_does_not_come_round_is_silent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ALIVE_FILE", str(tmp_path / "alive"))
    monkeypatch.setattr(watchdog, "EVERY", 0.01)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        watch = watchdog.LoopWatch()
        watch.begin()
        assert systemd.recv(100) == watchdog.ALIVE
        assert (tmp_path / "alive").exists()
        monkeypatch.setattr(watchdog, "HANGS", 0.0)
        while select.select([systemd], [], [], 20 * watchdog.EVERY)[0]:
            systemd.recv(100)
        monkeypatch.setattr(watchdog, "HANGS", 30.0)
        assert systemd.recv(100) == watchdog.ALIVE
        watch.end()


@pytest.mark.parametrize("unit", [*URGENT, *OTHERS])
def test_systemd_waits_for_several_signs(unit: str) -> None:
    text = (ROOT / "deploy" / "systemd" / f"ludopoli-{unit}.service").read_text()
    [silent] = re.findall(r"^WatchdogSec=(\d+)$", text, re.MULTILINE)
    assert int(silent) > 3 * watchdog.EVERY, "one that is late is no reason"
    if unit in URGENT:
        assert int(silent) == supervisor.SILENT < 10, "whoever waits for it plays on within ten seconds"
    assert re.search(r"^Type=notify$", text, re.MULTILINE)
    assert re.search(r"^WatchdogSignal=SIGKILL$", text, re.MULTILINE)
