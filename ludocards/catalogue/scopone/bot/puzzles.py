"""The judgements that the answer of a puzzle of Scopone or Scopa must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.scopone.bot.levels import MASTER, SEARCH
from ludocards.catalogue.scopone.bot.reasons import SUFFICIENT, explained
from ludocards.engine.game import Command

WORLDS = 60
STRONGER = replace(MASTER, dealt=4000, played=1000, until=3)
GLANCE = replace(MASTER, dealt=60, played=30, until=1)


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> ChoiceValues:
    """The worlds are drawn by their likelihood from four times as many, at least."""
    level = replace(SEARCH.exact, dealt=max(SEARCH.exact.dealt, 4 * worlds), played=worlds)
    return SEARCH.evaluate(view, legal, level, "exact")


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return SEARCH.evaluate(view, legal, STRONGER, "stronger")


PROVER = Prover(
    tables=[({"preset": "scientifico"}, 4), ({"preset": "nove_carte"}, 4), ({"preset": "scopa"}, 2)],
    affordable=SEARCH.is_solvable,
    exact=exact,
    stronger=stronger,
    glance=lambda view, legal: SEARCH.evaluate(view, legal, GLANCE, "glance"),
    alike=lambda card: card.rank,
    explained={"play": explained},
    sufficient=SUFFICIENT,
)
