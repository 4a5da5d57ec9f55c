"""The rules of Briscola."""

from __future__ import annotations

from ludocards.catalogue.briscola.rules.play import Briscola

GAME = Briscola()
