"""manage.py repair_names: repair the names given before their words were on the list of the word filter."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments import old_names


class Command(BaseCommand):
    help = "Repair names that contain a word on the filter's list. May be interrupted and run again."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{old_names.repair_names()}")
