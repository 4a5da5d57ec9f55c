"""`manage.py puzzles GAME`: find puzzles, in the archive or in matches between bots."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from ludocards.bots.registry import PUZZLED
from ludocards.engine.registry import GAMES
from practice import finding


class Command(BaseCommand):
    help = "Finds puzzles in matches between bots, and says why the other positions were rejected."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=PUZZLED)
        parser.add_argument("--number", type=int, default=10, help="of puzzles")
        parser.add_argument("--about", action="append", help="only choices of this phase")
        parser.add_argument("--first", type=int, default=0, help="the number of the first match of bots")
        parser.add_argument("--out", type=Path, required=True, help="the file to which they are added")

    def handle(
        self, *, game: str, number: int, first: int, out: Path, about: list[str] | None, **_: Any
    ) -> None:
        finder, began = finding.Finder(GAMES[game], asks=tuple(about or ())), time.process_time()
        with out.open("a") as file:
            for found in islice(filter(None, finding.from_bots(finder, first)), number):
                file.write(json.dumps(found.as_json(), ensure_ascii=False, separators=(",", ":")) + "\n")
                file.flush()
        counts = ", ".join(f"{why} {many}" for why, many in finder.counts.most_common())
        self.stdout.write(f"{game}: {counts}; {time.process_time() - began:.0f} s of processor time")
