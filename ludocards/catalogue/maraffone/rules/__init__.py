"""The rules of Maraffone."""

from __future__ import annotations

from ludocards.catalogue.maraffone.rules.play import Maraffone

GAME = Maraffone()
