"""The players of Tarocchi: those that follow rules of thumb, and those that think."""

from __future__ import annotations

from ludocards.bots.levels import of_club, thinking

POLICIES = {**of_club(__name__), **thinking(__name__, "esperto", "maestro")}
