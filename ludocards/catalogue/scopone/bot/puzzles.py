"""The judgements that the answer of a puzzle of Scopone or Scopa must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.scopone.bot.levels import DEEPEST, MASTER, sample_and_evaluate
from ludocards.catalogue.scopone.bot.reasons import SUFFICIENT, explained
from ludocards.engine.game import Command

WORLDS = 60
EXACT = replace(MASTER, dealt=800, until=DEEPEST)
STRONGER = replace(MASTER, dealt=4000, played=1000, until=3)
GLANCE = replace(MASTER, dealt=60, played=30, until=1)


def is_affordable(view: View) -> bool:
    """True in the last hand, when the rest can be solved with all cards seen."""
    return view["stock"] == 0 and len(view["hand"]) <= DEEPEST


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> ChoiceValues:
    """The worlds are drawn by their likelihood from four times as many, at least."""
    level = replace(EXACT, dealt=max(EXACT.dealt, 4 * worlds), played=worlds)
    return sample_and_evaluate(view, legal, level, "exact")


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return sample_and_evaluate(view, legal, STRONGER, "stronger")


PROVER = Prover(
    tables=[({"preset": "scientifico"}, 4), ({"preset": "nove_carte"}, 4), ({"preset": "scopa"}, 2)],
    affordable=is_affordable,
    exact=exact,
    stronger=stronger,
    glance=lambda view, legal: sample_and_evaluate(view, legal, GLANCE, "glance"),
    alike=lambda card: card.rank,
    explained={"play": explained},
    sufficient=SUFFICIENT,
)
