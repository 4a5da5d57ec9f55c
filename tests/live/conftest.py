"""Both ways to run, as fixtures: a test that takes `stack` runs on each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import servers
from tests.live.stack import Embedded, Full, Stack


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with servers.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    with servers.redis() as url:
        yield url


@pytest.fixture(scope="module", params=["embedded", "full"])
def stack(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One installation for a module of tests, running."""
    with installation(request, tmp_path_factory.mktemp("var")) as running:
        yield running


@pytest.fixture(params=["embedded", "full"])
def fresh_stack(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stack]:
    """An installation of the test's own, running; the test may kill it."""
    with installation(request, tmp_path) as running:
        yield running


def installation(request: pytest.FixtureRequest, home: Path, **env: str) -> Stack:
    if request.param == "embedded":
        return Embedded(home, **env)
    database = request.getfixturevalue("postgres")
    with_database = servers.database(database)
    request.addfinalizer(lambda: with_database.__exit__(None, None, None))
    return Full(home, with_database.__enter__(), request.getfixturevalue("redis"), **env)
