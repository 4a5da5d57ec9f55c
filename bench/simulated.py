"""Play every event that bots can play, as small as possible, to its end: `python -m bench simulated`.

Each format with each game that fits it, every unit and number of players, at real tables and on the site.
"""

from __future__ import annotations

import os
import tempfile
import time
import traceback


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"LUDOPOLI_VAR": folder, "DJANGO_SETTINGS_MODULE": "ludopoli.site.settings"}
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        import django

        django.setup()
        play_all()


def play_all() -> None:
    from django.core.management import call_command
    from django.db import transaction

    from tests.tournaments.small_events import small_events
    from tournaments import simulation

    call_command("migrate", verbosity=0)
    simulation.slips_of = lambda number, entries: 100  # random moves: the bots need not think
    began, failed = time.monotonic(), list[str]()
    for small in small_events():
        try:
            with transaction.atomic():
                small.play()
                transaction.set_rollback(True)
        except Exception:
            print(small, flush=True)
            failed.append(str(small))
            traceback.print_exc()
    seconds = time.monotonic() - began
    print(f"{len(small_events())} events in {seconds:.0f} s, {len(failed)} without an end: {failed}")
