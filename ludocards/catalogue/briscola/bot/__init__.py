"""The bots of Briscola: those that follow rules of thumb, and those that search."""

from __future__ import annotations

from ludocards.bots.levels import of_club, thinking

POLICIES = {**of_club(__name__), **thinking(__name__, "esperto", "maestro")}

RATINGS = {
    "principiante": 1106,
    "apprendista": 1246,
    "dilettante": 1341,
    "circolo": 1500,
    "esperto": 1639,
    "maestro": 1729,
}
