"""The players of Tressette: those that follow rules of thumb, and those that think."""

from __future__ import annotations

from ludocards.bots.levels import thinking
from ludocards.catalogue.tressette.bot.club import choose, choose_as_beginner

POLICIES = {
    "principiante": choose_as_beginner,
    "circolo": choose,
    **thinking(__name__, "esperto", "maestro"),
}

YARDSTICKS = thinking(__name__, "pimc", "pimc_as_long")
