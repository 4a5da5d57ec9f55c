"""Write the public archive of a month."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.archive import monthly_files
from games.people import standings
from ludopoli.failures import retrying

WORK = "games.archive"
"""The name under which a month is noted whose file cannot be written; the others are written all the same."""


class Command(BaseCommand):
    help = (
        "Write the finished public matches of a month as records, and the ratings that they moved: two "
        "files, listed at /archivio/. Without a month, every one that is over and has none, or wrong ones."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("month", nargs="*", help="as 2026-11")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        for month in options["month"]:
            if not monthly_files.MONTH.fullmatch(month):
                raise CommandError(f"{month} is no month: write it as 2026-11")
            if standings.period_span(month)[0] > now:
                raise CommandError(f"{month} has not begun")
        months = options["month"] or monthly_files.months_due(now)
        failed = [
            each for each in months if not retrying.attempt_work(WORK, each, partial(self._write, each))
        ]
        if failed:
            raise CommandError(f"{', '.join(failed)} could not be written: see /admin/failures/failure/")

    def _write(self, month: str) -> None:
        made = monthly_files.write_volume(month)
        self.stdout.write(f"{month}: {made.matches} matches")
        for file in made.files:
            self.stdout.write(f"{file.name}: {file.size} bytes, SHA-256 {file.sha256}")
