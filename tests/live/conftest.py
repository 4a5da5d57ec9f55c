"""Fixtures of both ways to run the site: a test that takes `stack` runs on each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import servers
from tests.live.stack import SERVING, Embedded, Full, Stack


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with installation(request, "full", tmp_path_factory.mktemp("var")) as running:
        SERVING["full"] = running
        yield running


@pytest.fixture(scope="session", params=["embedded", "full"])
def stack(request: pytest.FixtureRequest) -> Stack:
    """A running installation, shared by all tests."""
    running: Stack = request.getfixturevalue(request.param)
    return running


@pytest.fixture(scope="module", params=["embedded", "full"])
def mortal(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A running installation of the module's own; a test that kills it starts it again."""
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
