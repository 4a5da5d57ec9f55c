"""The bots of Tressette a perdere: those that follow rules of thumb, and those that search."""

from __future__ import annotations

from ludocards.bots.levels import of_club, thinking

POLICIES = {**of_club(__name__), **thinking(__name__, "esperto", "maestro")}

RATINGS = {
    "principiante": 841,
    "apprendista": 937,
    "dilettante": 1115,
    "circolo": 1500,
    "esperto": 1589,
    "maestro": 1646,
}
