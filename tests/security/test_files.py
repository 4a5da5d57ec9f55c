"""Files of the server are readable by nobody else, and sealed data stays sealed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.management import CommandError, call_command

from games.models import Table
from games.play import actions
from ludopoli.accounts.models import User
from ludopoli.base import sealing
from tests.live.stack import ROOT

LEAVES = """
import os; os.umask(0)
import django; django.setup()
from celery.beat import Service
from ludopoli.site.celery import app
from django.core.mail import send_mail
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE IF NOT EXISTS kept (one INTEGER)")
    cursor.execute("INSERT INTO kept VALUES (1)")
    Service(app, scheduler_cls=app.conf.beat_scheduler).scheduler
    send_mail("Ciao", "…", None, ["anna@example.org"])
    import pathlib, sys
    for path in sorted(pathlib.Path(os.environ["LUDOPOLI_VAR"]).rglob("*")):
        print(oct(path.stat().st_mode & 0o777), path.is_dir(), path.name)
"""


def left_behind(var: Path) -> list[tuple[int, bool, str]]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")
    }
    environment = {**kept, "LUDOPOLI_VAR": str(var), "DJANGO_SETTINGS_MODULE": "ludopoli.site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", LEAVES], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    found = [line.split(" ", 2) for line in done.stdout.splitlines()]
    return [(int(mode, 8), folder == "True", name) for mode, folder, name in found]


def open_to_others(found: list[tuple[int, bool, str]]) -> list[str]:
    return [name for mode, _, name in found if mode & 0o077 and name != "static"]


SERVICES = sorted((ROOT / "deploy" / "systemd").glob("*.service"))
UNITS = [unit for unit in SERVICES if "User=ludopoli\n" in unit.read_text()]
"""The services that run as the user of the site."""


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_no_unit_exposes_the_state_to_others(unit: Path) -> None:
    """systemd sets the mode of the directory anew whenever a unit starts."""
    assert "StateDirectory=ludopoli\nStateDirectoryMode=0700\nCacheDirectory=ludopoli\n" in unit.read_text()


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("installation") / "var"


@pytest.fixture(scope="module")
def installed(var: Path) -> list[tuple[int, bool, str]]:
    """The files of a new installation."""
    return [*left_behind(var), (stat.S_IMODE(var.stat().st_mode), True, "var")]


def test_only_the_server_reads_its_files(installed: list[tuple[int, bool, str]]) -> None:
    names = [name for _, _, name in installed]
    assert {"secret", "mails", "ludopoli.sqlite3", "ludopoli.sqlite3-wal", "ludopoli.sqlite3-shm"} <= {*names}
    assert any(name.endswith(".log") for name in names), "a mail"
    assert any(name.startswith("beat") for name in names)
    assert open_to_others(installed) == []
    assert (0o700, True, "var") in installed


def test_open_files_are_closed_on_upgrade(installed: list[tuple[int, bool, str]], var: Path) -> None:
    for path in (var, *(var / name for name in ("mails", "secret", "ludopoli.sqlite3"))):
        path.chmod(0o755)
    assert open_to_others(left_behind(var)) == []
    assert stat.S_IMODE(var.stat().st_mode) == 0o700


# ---- sealed data


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("Anna", password=None)


SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


def test_a_copied_database_yields_no_codes(anna: User) -> None:
    TOTP.activate(anna, SECRET)
    codes = RecoveryCodes.activate(anna)
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert SECRET not in stored
    assert sealing.unseal_text(codes.instance.data["seed"]) not in stored
    assert sealing.unseal_text(Authenticator.objects.get(type="totp").data["secret"]) == SECRET


def test_a_new_key_takes_over_every_seal(anna: User, settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    TOTP.activate(anna, SECRET)
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    last = sealing.unseal_text(table.next_seed)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another one"
    call_command("reseal", stdout=StringIO())
    settings.SECRET_KEY_FALLBACKS = []
    assert sealing.unseal_text(Table.objects.get().next_seed) == last
    assert sealing.unseal_text(Authenticator.objects.get().data["secret"]) == SECRET
    settings.SECRET_KEY = "a third one"
    with pytest.raises(CommandError, match="2 were sealed"):
        call_command("reseal", stdout=StringIO())
    with pytest.raises(sealing.KeyLost):
        sealing.unseal_text(Table.objects.get().next_seed)
