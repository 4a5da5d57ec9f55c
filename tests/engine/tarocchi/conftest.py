from __future__ import annotations

import pytest

from games.engine.catalog import GAMES
from tests.engine.tarocchi.table import GAME


@pytest.fixture(autouse=True)
def in_the_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records and the suite for all games look there."""
    monkeypatch.setitem(GAMES, GAME.name, GAME)
