"""The bots of Briscola: those that follow rules of thumb, and those that search."""

from __future__ import annotations

from ludocards.bots.levels import of_club, thinking

POLICIES = {**of_club(__name__), **thinking(__name__, "esperto", "maestro")}

RATINGS = {
    "principiante": 1366,
    "apprendista": 1436,
    "dilettante": 1458,
    "circolo": 1500,
    "esperto": 1694,
    "maestro": 1741,
}
