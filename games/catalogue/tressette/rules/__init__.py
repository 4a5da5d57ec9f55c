"""The rules of Tressette."""

from __future__ import annotations

from games.catalogue.tressette.rules.play import Tressette

GAME = Tressette()
