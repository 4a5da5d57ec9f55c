"""The size of logs as rows and packed: `python -m bench packing`.

PostgreSQL holds 200 copies of a match of some games, played to its end by one person and bots. The
bytes a match are those of the table of events with its indexes, of the packed logs, and of what is left of
the former after `VACUUM` and `VACUUM FULL`; the times are of this processor.
"""

from __future__ import annotations

import statistics
import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from bench.fresh_database import run_inside, set_up_django

COPIES, READ = 200, 50
GAMES = {"tressette": "ludopoli", "whist": "andata"}


def main() -> None:
    run_inside("bench.packing")


def inside() -> None:
    set_up_django()

    from games.archive import packing
    from games.play import event_log
    from tests.live.seed import seed_table
    from tests.operations import played

    for game, preset in GAMES.items():
        table = seed_table(people=1, game=game, rules={"preset": preset})
        version = played.play(table["match"])
        copies = copied(table["match"])
        sql("VACUUM ANALYZE games_event")
        rows = size("games_event")
        read = [timed(list, event_log.read_events(match)) for match in copies[:READ]]
        pack = [timed(packing.pack_log, match) for match in copies]
        packed_read = [timed(list, event_log.read_events(match)) for match in copies[:READ]]
        sql("VACUUM ANALYZE games_event")
        sql("VACUUM ANALYZE games_packedlog")
        vacuumed, packed = size("games_event"), size("games_packedlog")
        sql("VACUUM FULL games_event")
        full = size("games_event")
        sizes = {"rows": rows, "packed": packed, "VACUUM": vacuumed, "VACUUM FULL": full}
        shown = ", ".join(f"{name} {each / COPIES:,.0f}" for name, each in sizes.items())
        times = f"pack {middle(pack)}, read rows {middle(read)}, read packed {middle(packed_read)}"
        print(f"{game}: {version} events; bytes a match: {shown}; {times}", flush=True)
        sql("TRUNCATE games_event, games_packedlog")


def copied(match: str) -> list[uuid.UUID]:
    """Copy a match with its events; only the copies have events then."""
    from games.models import Event, Match

    row, events = Match.objects.get(pk=match), list(Event.objects.filter(match_id=match))
    sql("TRUNCATE games_event")
    made = []
    for _ in range(COPIES):
        row.pk, row.finished_at = uuid.uuid4(), row.started_at - timedelta(days=100)
        row.save(force_insert=True)
        for event in events:
            event.pk, event.match_id = None, row.pk
        Event.objects.bulk_create(events)
        made.append(row.pk)
    return made


def sql(statement: str) -> Any:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone() if cursor.description else None


def size(table: str) -> int:
    return int(sql(f"SELECT pg_total_relation_size('{table}')")[0])


def timed(do: Callable[[Any], object], what: object) -> float:
    start = time.process_time()
    do(what)
    return 1000 * (time.process_time() - start)


def middle(milliseconds: list[float]) -> str:
    return f"{statistics.median(milliseconds):.1f} ms"


if __name__ == "__main__":
    inside()
