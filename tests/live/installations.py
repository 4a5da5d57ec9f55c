"""Installations of a run: their databases are copies of those that its first worker has filled."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import servers
from tests.live.stack import Embedded, Full, Stack
from tests.migrated import Migrated


def installation(request: pytest.FixtureRequest, mode: str, home: Path, **env: str) -> Stack:
    """An installation that is still to be started; the full mode finds the programs of its PostgreSQL."""
    if mode == "embedded":
        return Embedded(home, request.getfixturevalue("tables"), **env)
    with ExitStack() as opened:
        redis_url = opened.enter_context(servers.redis())
        database_url = opened.enter_context(servers.database(request.getfixturevalue("empty"), copied=True))
        request.addfinalizer(opened.pop_all().close)
    path = f"{servers.postgres_programs()}:{os.environ['PATH']}"
    full = Full(home, database_url, redis_url, PATH=path, **env)
    full.has_tables = True
    return full


def fill(url: str, migrated: Migrated, home: Path) -> None:
    """Give an empty PostgreSQL its tables: those of a former run, or migrated ones, which are kept."""
    if migrated.are_kept():
        servers.restore(migrated.postgresql, url)
        return
    fresh = {kept: kept.with_suffix(f"{kept.suffix}-{os.getpid()}") for kept in migrated}
    made = Full(home, url, redis_url="")
    made.call("tests.live.migrating:migrate_beside", file=str(fresh[migrated.sqlite]))
    made.close()
    servers.dump(url, fresh[migrated.postgresql])
    for kept, file in fresh.items():
        file.rename(kept)
