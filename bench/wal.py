"""The writes of the full mode while nobody plays: `python -m bench wal`, six minutes.

Printed are the bytes that PostgreSQL adds to its write-ahead log, as megabytes a day, those of them for whole
pages after a checkpoint, and the rows that were written, by table, in a minute.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench.memory import SETTLED, Deployed
from tests import servers

MINUTES = 6.0
DAY = 24 * 60

LOG = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0'), wal_records, wal_fpi FROM pg_stat_wal"
ROWS = "SELECT relname, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_user_tables"


def main() -> None:
    with (
        servers.postgres() as url,
        servers.redis() as broker,
        tempfile.TemporaryDirectory() as home,
    ):
        stack = Deployed(Path(home), url, broker)
        with stack:
            time.sleep(SETTLED)
            log, rows = stack.query(LOG)[0], dict(stack.query(ROWS))
            time.sleep(60 * MINUTES)
            written = [
                int(after) - int(before) for after, before in zip(stack.query(LOG)[0], log, strict=True)
            ]
            changed = {name: int(count) - int(rows[name]) for name, count in stack.query(ROWS)}
    megabytes = written[0] / MINUTES * DAY / 1e6
    print(f"{megabytes:.1f} MB a day; {written[1]} records in {MINUTES:g} minutes, {written[2]} whole pages")
    for name, count in sorted(changed.items(), key=lambda each: -each[1]):
        if count:
            print(f"{name}: {count / MINUTES:.1f} rows a minute")


if __name__ == "__main__":
    main()
