"""The table of events with many matches: `python -m bench.events 0.02`; 1 would be a million matches.

PostgreSQL holds copies of a match of Tressette, played to its end by one person and bots. Printed are the
size of the table and of its indexes, the times that `VACUUM ANALYZE` takes when all rows are new and after a
hundredth of them has been deleted, and the time to read the log of one of the matches.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Any

from bench.fresh_database import run_inside, set_up_django

MATCHES, SIZE, READ = 1_000_000, 0.02, 200

COPY_MATCHES = """
    INSERT INTO games_match ({columns}) SELECT {values} FROM games_match, generate_series(1, {copies})
"""
COPY_EVENTS = """
    INSERT INTO games_event ({columns}) SELECT {values} FROM games_event AS event, games_match AS match
    WHERE event.match_id <> match.id ORDER BY match.id, event.seq
"""


def main() -> None:
    size = next((float(size) for size in sys.argv[1:] if size.replace(".", "").isdecimal()), SIZE)
    run_inside("bench.events", str(int(MATCHES * size)))


def inside(copies: int) -> None:
    set_up_django()

    from games.models import Event, Match
    from games.play import event_log
    from tests.live.seed import seed_table
    from tests.operations import played

    played.play(seed_table(people=1, game="tressette", rules={"preset": "ludopoli"})["match"])
    seconds("copied", COPY_MATCHES, Match, {"id": "gen_random_uuid()"}, copies=copies)
    seconds("with events", COPY_EVENTS, Event, {"match_id": "match.id"}, prefix="event.")
    seconds("VACUUM ANALYZE, all rows new", "VACUUM ANALYZE games_event")
    rows = sql(
        "SELECT count(*), pg_table_size('games_event'), pg_indexes_size('games_event') FROM games_event"
    )
    print(f"{copies} matches, {rows[0]} events: {rows[1] / 1e6:.0f} MB, indexes {rows[2] / 1e6:.0f} MB")
    some = [*Match.objects.order_by("id").values_list("pk", flat=True)[:: max(1, copies // READ)][:READ]]
    took = []
    for match in some:
        start = time.perf_counter()
        list(event_log.read_events(match))
        took.append(1000 * (time.perf_counter() - start))
    print(f"the log of one match: {statistics.median(took):.1f} ms, the slowest of {READ} {max(took):.1f} ms")
    sql(
        "DELETE FROM games_event WHERE match_id IN (SELECT id FROM games_match ORDER BY id LIMIT %s)",
        copies // 100,
    )
    seconds("VACUUM ANALYZE, a hundredth deleted", "VACUUM ANALYZE games_event")


def seconds(
    what: str, statement: str, model: Any = None, own: Any = None, prefix: str = "", **named: Any
) -> None:
    """Time a statement, which may copy the rows of a model with `own` values for some columns."""
    if model is not None:
        names = [
            field.column
            for field in model._meta.concrete_fields
            if field.column in own or not field.primary_key
        ]
        values = [own.get(name, f'{prefix}"{name}"') for name in names]
        statement = statement.format(
            columns=", ".join(f'"{n}"' for n in names), values=", ".join(values), **named
        )
    start = time.perf_counter()
    sql(statement)
    print(f"{what}: {time.perf_counter() - start:.1f} s", flush=True)


def sql(statement: str, *values: Any) -> Any:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        return cursor.fetchone() if cursor.description else None


if __name__ == "__main__":
    inside(int(sys.argv[2])) if sys.argv[1:2] == ["inside"] else main()
