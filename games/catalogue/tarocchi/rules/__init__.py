"""The rules of Tarocchi."""

from __future__ import annotations

from games.catalogue.tarocchi.rules.play import Tarocchi

GAME = Tarocchi()
