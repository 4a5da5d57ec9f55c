"""manage.py decks: generate the sprites in static/decks/."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from ludopoli.deckart.deck import sprites


class Command(BaseCommand):
    help = "Draw every deck as SVG sprites: plain, with large indices, in four colours; and each card alone."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", type=Path, default=settings.ASSETS_DIR / "static" / "decks")

    def handle(self, *args: Any, out: Path, **options: Any) -> None:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in sprites():
            (out / name).parent.mkdir(exist_ok=True)
            (out / name).write_text(text, encoding="utf-8", newline="\n")
            self.stdout.write(name)
