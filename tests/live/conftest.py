"""Both ways to run, as fixtures: a test that takes `stack` runs on each."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import servers
from tests.live.stack import SERVING, Embedded, Full, Stack, one_at_a_time


@pytest.fixture(scope="session")
def empty(common: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A database with the tables and nothing in them, to be copied: one for all workers of a run.

    Who needs it and finds none starts the server, and at the end waits until no other uses it.
    """
    deciding = common / "postgres.lock"
    with (common / "postgres").open("a+") as told, ExitStack() as opened:

        def last() -> None:
            with one_at_a_time(deciding):
                told.truncate(0)
            fcntl.flock(told, fcntl.LOCK_EX)

        with one_at_a_time(deciding):
            told.seek(0)
            url = told.read()
            if not url:
                url = opened.enter_context(servers.database(opened.enter_context(servers.postgres())))
                redis_url = opened.enter_context(servers.redis())
                made = Full(tmp_path_factory.mktemp("empty"), url, redis_url)
                made.prepare()
                made.close()
                opened.callback(last)
                print(url, end="", file=told, flush=True)
            fcntl.flock(told, fcntl.LOCK_SH)
        yield url


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with installation(request, "full", tmp_path_factory.mktemp("var")) as running:
        SERVING["full"] = running
        yield running


@pytest.fixture(scope="session", params=["embedded", "full"])
def stack(request: pytest.FixtureRequest) -> Stack:
    """One installation for all tests, running."""
    running: Stack = request.getfixturevalue(request.param)
    return running


@pytest.fixture(scope="module", params=["embedded", "full"])
def mortal(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """An installation of the module's own, running; a test may kill it, and starts it again."""
    with installation(request, request.param, tmp_path_factory.mktemp("var")) as running:
        yield running


def installation(request: pytest.FixtureRequest, mode: str, home: Path, **env: str) -> Stack:
    if mode == "embedded":
        return Embedded(home, request.getfixturevalue("tables"), **env)
    with ExitStack() as opened:
        redis_url = opened.enter_context(servers.redis())
        database_url = opened.enter_context(servers.database(request.getfixturevalue("empty"), copied=True))
        request.addfinalizer(opened.pop_all().close)
    full = Full(home, database_url, redis_url, **env)
    full.has_tables = True
    return full
