from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ludopoli.site.operations import backups, site_lock
from ludopoli.site.operations.copies import Damaged


class Command(BaseCommand):
    help = "Replace the database by a backup, which is checked. Stop the site first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", type=Path)
        parser.add_argument("--other-key", action="store_true", help="although SECRET_KEY was another")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with site_lock.site_stopped():
                replayed = backups.restore_backup(options["backup"], other_key=options["other_key"])
        except (Damaged, PermissionError) as why:
            raise CommandError(str(why)) from None
        self.stdout.write(
            f"restored; the referee has replayed {replayed} matches. Now run `manage.py migrate`."
        )
