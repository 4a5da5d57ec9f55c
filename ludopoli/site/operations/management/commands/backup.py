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
        parser.add_argument("folder", nargs="?", type=Path, default=settings.VAR_DIR / "backups")
        parser.add_argument(
            "--scratch", default="", help="URL of an empty PostgreSQL database in which to try the copy"
        )
        parser.add_argument("--check", type=Path, help="only check this backup")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = options["check"] or backups.back_up(options["folder"])
            replayed = backups.check_backup(path, options["scratch"])
        except Damaged as why:
            raise CommandError(str(why)) from None
        self.stdout.write(f"{path}: whole; the referee has replayed {replayed} matches of it")
