"""The bots of Tressette: those that follow rules of thumb, and those that search."""

from __future__ import annotations

from ludocards.bots.levels import of_club, thinking

POLICIES = {**of_club(__name__), **thinking(__name__, "provetto", "esperto", "maestro")}

RATINGS = {
    "principiante": 1286,
    "apprendista": 1374,
    "dilettante": 1437,
    "circolo": 1500,
    "provetto": 1621,
    "esperto": 1699,
    "maestro": 1726,
}

YARDSTICKS = thinking(__name__, "maestro_by_rules", "esperto_by_rules", "pimc", "pimc_as_long")
"""The levels without what the network has learned, and plain PIMC."""
