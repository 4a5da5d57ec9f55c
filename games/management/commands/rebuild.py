"""Rebuild a projection: the results from the logs; ratings, standings and solo results from the results."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.people import results, solo
from ludocards.engine.registry import GAMES

PROJECTIONS = {
    "results": results.rebuild_results,
    "ratings": results.rerate_all_matches,
    "standings": results.sum_up_results,
    "solo": solo.rebuild_solo_results,
}


class Command(BaseCommand):
    help = (
        "Make a projection anew, and those that stand on it: results, then ratings, then standings; or solo."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("projection", choices=PROJECTIONS)

    def handle(self, *args: Any, **options: Any) -> None:
        for game in sorted(GAMES):
            matches = PROJECTIONS[options["projection"]](game)
            self.stdout.write(f"{game}: {options['projection']} of {matches} matches")
