"""For every test."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as examples

from tests.live.stack import Embedded, Stack

examples.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("busy")  # a busy machine is no bug

gc.disable()  # while tests are collected: all of it stays


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def files_when_asked() -> None:
    """Static files are looked for when they are asked for, not listed for each of the tests' clients."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(autouse=True)
def _italian_again() -> Iterator[None]:
    """What a test asks for in English leaves English behind."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def common(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all workers of a run."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def tables(common: Path) -> str:
    """See `Embedded`."""
    return str(common / "tables.sqlite3")


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory, tables: str) -> Iterator[Stack]:
    """Ludopoli as one process over SQLite, running, for all tests that leave others their own."""
    with Embedded(tmp_path_factory.mktemp("var"), tables) as running:
        yield running
