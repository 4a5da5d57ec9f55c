"""The rules of Tarocchi."""

from __future__ import annotations

from ludocards.catalogue.tarocchi.rules.play import Tarocchi

GAME = Tarocchi()
