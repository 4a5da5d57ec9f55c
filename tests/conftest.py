"""For every test."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from django.conf import settings

from tests.live.stack import Embedded, Stack


@pytest.fixture(scope="session", autouse=True)
def files_when_asked() -> None:
    """Static files are looked for when they are asked for, not listed for each of the tests' clients."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Of all workers of a run, see `Embedded`."""
    own = tmp_path_factory.getbasetemp()
    return str((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "tables.sqlite3")


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory, tables: str) -> Iterator[Stack]:
    """Ludopoli as one process over SQLite, running, for all tests that leave others their own."""
    with Embedded(tmp_path_factory.mktemp("var"), tables) as running:
        yield running
