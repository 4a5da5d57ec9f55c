"""Print a finished match as a record."""

from __future__ import annotations

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.archive import finished_matches
from games.models import Match


class Command(BaseCommand):
    help = "Print finished matches as records, one per line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="+", help="the id of a finished match")

    def handle(self, *args: Any, **options: Any) -> None:
        for name in options["match"]:
            try:
                document = finished_matches.record_of(name)
            except (Match.DoesNotExist, ValidationError):
                raise CommandError(f"there is no match {name}") from None
            except PermissionError as refusal:
                raise CommandError(f"{name}: {refusal}") from None
            self.stdout.write(json.dumps(document, ensure_ascii=False))
