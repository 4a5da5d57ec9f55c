"""Fill the database with people and finished matches, to measure and to look at."""

from __future__ import annotations

import random
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.people import seeding


class Command(BaseCommand):
    help = "Make many accounts with many finished, rated matches between them. For measurements only."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=1000)
        parser.add_argument("--matches", type=int, default=10_000)
        parser.add_argument("--seed", type=int, default=1, help="of the lots that are drawn")

    def handle(self, *args: Any, **options: Any) -> None:
        seeding.seed(options["players"], options["matches"], random.Random(options["seed"]))
        self.stdout.write(f"{options['players']} players, {options['matches']} matches")
