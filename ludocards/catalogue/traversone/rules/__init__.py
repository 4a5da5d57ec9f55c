"""The rules of Tressette a perdere."""

from __future__ import annotations

from ludocards.catalogue.traversone.rules.play import Traversone

GAME = Traversone()
