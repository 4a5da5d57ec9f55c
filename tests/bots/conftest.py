"""Fixtures for the tests of bots."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from ludocards.catalogue.briscola.bot import levels as briscola_levels
from ludocards.catalogue.maraffone.bot import levels as maraffone_levels
from ludocards.catalogue.scopone.bot import levels as scopone_levels
from ludocards.catalogue.tarocchi.bot import levels as tarocchi_levels
from ludocards.catalogue.traversone.bot import levels as traversone_levels
from ludocards.catalogue.tressette.bot import levels as tressette_levels
from ludocards.catalogue.whist.bot import levels as whist_levels


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the bots unlimited time, so that a busy machine does not change their choices."""
    for game in (
        briscola_levels,
        maraffone_levels,
        scopone_levels,
        tarocchi_levels,
        traversone_levels,
        tressette_levels,
        whist_levels,
    ):
        levels = {name: replace(level, ms=math.inf) for name, level in game.BY_NAME.items()}
        monkeypatch.setattr(game, "BY_NAME", levels)
