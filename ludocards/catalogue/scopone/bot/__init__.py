"""The bots of Scopone and Scopa: those that follow rules of thumb, and those that search."""

from __future__ import annotations

from ludocards.bots.levels import of_club, thinking

POLICIES = {**of_club(__name__), **thinking(__name__, "esperto", "maestro")}

RATINGS = {
    "principiante": 919,
    "apprendista": 1096,
    "dilettante": 1242,
    "circolo": 1500,
    "esperto": 1611,
    "maestro": 1799,
}
