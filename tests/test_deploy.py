"""The files of `deploy/` as an operator uses them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ludopoli.server import PATIENCE
from tests.bench.deployed import configured
from tests.live.stack import ROOT
from tests.servers import free_port

SITE = (ROOT / "deploy" / "nginx.conf").read_text()
GUIDE = (ROOT / "docs" / "deploy.md").read_text()
SOCKETS = 10_000
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")


def test_a_restarting_process_is_never_counted_out() -> None:
    """With nginx's own `max_fails` a rolling restart takes the whole site down for ten seconds and more."""
    servers = re.findall(r"^ +server (127[^;]+);", SITE, re.MULTILINE)
    assert len(servers) == 4
    assert all(server.endswith(" max_fails=0") for server in servers)


@pytest.mark.parametrize("text", [SITE, GUIDE], ids=["nginx.conf", "deploy.md"])
def test_there_are_connections_for_all_sockets(text: str) -> None:
    [connections] = re.findall(r"worker_connections (\d+);", text)
    [files] = re.findall(r"worker_rlimit_nofile (\d+);", text)
    assert int(connections) >= 2 * SOCKETS, "from the browser, and to the process"
    assert int(files) > int(connections)


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_nginx_accepts_the_site(tmp_path: Path) -> None:
    configuration = tmp_path / "nginx.conf"
    configuration.write_text(configured(tmp_path, [free_port(), free_port()], free_port()))
    command = [str(NGINX), "-t", "-p", str(tmp_path), "-e", str(tmp_path / "log"), "-c", str(configuration)]
    tested = subprocess.run(command, capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr


def test_a_new_version_is_ready_before_the_database_changes() -> None:
    """The former code plays on with the new tables, so nothing slow may come after `migrate`."""
    chapter = GUIDE.partition("## A new version")[2].partition("\n## ")[0]
    steps = [
        chapter.index(step) for step in ("collectstatic", "warm_up", "manage migrate", "systemctl restart")
    ]
    assert steps == sorted(steps)


def test_systemd_lets_a_process_drain_before_it_kills_it() -> None:
    unit = (ROOT / "deploy" / "systemd" / "ludopoli-daphne@.service").read_text()
    [patience] = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert int(patience) > 2 * PATIENCE


FAKE = """#!/bin/sh
echo "$(basename "$0") $*" >> "$DONE"
case "$*" in
  list-units*) printf 'ludopoli-daphne@%s.service loaded active running\\n' 8001 8002 ;;
  "$FAILS"*) exit 1 ;;
esac
"""


def updated(tmp_path: Path, fails: str = "nothing") -> list[str]:
    """Run `deploy/update` with commands that only note what they are asked for."""
    for name in ("git", "make", "systemctl", "systemd-run", "curl"):
        (tmp_path / name).write_text(FAKE)
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    env = {"PATH": path, "DONE": str(tmp_path / "done"), "FAILS": fails}
    done = subprocess.run([str(ROOT / "deploy" / "update")], env=env, capture_output=True, check=False)
    assert (done.returncode == 0) == (fails == "nothing"), done.stderr
    return (tmp_path / "done").read_text().splitlines()


def test_an_update_restarts_one_web_process_after_the_other(tmp_path: Path) -> None:
    done = updated(tmp_path)
    assert [re.findall(r"manage.py (\w+)", line)[0] for line in done if "manage.py" in line] == [
        *("check", "collectstatic", "warm_up", "migrate")
    ]
    restarts = [line for line in done if "restart" in line or "readyz" in line]
    assert [re.findall(r"ludopoli-worker|800\d", line)[0] for line in restarts] == [
        *("ludopoli-worker", "8001", "8001", "8002", "8002")
    ]
    assert [line.split()[0] for line in restarts[1:]] == ["systemctl", "curl"] * 2


def test_an_update_stops_at_the_first_web_process_that_does_not_return(tmp_path: Path) -> None:
    done = updated(tmp_path, fails="--silent")
    assert [line for line in done if "restart" in line][
        -1
    ] == "systemctl restart ludopoli-daphne@8001.service"
