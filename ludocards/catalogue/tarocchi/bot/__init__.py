"""The bots of Tarocchi: those that follow rules of thumb, and those that search."""

from __future__ import annotations

from ludocards.bots.levels import of_club, thinking

POLICIES = {**of_club(__name__), **thinking(__name__, "provetto", "esperto", "maestro")}

RATINGS = {
    "principiante": 1330,
    "apprendista": 1399,
    "dilettante": 1464,
    "circolo": 1500,
    "provetto": 1697,
    "esperto": 1825,
    "maestro": 1958,
}
