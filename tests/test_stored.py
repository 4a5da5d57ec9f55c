"""Migrations seal old secrets, and all deals are still those committed to."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests import servers
from tests.live.stack import Embedded


@contextmanager
def sqlite(request: pytest.FixtureRequest, home: Path) -> Iterator[str]:
    """Prepare a file in `LUDOPOLI_VAR`, which is the database if the URL is empty."""
    installation = Embedded(home, request.getfixturevalue("tables"))
    installation.prepare()
    installation.close()
    yield ""


def postgresql(request: pytest.FixtureRequest, _home: Path) -> AbstractContextManager[str]:
    return servers.database(request.getfixturevalue("empty"), copied=True)


@pytest.mark.parametrize("with_tables", [sqlite, postgresql])
def test_migrations_seal_open_secrets_and_keep_every_committed_deal(
    with_tables: Callable[[pytest.FixtureRequest, Path], AbstractContextManager[str]],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    with with_tables(request, tmp_path) as url:
        env = {**os.environ, "LUDOPOLI_VAR": str(tmp_path), "DATABASE_URL": url, "REDIS_URL": ""}
        played = subprocess.run(
            [sys.executable, "-m", "tests.stored"], env=env, capture_output=True, text=True, check=False
        )
    assert played.returncode == 0, played.stderr[-4000:]
