"""Point-in-time recovery of PostgreSQL, as docs/operations.md describes it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests import servers
from tests.live.stack import ROOT, Full

PATIENCE = 30
DOWNTIME = 3.5
"""Seconds after the last pulse from which a pause counts as downtime."""

ARCHIVE, SCRIPTS = "/mnt/archive", ROOT / "deploy" / "pitr"


@contextmanager
def site(home: Path, database_url: str) -> Iterator[Full]:
    """A site in the full mode whose web processes are not running."""
    home.mkdir()
    with servers.redis() as redis_url:
        stack = Full(
            home, database_url, redis_url, SECRET_KEY="a key that both sites have, and backups do not"
        )
        try:
            yield stack
        finally:
            stack.close()


def log(stack: Full) -> list[tuple[object, ...]]:
    return stack.query("SELECT match_id, seq, command_id FROM games_event ORDER BY match_id, seq")


def archive_the_rest(url: str) -> None:
    """Finish the current file of the log, and wait until it is in the archive."""
    with psycopg.connect(url, autocommit=True) as connection:
        [last] = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone() or [""]
        deadline = time.monotonic() + PATIENCE
        while True:
            archived = connection.execute("SELECT last_archived_wal FROM pg_stat_archiver").fetchone()
            if archived and archived[0] and archived[0] >= last:
                return
            assert time.monotonic() < deadline, "nothing is archived"
            time.sleep(0.05)


def test_recovery_ends_at_the_moment_that_was_asked_for(empty: str, tmp_path: Path) -> None:
    with servers.Programs.installed() as postgres:
        data, scripts, archive = postgres.cluster(), postgres.home / "pitr", postgres.folder("archive")
        shutil.copytree(SCRIPTS, scripts)  # whoever runs PostgreSQL cannot read this checkout
        for part in ("base", "log"):
            postgres.folder(f"archive/{part}")
        settings = (scripts / "postgresql.conf").read_text().replace(ARCHIVE, str(archive))
        with (data / "postgresql.conf").open("a") as file:
            file.write(settings)
        with postgres.serve(data) as url, site(tmp_path / "lost", url) as lost:
            postgres.copy(empty, url)
            env = {"PGHOST": "127.0.0.1", "PGPORT": str(urlsplit(url).port), "PGUSER": "postgres"}
            env |= {"PGDATABASE": "postgres", "PITR_FOLDER": str(archive)}
            postgres.run(scripts / "base", **env)
            rules = {"preset": "classico", "match_end": {"deals": 1}}
            over, going_on = lost.seed(tables=2, rules=rules, move_seconds=20, bank_seconds=60)
            lost.call("tests.operations.played:play", match=over["match"])
            reached = lost.call("tests.operations.played:play", match=going_on["match"], decisions=15)
            lost.call("tests.operations.played:beat")
            last_beat = time.monotonic()
            left = lost.call("tests.operations.played:time_left", match=going_on["match"])
            kept = log(lost)
            [(moment,)] = lost.query("SELECT clock_timestamp()::text")
            lost.call("tests.operations.played:play", match=going_on["match"], decisions=5)
            assert len(log(lost)) > len(kept)
            archive_the_rest(url)
            assert postgres.run(scripts / "drill", moment, **env).startswith("2 matches; the last change: 20")
        shutil.rmtree(data)

        postgres.run(scripts / "recover", moment, data, **env)
        with postgres.serve(data) as url, site(tmp_path / "recovered", url) as recovered:
            assert log(recovered) == kept, "exactly what had been played until then"
            recovered.prepare()
            epoch = recovered.query("SELECT key FROM games_epoch")
            recovered.manage("renew_epoch")
            assert recovered.query("SELECT key FROM games_epoch") != epoch, "so open pages load again"
            time.sleep(max(0.0, last_beat + DOWNTIME - time.monotonic()))
            recovered.call("tests.operations.played:beat")
            now_left = recovered.call("tests.operations.played:time_left", match=going_on["match"])
            assert now_left == pytest.approx(left, abs=1), "the clocks have not run meanwhile"
            assert recovered.call("tests.operations.played:replayed") == 1
            assert recovered.call("tests.operations.played:play", match=going_on["match"]) > reached
            assert recovered.call("tests.operations.played:replayed") == 2, "and the match was played out"
