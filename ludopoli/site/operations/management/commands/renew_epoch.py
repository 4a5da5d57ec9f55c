from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.play import epoch


class Command(BaseCommand):
    help = "Let open pages load again. Needed after PostgreSQL was recovered to an earlier moment."

    def handle(self, *args: Any, **options: Any) -> None:
        epoch.renew_epoch()
        self.stdout.write("a new epoch has begun: open pages will load again when they are back")
