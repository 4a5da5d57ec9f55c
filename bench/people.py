"""The time of every list of the site, with few and with many people and matches.

`python -m bench.people 0.01 1` makes two PostgreSQL databases, where size 1 means 100,000 players and
1,000,000 matches. It requests every address of `tests/lists.py` from each, as the person who has played most,
and prints the median time of the server, without the network. Also printed are the time that a first `VACUUM`
takes, and the largest tables with the size of their indexes; the matches have no events.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from string import Formatter
from typing import TYPE_CHECKING

import psycopg

from tests import servers
from tests.live.stack import ROOT

if TYPE_CHECKING:  # needs settings, and these depend on the database that is measured
    from django.test import Client

PLAYERS, MATCHES = 100_000, 1_000_000
GAME, LARGEST = "tressette", "whist"
"""A game with partners, and the one with the largest leaderboard."""

SIZES = (0.01, 1.0)
SIZES_OF_TABLES = """
    SELECT relname, n_live_tup, pg_table_size(relid), pg_indexes_size(relid) FROM pg_stat_user_tables
    ORDER BY pg_total_relation_size(relid) DESC LIMIT 5
"""
TIMES = 21

ALLOWED, ALLOWED_RANK, ALLOWED_GROWTH = 50.0, 20.0, 4.0
"""Milliseconds for a page and for a rank, and the growth factor from the smallest size."""


def main() -> None:
    sizes = tuple(float(size) for size in sys.argv[1:] if size.replace(".", "").isdecimal()) or SIZES
    with servers.postgres() as url:
        found = [_measured(url, size) for size in sizes]
    for name, *times in zip(found[0], *(each.values() for each in found), strict=True):
        measured = ", ".join(f"{time:.1f} ms at {size:g}" for size, time in zip(sizes, times, strict=True))
        allowed = ALLOWED_RANK if name.startswith("rank") else ALLOWED
        print(f"{name}: {measured} (at most {allowed:g} ms, and {ALLOWED_GROWTH:g} times the smallest)")


def _measured(url: str, size: float) -> dict[str, float]:
    with servers.database(url) as fresh, tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "DATABASE_URL": fresh, "LUDOPOLI_VAR": home, "API_RATE": "1000000/min"}
        manage = [sys.executable, "manage.py"]
        fill = f"from tests.seeding import fill; fill({int(PLAYERS * size)}, {int(MATCHES * size)})"
        subprocess.run([*manage, "migrate", "-v0"], cwd=ROOT, env=env, check=True)
        start = time.perf_counter()
        subprocess.run([*manage, "shell", "-c", fill], cwd=ROOT, env=env, check=True)
        print(f"seeded in {time.perf_counter() - start:.0f} s", flush=True)
        _vacuum(fresh)
        inside = [sys.executable, "-m", "bench.people", "inside"]
        done = subprocess.run(inside, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return {name: float(ms) for name, _, ms in (line.rpartition("\t") for line in done.stdout.splitlines())}


def _vacuum(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        start = time.perf_counter()
        connection.execute("VACUUM ANALYZE")
        print(f"VACUUM ANALYZE: {time.perf_counter() - start:.1f} s")
        for name, rows, table, indexes in connection.execute(SIZES_OF_TABLES):
            print(f"{name}: {rows:.0f} rows, {table / 1e6:.0f} MB, indexes {indexes / 1e6:.0f} MB")


def inside() -> None:
    """Measure the database of the environment; prints the name of each list and its milliseconds."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
    django.setup()

    from django.test import Client
    from django.utils import timezone

    from games.models import Rating, Result
    from games.people import leaderboards, profiles
    from tests.lists import LISTS

    board = Rating.objects.filter(game=LARGEST, listed=True)
    last = board.order_by("shown", "-user").select_related("user")[0]
    busiest = Rating.objects.filter(game=GAME).order_by("-matches").select_related("user")[0]
    middle = board.order_by("-shown", "user")[board.count() // 2]
    oldest = Result.objects.filter(user=busiest.user).order_by("at", "match")[1]
    busiest.user.is_staff = busiest.user.is_superuser = True
    busiest.user.save()
    client, of_the_last = Client(), Client()
    client.force_login(busiest.user)
    of_the_last.force_login(last.user)
    known = {"name": busiest.user.username, "game": GAME, "year": timezone.now().year}
    addresses = [
        address for several in LISTS.values() for address in several if {*_fields(address)} <= {*known}
    ]
    addresses += [
        f"/classifiche/?gioco={LARGEST}",
        f"/classifiche/?gioco={LARGEST}&dopo={middle.shown}.{middle.user_id}",
        f"/giocatori/{{name}}/partite/?prima={profiles.cursor_text(oldest)}",
        f"/api/v1/people/{{name}}/matches/?cursor={profiles.cursor_text(oldest)}",
    ]
    for address in addresses:
        print(f"{address}\t{_median(partial(_get, client, address.format(**known)))}", flush=True)
    around = f"/classifiche/?gioco={LARGEST}&io=1"
    print(f"{around}\t{_median(partial(_get, of_the_last, around))}")
    print(f"rank of the last\t{_median(partial(leaderboards.own_place, last.user, LARGEST, 'all'))}")


def _get(client: Client, address: str) -> None:
    status = client.get(address).status_code
    assert status == 200, (address, status)


def _fields(address: str) -> Iterator[str]:
    """Return the names of the fields to fill into an address."""
    return (field for _, field, _, _ in Formatter().parse(address) if field)


def _median(do: Callable[[], object]) -> float:
    """Return the median time in milliseconds."""
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        do()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


if __name__ == "__main__":
    inside() if sys.argv[1:] == ["inside"] else main()
