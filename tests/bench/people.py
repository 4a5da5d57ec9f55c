"""What the pages about people cost, with a hundredth of the people and matches and with all of them.

`python -m tests.bench.people 0.01 1` makes two databases in a PostgreSQL, 100,000 players and 1,000,000
matches being 1, and measures every list in each: the median of what the server needs, without the network.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial

from tests import servers
from tests.live.stack import ROOT

PLAYERS, MATCHES = 100_000, 1_000_000
SIZES = (0.01, 1.0)
TIMES = 21

ALLOWED, ALLOWED_RANK, ALLOWED_GROWTH = 50.0, 20.0, 4.0
"""Milliseconds of a page, of a rank, and how much more than with a hundredth."""


def main() -> None:
    sizes = tuple(float(size) for size in sys.argv[1:] if size.replace(".", "").isdecimal()) or SIZES
    with servers.postgres() as url:
        found = [_measured(url, size) for size in sizes]
    for name, *times in zip(found[0], *(each.values() for each in found), strict=True):
        told = ", ".join(f"{time:.1f} ms at {size:g}" for size, time in zip(sizes, times, strict=True))
        allowed = ALLOWED_RANK if name.startswith("rank") else ALLOWED
        print(f"{name}: {told} (at most {allowed:g} ms, and {ALLOWED_GROWTH:g} times the smallest)")


def _measured(url: str, size: float) -> dict[str, float]:
    with servers.database(url) as fresh, tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "DATABASE_URL": fresh, "LUDOPOLI_VAR": home}
        manage = [sys.executable, "manage.py"]
        counts = ["--players", str(int(PLAYERS * size)), "--matches", str(int(MATCHES * size))]
        subprocess.run([*manage, "migrate", "-v0"], cwd=ROOT, env=env, check=True)
        start = time.perf_counter()
        subprocess.run([*manage, "seed_people", *counts], cwd=ROOT, env=env, check=True)
        print(f"seeded in {time.perf_counter() - start:.0f} s")
        inside = [sys.executable, "-m", "tests.bench.people", "inside"]
        told = subprocess.run(inside, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
    return {name: float(ms) for name, _, ms in (line.rpartition("\t") for line in told.splitlines())}


def inside() -> None:
    """Measure the database of the environment; prints the name of each list and its milliseconds."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.settings")
    django.setup()

    from django.db import connection
    from django.test import Client
    from django.utils import timezone

    from games import leaderboards, profiles
    from games.models import Rating, Result

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    board = Rating.objects.filter(game="whist", listed=True)
    last = board.order_by("shown", "-user").select_related("user")[0]
    busiest = Rating.objects.order_by("-matches").select_related("user")[0]
    middle = board.order_by("-shown", "user")[board.count() // 2]
    oldest = Result.objects.filter(user=busiest.user).order_by("at", "match")[1]
    client = Client()
    client.force_login(last.user, backend="django.contrib.auth.backends.ModelBackend")
    person = f"/giocatori/{busiest.user.username}/"
    pages = {
        "leaderboard": "/classifiche/?gioco=whist",
        "leaderboard, year": f"/classifiche/?gioco=whist&periodo={timezone.now().year}",
        "leaderboard, month": "/classifiche/?gioco=whist&periodo=mese",
        "leaderboard, half-way down": f"/classifiche/?gioco=whist&dopo={middle.shown}.{middle.user_id}",
        "leaderboard, around the last": "/classifiche/?gioco=whist&io=1",
        "profile of the busiest": f"{person}?gioco={busiest.game}",
        "history, the latest": f"{person}partite/",
        "history, the oldest": f"{person}partite/?prima={profiles.cursor_text(oldest)}",
        "history of one game": f"{person}partite/?gioco={busiest.game}",
    }
    for name, address in pages.items():
        assert client.get(address).status_code == 200, address
        print(f"{name}\t{_median(partial(client.get, address))}")
    print(f"rank of the last\t{_median(partial(leaderboards.mine, last.user, 'whist', 'all'))}")


def _median(do: Callable[[], object]) -> float:
    """Milliseconds."""
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        do()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


if __name__ == "__main__":
    inside() if sys.argv[1:] == ["inside"] else main()
