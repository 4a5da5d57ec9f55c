"""The files of `deploy/` as an operator uses them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from bench.deployed import configured
from ludopoli.site.server import PATIENCE
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
    configuration.write_text(configured(tmp_path, [f"127.0.0.1:{free_port()}"] * 2, free_port()))
    command = [str(NGINX), "-t", "-p", str(tmp_path), "-e", str(tmp_path / "log"), "-c", str(configuration)]
    tested = subprocess.run(command, capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr


def test_a_new_version_is_ready_before_the_database_changes() -> None:
    """The former code plays on with the new tables, so nothing slow may come after `migrate`."""
    prepared = (ROOT / "deploy" / "prepare").read_text()
    steps = [prepared.index(step) for step in ("check", "collectstatic", "warm_up", "migrate")]
    assert steps == sorted(steps)


def test_systemd_lets_a_process_drain_before_it_kills_it() -> None:
    unit = (ROOT / "deploy" / "systemd" / "ludopoli-daphne@.service").read_text()
    [patience] = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert int(patience) > 2 * PATIENCE


def test_a_web_process_that_starts_again_loads_the_site_once() -> None:
    """`deploy/prepare` has checked the release, and the site refuses settings by itself; `manage.py check`
    would load everything a second time, while people wait."""
    unit = (ROOT / "deploy" / "systemd" / "ludopoli-daphne@.service").read_text()
    assert re.findall(r"^Exec\w+=.*/(\w+) ", unit, re.MULTILINE) == ["daphne"]


FAKE = """#!/bin/sh
[ "$(basename "$0") $*" = "id ludopoli" ] && exit 1
echo "$(basename "$0") $*" >> "$DONE"
case "$*" in
  list-units*daphne*) printf 'ludopoli-daphne@%s.service loaded active running\\n' 8001 8002 ;;
  list-units*worker*) printf 'ludopoli-worker@%s.service loaded active running\\n' 1 2 ;;
  $FAILS) exit 1 ;;
esac
"""
NEVER = "nothing at all"


class Machine:
    """A checkout whose scripts of `deploy/` run with commands that only note what they are asked for."""

    def __init__(self, home: Path) -> None:
        self.home, self.checkout, self.folder = home, home / "checkout", home / "opt"
        (home / "bin").mkdir()
        for name in ("make", "systemctl", "systemd-run", "curl", "id", "useradd", "install"):
            (home / "bin" / name).write_text(FAKE)
            (home / "bin" / name).chmod(0o755)
        shutil.copytree(ROOT / "deploy", home / "origin" / "deploy")
        self.git("init", "--quiet", "--initial-branch=main", at="origin")
        self.commit("first")
        self.git("clone", "--quiet", "origin", "checkout")

    def git(self, *arguments: str, at: str = "") -> None:
        who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=self.home / at, check=True, capture_output=True)

    def commit(self, content: str) -> None:
        """Commit another version of the site to the repository that the checkout was cloned from."""
        page = self.home / "origin" / "locale" / "it" / "LC_MESSAGES" / "django.po"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(content)
        self.git("add", ".", at="origin")
        self.git("commit", "--quiet", "--message", content, at="origin")

    def run(self, script: str, *arguments: str, fails: str = NEVER) -> list[str]:
        """Return what a script has asked for; it has to fail at the command that `fails` matches."""
        done = self.home / "done"
        done.unlink(missing_ok=True)
        env = {
            "PATH": f"{self.home / 'bin'}:{os.environ['PATH']}",
            "DONE": str(done),
            "FAILS": fails,
            "LUDOPOLI_FOLDER": str(self.folder),
        }
        command = [str(self.checkout / "deploy" / script), *arguments]
        ended = subprocess.run(command, env=env, capture_output=True, check=False)
        assert (ended.returncode == 0) == (fails == NEVER), ended.stderr
        return done.read_text().splitlines() if done.exists() else []

    def version(self, link: str = "current") -> str:
        """Return the version of the site that a link leads to."""
        return (self.folder / link / "locale" / "it" / "LC_MESSAGES" / "django.po").read_text()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def commands_in(done: list[str]) -> list[str]:
    return [re.findall(r"manage.py (\w+)", line)[0] for line in done if "manage.py" in line]


STEPS = ["check", "collectstatic", "warm_up", "migrate"]


def test_an_update_restarts_one_process_after_the_other(machine: Machine) -> None:
    """While a worker ends and starts, the other one thinks for all bots."""
    done = machine.run("update")
    assert commands_in(done) == STEPS
    restarts = [line for line in done if "restart " in line or "readyz" in line]
    assert [re.findall(r"worker@\d|reviewer|courier|beat|800\d", line) for line in restarts] == [
        *(["worker@1"], ["worker@2"], ["reviewer"], ["courier"], ["beat"]),
        *(["8001"], ["8001"], ["8002"], ["8002"]),
    ]
    assert [line.split()[0] for line in restarts[5:]] == ["systemctl", "curl"] * 2


def test_an_update_that_stops_leaves_the_former_release_whole(machine: Machine) -> None:
    machine.run("install")
    machine.commit("second")
    for fails in ("COMPILE=*", "*manage.py check", "*manage.py migrate"):
        done = machine.run("update", fails=fails)
        assert not [line for line in done if "restart " in line], fails
        assert machine.version() == "first"
    machine.run("update")
    assert (machine.version(), machine.version("previous")) == ("second", "first")


def test_one_command_goes_back_to_the_former_release(machine: Machine) -> None:
    machine.run("switch", "previous", fails="there is none")
    machine.run("install")
    for version in ("second", "third"):
        machine.commit(version)
        machine.run("update")
    assert len([*(machine.folder / "releases").iterdir()]) == 2, "the first is no longer needed"
    done = machine.run("switch", "previous")
    assert (machine.version(), machine.version("previous")) == ("second", "third")
    assert commands_in(done) == [], "the former code works with the new tables"
    assert len([line for line in done if "restart " in line]) == 7


def test_an_update_stops_at_the_first_web_process_that_does_not_return(machine: Machine) -> None:
    machine.run("install")
    machine.commit("second")
    done = machine.run("update", fails="--silent*")
    assert [line for line in done if "restart " in line][
        -1
    ] == "systemctl restart ludopoli-daphne@8001.service"
    machine.run("switch", "previous")
    assert machine.version() == "first"


@pytest.mark.parametrize("script", ["install", "update"])
def test_the_services_need_not_compile_their_code(script: str, machine: Machine) -> None:
    """Their user may not write beside it, so every start would take two more seconds of processor."""
    [made] = [line.split() for line in machine.run(script) if line.startswith("make ")]
    assert made[1:] == ["COMPILE=--compile", "bytecode", "locale/it/LC_MESSAGES/django.mo"]
    steps = subprocess.run(
        ["make", "--dry-run", "--assume-new=requirements.lock", *made[1:3]],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert re.search(r"pip install .*--compile -r requirements.lock", steps)
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"bench", "tests", "tools"}
    assert packages <= {*re.findall(r"compileall -q (.+)", steps)[0].split()}


def test_the_installation_prepares_everything_before_it_starts(machine: Machine) -> None:
    done = machine.run("install")
    assert commands_in(done) == STEPS
    started = [line for line in done if "list-units" not in line and "restart " not in line]
    assert [line.split()[0] for line in started] == [
        *("useradd", *["install"] * 6, "systemctl", "make", *["systemd-run"] * 4),
        *(["curl"] * 2 + ["systemctl"]),
    ]
    units = {path.name for path in (ROOT / "deploy" / "systemd").iterdir()}
    assert {path.rpartition("/")[2] for path in done[4].split() if "deploy/systemd/" in path} == units
    begun = {re.sub(r"@\d+", "@", unit) for unit in done[-1].split() if unit.startswith("ludopoli-")}
    assert begun == {unit.removesuffix(".service") for unit in units} - {
        "ludopoli-archive",
        "ludopoli-backup",
        *("ludopoli-base", "ludopoli-base.timer"),  # once there is an archive
    }


def test_no_service_is_given_up_for_ever() -> None:
    """By default systemd leaves alone what has failed five times within ten seconds."""
    [restart] = [*(ROOT / "deploy").glob("restart.conf")]
    units = [
        path for path in (ROOT / "deploy" / "systemd").glob("*.service") if "Restart=" in path.read_text()
    ]
    assert len(units) == 5
    for unit in (restart, *units):
        head, _service, body = unit.read_text().partition("[Service]")
        assert "StartLimitIntervalSec=0" in head, unit
        assert re.search("^Restart=(always|on-failure)$", body, re.MULTILINE), unit


def test_the_folders_are_those_of_the_settings(machine: Machine) -> None:
    done = machine.run("install")
    settings = (ROOT / "deploy" / "ludopoli.env").read_text()
    for name in ("LUDOPOLI_VAR", "STATIC_ROOT", "BACKUP_FOLDER"):
        [folder] = re.findall(rf"^{name}=(.+)$", settings, re.MULTILINE)
        assert [
            line for line in done if line.startswith("install --directory") and line.endswith(f" {folder}")
        ]


CONTAINERS = ROOT / "deploy" / "containers"
COMPOSE = yaml.safe_load((CONTAINERS / "compose.yaml").read_text())
PROCESSES = ("web", "worker", "reviewer", "courier", "beat")
PLACE = r"--(?:bind|port|hostname|concurrency|pool) \S+|--without-\w+|\$threads|exec|nice"


def options(command: str) -> list[str]:
    """The words of a command that are the same on every machine."""
    return sorted(re.sub(PLACE, "", command.replace("/opt/ludopoli/current/.venv/bin/", "")).split())


@pytest.mark.parametrize("process", PROCESSES)
def test_a_container_runs_what_the_unit_runs(process: str) -> None:
    script = (CONTAINERS / "run").read_text().replace("\\\n", "")
    [case] = re.findall(rf"^    {process}\)(.+?);;", script, re.MULTILINE | re.DOTALL)
    [unit] = (ROOT / "deploy" / "systemd").glob(f"ludopoli-{'daphne' if process == 'web' else process}*")
    [started] = re.findall(r"^ExecStart=(.+)$", unit.read_text(), re.MULTILINE)
    assert options(case.partition("exec")[2]) == options(started)


def test_a_container_whose_process_hangs_starts_again(tmp_path: Path) -> None:
    """A process that is not listening yet is left alone."""
    with probed(tmp_path) as (process, is_healthy):
        assert not is_healthy(str(free_port()))
        assert process.poll() is None
        with socket.create_server(("127.0.0.1", 0)) as hanging:
            assert not is_healthy(str(hanging.getsockname()[1]))
        assert process.wait(30) == -signal.SIGKILL
    assert COMPOSE["services"]["web"]["init"] is True, "else it could not be killed"
    assert COMPOSE["services"]["web"]["restart"] == "always"


def test_a_container_whose_worker_shows_no_life_starts_again(tmp_path: Path) -> None:
    """A worker that has not begun to is left alone."""
    alive = tmp_path / "alive"
    with probed(tmp_path) as (process, is_healthy):
        assert not is_healthy()
        alive.touch()
        assert is_healthy()
        assert process.poll() is None
        os.utime(alive, (0, 0))
        assert not is_healthy()
        assert process.wait(30) == -signal.SIGKILL
    for name in PROCESSES:
        service = COMPOSE["services"][name]
        assert ("healthcheck" in service) == (name != "web"), "the image has that of the web process"
        if name != "web":
            assert service["healthcheck"]["test"] == ["CMD", "deploy/containers/healthy"]
    assert re.search(r'^ +rm -f "\$ALIVE_FILE"', (CONTAINERS / "run").read_text(), re.MULTILINE)


def test_a_command_beside_a_process_leaves_its_health_check_alone(tmp_path: Path) -> None:
    """The check would kill the command in its place, or nobody."""
    path = f"{tmp_path}:{os.environ['PATH']}"
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "numba"), "PATH": path}
    for name in ("process", "alive"):
        (tmp_path / name).write_text("former\n")
        env[f"{name.upper()}_FILE"] = str(tmp_path / name)
    for name in ("python", "celery"):
        (tmp_path / name).write_text('#!/bin/sh\necho $$ "$@"\n')
        (tmp_path / name).chmod(0o755)
    (tmp_path / "kernels").mkdir()

    def run(*arguments: str) -> list[str]:
        command = [str(CONTAINERS / "run"), *arguments]
        return subprocess.run(
            command, env=env, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.split()

    assert run("doctor", "--json")[1:] == ["manage.py", "doctor", "--json"]
    assert (tmp_path / "process").read_text() == (tmp_path / "alive").read_text() == "former\n"
    [process, *_] = run("beat")
    assert (tmp_path / "process").read_text() == f"{process}\n"
    assert not (tmp_path / "alive").exists()


@contextmanager
def probed(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], Callable[..., bool]]]:
    """A process, and the health check of its container, which may kill it."""
    process = subprocess.Popen(["sleep", "600"])
    (folder / "process").write_text(f"{process.pid}\n")
    env = {**os.environ, "PROCESS_FILE": str(folder / "process"), "ALIVE_FILE": str(folder / "alive")}

    def is_healthy(*port: str) -> bool:
        command = [sys.executable, str(CONTAINERS / "healthy"), *port]
        return subprocess.run(command, env=env, capture_output=True, check=False).returncode == 0

    try:
        yield process, is_healthy
    finally:
        process.kill()
        process.wait()


def test_compose_starts_every_process_after_the_migrations() -> None:
    services = COMPOSE["services"]
    for process in PROCESSES:
        service = services[process]
        assert service["command"] == [process]
        assert service["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
    assert services["migrate"]["depends_on"].keys() == {"postgres", "redis"}
    assert services["web"]["deploy"]["replicas"] == int(services["web"]["environment"]["WEB_CONCURRENCY"])


@pytest.mark.parametrize("process", ["migrate", *PROCESSES])
def test_a_container_can_do_no_more_than_it_must(process: str) -> None:
    service = COMPOSE["services"][process]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "ports" not in service, "only the proxy is reached from outside"
    assert re.search(r"^USER ludopoli$", (CONTAINERS / "Dockerfile").read_text(), re.MULTILINE)


def test_the_image_gets_no_more_than_the_site_runs_on() -> None:
    """What is not copied in cannot leak out: no data, no tests, no history."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert lines[1] == "*"
    assert all((ROOT / each).exists() for each in kept)
    assert {each.partition("/")[0] for each in kept} == {
        "CONTRIBUTING.md", "analysis", "clubs", "deploy", "docs", "games", "locale", "ludocards", "ludopoli",
        "manage.py", "practice", "requirements.lock", "static", "templates", "tournaments",
    }  # fmt: skip


READ = {
    name
    for folder in ("games", "ludocards", "ludopoli", "tournaments")
    for path in (ROOT / folder).rglob("*.py")
    for name in re.findall(r'environ(?:\.get\(|\[)"(\w+)"', path.read_text())
} - {"NOTIFY_SOCKET", "ALIVE_FILE"}
"""The variables of the environment that the site reads, without those that systemd and the image set."""


def test_the_file_of_settings_has_every_setting_that_is_read_and_no_other() -> None:
    named = re.findall(r"^#? ?([A-Z_]+)=", (ROOT / "deploy" / "ludopoli.env").read_text(), re.MULTILINE)
    assert len(named) == len({*named}) > 20
    assert {*named} == READ


@pytest.mark.parametrize("guide", ["deploy.md", "operations.md", "exports.md"])
def test_the_guides_name_what_exists(guide: str) -> None:
    """Files of `deploy/`, units, and commands of `manage.py`."""
    text = (ROOT / "docs" / guide).read_text()
    shown = "\n".join(re.findall(r"^(?:    .*|.*`[^`]+`.*)$", text, re.MULTILINE))
    files = set(re.findall(r"\bdeploy/[\w./@-]*\w", shown))
    units = set(re.findall(r"\bludopoli-(\w+)(?=[@.` *]|$)", shown, re.MULTILINE)) - {"2026", "partite"}
    commands = set(re.findall(r"\bmanage(?:\.py)? ([a-z_]{4,})", shown)) - {"test"}
    assert {file for file in files if not (ROOT / file).exists()} <= {"deploy/kubernetes/settings.env"}
    assert {unit for unit in units if not [*(ROOT / "deploy" / "systemd").glob(f"ludopoli-{unit}*")]} == set()
    assert commands - {*get_commands()} == set()
    assert commands


def test_every_queue_is_served() -> None:
    script = (CONTAINERS / "run").read_text()
    served = {queue for queues in re.findall(r"--queues (\S+)", script) for queue in queues.split(",")}
    assert {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()} == served
