"""The bots of Whist: those that follow rules of thumb, and those that search."""

from __future__ import annotations

from ludocards.bots.levels import of_club, thinking

POLICIES = {**of_club(__name__), **thinking(__name__, "provetto", "esperto", "maestro")}

RATINGS = {
    "principiante": 1177,
    "apprendista": 1250,
    "dilettante": 1357,
    "circolo": 1500,
    "provetto": 1625,
    "esperto": 1647,
    "maestro": 1750,
}
