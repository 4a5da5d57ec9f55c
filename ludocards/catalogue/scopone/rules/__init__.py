"""The rules of Scopone and Scopa."""

from __future__ import annotations

from ludocards.catalogue.scopone.rules.play import Scopone

GAME = Scopone()
