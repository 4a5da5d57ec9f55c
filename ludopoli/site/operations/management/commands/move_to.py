from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import dj_database_url
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, connection

from ludopoli.site.operations import copies, moving, pending_migrations, site_lock


class Command(BaseCommand):
    help = "Move an embedded installation, while it is stopped, to PostgreSQL. If interrupted, run it again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("database_url", help="an empty database of PostgreSQL")
        parser.add_argument("--replace", action="store_true", help="replace its accounts, if it has any")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("DATABASE_URL is set: run this with the settings of the embedded mode")
        there = dict(dj_database_url.parse(options["database_url"]))
        with site_lock.site_stopped(), copies.open_database(there) as target:
            _refuse_other_version(DEFAULT_DB_ALIAS, "this database")
            if pending_migrations.count_pending(target):
                _migrate(options["database_url"])
            _refuse_other_version(target, "that database")
            if copies.row_counts(target)["accounts_user"] and not options["replace"]:
                raise CommandError("that database has accounts: --replace deletes them")
            try:
                rows = moving.move_database(target)
            except copies.Damaged as why:
                raise CommandError(f"{why}; nothing was moved") from None
        self.stdout.write(
            f"{sum(rows.values())} rows of {len(rows)} tables are there, each compared. Now set DATABASE_URL "
            "and REDIS_URL, keep SECRET_KEY (else in var/secret), and start the full mode."
        )


def _refuse_other_version(alias: str, name: str) -> None:
    if differing := moving.find_differing_tables(alias):
        raise CommandError(f"{name} is of another version ({', '.join(differing)}): migrate it with this one")


def _migrate(database_url: str) -> None:
    """Create the tables in a separate process with the target as its default database, which data migrations
    use."""
    environment = {**os.environ, "DATABASE_URL": database_url, "REDIS_URL": ""}
    command = [sys.executable, "-m", "django", "migrate", "--verbosity", "0"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandError(f"the tables could not be made: {done.stderr.strip()[-500:]}")
