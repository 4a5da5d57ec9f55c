"""manage.py collectstatic: as Django's, but what was collected before stays for pages that are open."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ludopoli.http import static_files


class Command(BaseCommand):
    help = "Copy the static files of this version into STATIC_ROOT, beside those of earlier versions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--no-input", "--noinput", action="store_true", help="for scripts: nothing is asked anyway"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        new = static_files.collect_folders()
        if options["verbosity"]:
            self.stdout.write(f"New: {', '.join(new)}." if new else "Nothing has changed.")
