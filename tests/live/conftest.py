"""Both ways to run, as fixtures: a test that takes `stack` runs on each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from tests import servers
from tests.live.stack import Embedded, Full, Stack


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with servers.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def empty(postgres: str, redis: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A database with the tables and nothing in them, to be copied."""
    with servers.database(postgres) as url:
        Full(tmp_path_factory.mktemp("empty"), url, redis).prepare()
        yield url


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    with servers.redis() as url:
        yield url


@pytest.fixture(scope="module", params=["embedded", "full"])
def stack(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One installation for a module of tests, running."""
    with installation(request, request.param, tmp_path_factory.mktemp("var")) as running:
        yield running


@pytest.fixture(params=["embedded", "full"])
def fresh_stack(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stack]:
    """An installation of the test's own, running; the test may kill it."""
    with installation(request, request.param, tmp_path) as running:
        yield running


def installation(request: pytest.FixtureRequest, mode: str, home: Path, **env: str) -> Stack:
    if mode == "embedded":
        return Embedded(home, **env)
    redis_url = request.getfixturevalue("redis")
    with Redis.from_url(redis_url) as client:
        client.flushall()  # what an installation before left in the queue
    own_database = servers.database(request.getfixturevalue("empty"), copied=True)
    request.addfinalizer(lambda: own_database.__exit__(None, None, None))
    full = Full(home, own_database.__enter__(), redis_url, **env)
    full.has_tables = True
    return full
