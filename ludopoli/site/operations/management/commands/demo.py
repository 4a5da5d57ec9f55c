from __future__ import annotations

import time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from ludopoli.accounts.models import User
from ludopoli.site.operations import demo, site_lock


class Command(BaseCommand):
    help = "Fill an empty site with people, matches, a club and events, to look at."

    def handle(self, *args: Any, **options: Any) -> None:
        with site_lock.site_stopped():
            call_command("migrate", verbosity=0)
            if User.objects.exists():
                raise CommandError("This site has accounts already: the demonstration wants an empty one.")
            began = time.monotonic()
            for made in demo.build_demo():
                self.stdout.write(f"  {made}")
        took = time.monotonic() - began
        self.stdout.write(f"Ready in {took:.0f} s. Sign in as {demo.NAMES[0]}, password: {demo.PASSWORD}")
