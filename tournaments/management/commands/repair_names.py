"""manage.py repair_names: repair names that are older than the word filter, or than a word on its list."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments import old_names


class Command(BaseCommand):
    help = "Repair names with a word of the filter's list. May be stopped, and run again, at any time."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{old_names.repair()}")
