"""Migrations seal old secrets, and all deals are still those committed to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests import servers
from tests.live.stack import Embedded, Full, Stack


@contextmanager
def sqlite(request: pytest.FixtureRequest, home: Path) -> Iterator[Stack]:
    yield Embedded(home, request.getfixturevalue("tables"))


@contextmanager
def postgresql(request: pytest.FixtureRequest, home: Path) -> Iterator[Stack]:
    with servers.database(request.getfixturevalue("empty"), copied=True) as url:
        installation = Full(home, url, redis_url="")
        installation.has_tables = True
        yield installation


@pytest.mark.parametrize("stored_in", [sqlite, postgresql])
def test_migrations_seal_open_secrets_and_keep_every_committed_deal(
    stored_in: Callable[[pytest.FixtureRequest, Path], AbstractContextManager[Stack]],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    with stored_in(request, tmp_path) as installation:
        installation.prepare()
        try:
            installation.call("tests.stored:main")
        finally:
            installation.close()
