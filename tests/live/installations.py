"""Installations of a run: their databases are copies of those that its first worker has migrated."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import servers
from tests.live.stack import Embedded, Full, Stack


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
