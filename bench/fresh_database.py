"""A process of its own for a bench that asks Django, with the site's empty tables in PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

import django

from tests import servers
from tests.live.stack import ROOT


def run_inside(bench: str, *arguments: str) -> None:
    """Run `python -m <bench> inside` in such a process; raises `CalledProcessError` if it fails."""
    with servers.postgres() as url, servers.database(url) as fresh, tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "DATABASE_URL": fresh, "LUDOPOLI_VAR": home, "WEB_CONCURRENCY": "1"}
        for command in (["manage.py", "migrate", "-v0"], ["-m", bench, "inside", *arguments]):
            subprocess.run([sys.executable, *command], cwd=ROOT, env=env, check=True)


def set_up_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
    django.setup()
