"""The bots of Scopone and Scopa: those that follow rules of thumb, and those that search."""

from __future__ import annotations

from ludocards.bots.levels import of_club, thinking

POLICIES = {**of_club(__name__), **thinking(__name__, "esperto", "maestro")}
