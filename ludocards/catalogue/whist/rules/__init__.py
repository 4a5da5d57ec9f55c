"""The rules of Whist."""

from __future__ import annotations

from ludocards.catalogue.whist.rules.play import Whist

GAME = Whist()
