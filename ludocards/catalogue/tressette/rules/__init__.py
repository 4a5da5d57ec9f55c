"""The rules of Tressette."""

from __future__ import annotations

from ludocards.catalogue.tressette.rules.play import Tressette

GAME = Tressette()
