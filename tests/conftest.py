"""For every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings

from tests.live.stack import ROOT, Embedded, Stack

FIRST = (
    "live/test_faults.py",
    "live/test_tarocchi.py",
    "e2e/test_tournaments.py",
    "e2e/test_tarocchi.py",
    "e2e/",
    "live/",
    "security/",
)
"""What takes long begins first, and the quick files come last, so that the workers end together."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    path = item.path.relative_to(ROOT / "tests").as_posix()
    return next((place for place, part in enumerate(FIRST) if path.startswith(part)), len(FIRST))


@pytest.fixture(scope="session", autouse=True)
def files_when_asked() -> None:
    """Static files are looked for when they are asked for, not listed for each of the tests' clients."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Ludopoli as one process over SQLite, running, for all tests that leave others their own."""
    with Embedded(tmp_path_factory.mktemp("var")) as running:
        yield running
