from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludocards.engine.registry import GAMES
from tests.engine.whist.table import GAME


@pytest.fixture(scope="module", autouse=True)
def whist_in_the_catalog() -> Iterator[None]:
    """Register Whist for code that finds games by name, whether or not the site offers it yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, GAME.name, GAMES.get(GAME.name, GAME))
        yield
