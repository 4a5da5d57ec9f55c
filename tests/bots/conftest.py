"""For the tests of bots."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from games.bots import tressette_levels


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who thinks has all the time he wants, so that a busy machine changes no choice."""
    levels = {name: replace(level, ms=math.inf) for name, level in tressette_levels.BY_NAME.items()}
    monkeypatch.setattr(tressette_levels, "BY_NAME", levels)
