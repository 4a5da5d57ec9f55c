"""The bots of Scopone and Scopa: those that follow rules of thumb."""

from __future__ import annotations

from ludocards.bots.levels import of_club

POLICIES = of_club(__name__)
