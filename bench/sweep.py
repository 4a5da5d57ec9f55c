"""The cost of the sweep and the pulse beside many matches: `python -m bench sweep`.

PostgreSQL holds 100,000 tables whose matches are over, and 1,000 or 10,000 in play, with an open socket for
each of their seats. Measured is one sweep that finds nothing overdue, one pulse that has heard a tenth of the
sockets (each of them pings every ten seconds), and the counts of the lobby.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from bench.fresh_database import run_inside, set_up_django

PAST, PLAYING = 100_000, (1_000, 10_000)
TIMES = 9


def main() -> None:
    run_inside("bench.sweep", *sys.argv[1:])


def inside() -> None:
    set_up_django()

    from django.db import connection

    from games.models import Pulse, Seat
    from games.play import lobby, pulse, sweeping
    from ludopoli.text import times

    Pulse.objects.create(pk=1, at=times.now())
    original = begun()
    cloned(original, PAST, table="closed", match="finished", socket="")
    known = 0
    for playing in PLAYING:
        cloned(original, playing - known, table="playing", match="playing", socket="specific.")
        known = playing
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        sockets = list(Seat.objects.exclude(socket="").values_list("socket", flat=True))[::10]

        def beat(heard: list[str] = sockets) -> None:
            pulse._heard.update(heard)
            pulse.note_seats()

        Seat.objects.exclude(socket="").update(seen_at=times.now())
        for name, do in (
            ("sweep", sweeping.sweep_overdue),
            ("pulse", beat),
            ("counts", lobby.site_counts),
        ):
            print(f"{playing} matches in play, {name}: {measured(do)}", flush=True)


def measured(do: Callable[[], object]) -> str:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.models import Pulse
    from ludopoli.text import times

    wall, own = [], []
    for _ in range(TIMES):
        Pulse.objects.update(at=times.now())
        start, spent = time.perf_counter(), time.process_time()
        do()
        wall.append(1000 * (time.perf_counter() - start))
        own.append(1000 * (time.process_time() - spent))
    with CaptureQueriesContext(connection) as captured:
        do()
    slowest = max(captured.captured_queries, key=lambda query: float(query["time"]))
    if "-v" in sys.argv:
        print(slowest["time"], slowest["sql"][:300])
    return (
        f"{statistics.median(wall):.1f} ms, of which {statistics.median(own):.1f} ms of processor here, "
        f"{len(captured)} statements"
    )


def begun() -> int:
    """Begin a match of four people, and return the id of its table."""
    from django.db import transaction

    from games.play import actions
    from ludopoli.accounts.models import User

    people = [User.objects.create(username=f"Giocatrice {seat}", password="!") for seat in range(4)]
    with transaction.atomic():
        table: Any = actions.open_table(
            people[0], game="tressette", rules={"preset": "classico"}, players=4, move_seconds=20
        )
        for seat, person in enumerate(people[1:], 1):
            actions.take_seat(person, table, seat)
        transaction.get_connection().run_on_commit.clear()  # no bells
    return int(table.pk)


def cloned(original: int, number: int, *, table: str, match: str, socket: str) -> None:
    """Copy a table with its seats and its match, with other statuses, into as many new ones."""
    from django.db import connection

    from games.models import Match, Seat, Table

    code = "substr(md5(random()::text || number), 1, 12)"
    new = {"code": code, "status": f"'{table}'", "next_match": "NULL", "match_id": "NULL"}
    name = f"'{socket}' || made.id || '.' || was.number" if socket else "''"
    scored = "true" if match == "finished" else "false"
    with connection.cursor() as cursor:
        last = cursor.execute("SELECT max(id) FROM games_table").fetchone()[0]
        cursor.execute(copying(Table, new, f"games_table was, generate_series(1, {number}) number", original))
        made = f"games_table made WHERE made.id > {last}"
        seats = {"table_id": "made.id", "socket": name}
        cursor.execute(copying(Seat, seats, f"games_seat was, {made} AND was.table_id", original))
        matches = {
            "id": "gen_random_uuid()",
            "table_id": "made.id",
            "status": f"'{match}'",
            "scored": scored,
            "deadline_at": "now() + interval '1 hour'",
            "finished_at": "now()" if match == "finished" else "NULL",
        }
        cursor.execute(copying(Match, matches, f"games_match was, {made} AND was.table_id", original))
        cursor.execute(
            "UPDATE games_table SET match_id = m.id FROM games_match m "
            f"WHERE m.table_id = games_table.id AND games_table.id > {last}"
        )


def copying(model: Any, changed: dict[str, str], source: str, original: int) -> str:
    """Return the statement that copies rows of `source` named `was`, with some columns changed."""
    fields = (field for field in model._meta.concrete_fields if field.get_internal_type() != "BigAutoField")
    columns = [field.column for field in fields]
    values = ", ".join(changed.get(column, f"was.{column}") for column in columns)
    where = f"{source} = {original}" if " WHERE " in source else f"{source} WHERE was.id = {original}"
    return f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {values} FROM {where}"


if __name__ == "__main__":
    inside() if "inside" in sys.argv else main()
