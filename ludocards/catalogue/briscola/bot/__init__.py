"""The bots of Briscola: those that follow rules of thumb, and those that search."""

from __future__ import annotations

from ludocards.bots.levels import of_club, thinking

POLICIES = {**of_club(__name__), **thinking(__name__, "esperto", "maestro")}

RATINGS = {
    "principiante": 1108,
    "apprendista": 1249,
    "dilettante": 1344,
    "circolo": 1500,
    "esperto": 1645,
    "maestro": 1714,
}
