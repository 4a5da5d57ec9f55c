from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ludopoli.site.operations import backups
from ludopoli.site.operations.copies import Damaged


class Command(BaseCommand):
    help = "Copy the database while people play, and check the copy."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=settings.BACKUP_FOLDER)
        parser.add_argument("--keep", type=int, default=0, help="remove all but so many of the latest")
        parser.add_argument(
            "--scratch", default="", help="URL of a PostgreSQL database, which is emptied to try the copy in"
        )
        parser.add_argument("--check", type=Path, help="only check this backup")

    def handle(self, *args: Any, **options: Any) -> None:
        folder, path, scratch = options["folder"], options["check"], options["scratch"]
        try:
            if path:
                replayed = backups.check_backup(path, scratch)
            else:
                path, replayed = backups.back_up(folder, scratch)
        except (Damaged, PermissionError) as why:
            raise CommandError(str(why)) from None
        self.stdout.write(f"{path}: whole; the referee has replayed {replayed} matches of it")
        if options["keep"] > 0 and not options["check"]:
            for each in backups.remove_older(folder, options["keep"]):
                self.stdout.write(f"{each}: removed")
