"""manage.py simulate: play an event of bots to the end and print its standings."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ludocards.engine.registry import GAMES
from ludopoli.http.refusals import ActionRefused
from tournaments import selectors, simulation
from tournaments.formats.catalog import FORMATS
from tournaments.models import Event


class Command(BaseCommand):
    help = (
        "Play an event of bots of known strength to the end. An interrupted run continues when it is started "
        "again: the same seed gives the same standings."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=[*GAMES], default=next(iter(GAMES)))
        parser.add_argument("--preset", default="", help="default: the first that these players can play")
        parser.add_argument("--players", type=int, help="at a table (default: the game's)")
        parser.add_argument("--format", choices=[*FORMATS], help="(default: the first that fits the game)")
        parser.add_argument("--unit", choices=Event.Unit.values, help="(default: the format's first)")
        parser.add_argument("--venue", choices=Event.Venue.values, default=Event.Venue.ONLINE)
        parser.add_argument("--scores", choices=Event.Scores.values, default=Event.Scores.DEAL)
        parser.add_argument("--entries", type=int, default=8)
        parser.add_argument(
            "--options", type=json.loads, default={}, help='as JSON: {"rounds": 3, "deals": 4}'
        )
        parser.add_argument(
            "--then",
            nargs="*",
            default=[],
            metavar="GAME:PRESET",
            help="the later parts of a meeting, in their order",
        )
        parser.add_argument(
            "--bella", action="store_true", help="the last part is played only if it is needed"
        )
        parser.add_argument("--seed", default="1")
        parser.add_argument("--moves", type=int, help="stop after this many moves")

    def handle(self, *args: Any, **options: Any) -> None:
        later = [each.partition(":") for each in options["then"]]
        names = ("game", "preset", "players", "format", "unit", "venue", "scores", "entries", "bella")
        try:
            event = simulation.make_event(
                options["seed"],
                settings=options["options"],
                later_parts=[
                    {"game": game, **({"rules": {"preset": preset}} if preset else {})}
                    for game, _colon, preset in later
                ],
                **{name: options[name] for name in names},
            )
        except ActionRefused as why:
            details = "".join(f" ({name}: {value})" for name, value in why.details.items())
            raise CommandError(f"{why.code}: {why}{details}") from None
        event = simulation.finish_event(event, options["moves"])
        sheet = selectors.event_sheet(event)
        for line in sheet.lines:
            sums = " ".join(f"{name} {each.value}" for name, each in line.breaks.items())
            self.stdout.write(
                f"{line.place} {sheet.name(line.entrant)} #{line.entrant} {line.score} {sums}".strip()
            )
