"""Make a projection anew from the finished matches."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import tasks
from games.models import Match

PROJECTIONS = {"results": tasks.score_match}


class Command(BaseCommand):
    help = "Make a projection anew from the event log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("projection", choices=PROJECTIONS)

    def handle(self, *args: Any, **options: Any) -> None:
        finished = Match.objects.filter(status=Match.Status.FINISHED).order_by("started_at")
        for number, match_id in enumerate(finished.values_list("pk", flat=True).iterator(), start=1):
            PROJECTIONS[options["projection"]](str(match_id))
            if number % 1000 == 0:
                self.stdout.write(f"{number} matches")
        self.stdout.write(f"{options['projection']}: {finished.count()} matches")
