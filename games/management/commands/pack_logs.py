"""Pack the logs of matches that have been over for long, or unpack them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.archive import monthly_files, packing

EVERY = 1000
"""The number of matches between two lines about the progress."""


class Command(BaseCommand):
    help = (
        "Pack the logs of the matches of some months, or of all older than PACK_LOGS_AFTER_DAYS, to a "
        "twentieth of their size. Nothing is lost, nothing looks different, and an interrupted run goes on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("month", nargs="*", help="as 2026-11")
        parser.add_argument("--unpack", action="store_true", help="make events of packed logs again")

    def handle(self, *args: Any, **options: Any) -> None:
        months, unpack = options["month"], options["unpack"]
        for month in months:
            if not monthly_files.MONTH.fullmatch(month):
                raise CommandError(f"{month} is no month: write it as 2026-11")
        if not (months or unpack or settings.PACK_LOGS_AFTER):
            raise CommandError("name the months, or set PACK_LOGS_AFTER_DAYS")
        age = packing.SOONEST if months else settings.PACK_LOGS_AFTER
        logs = packing.packed_logs(months) if unpack else packing.unpacked_logs(timezone.now() - age, months)
        progress = packing.Progress()
        for progress in packing.run_packing(logs, packing.unpack_log if unpack else packing.pack_log):
            if (progress.matches + progress.failed) % EVERY == 0:
                self.stdout.write(str(progress))
        self.stdout.write(str(progress))
        if progress.failed:
            raise CommandError(f"{progress.failed} failed, and are unchanged: see /admin/failures/failure/")
