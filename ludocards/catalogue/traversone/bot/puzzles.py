"""The judgements that the answer of a puzzle of Tressette a perdere must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.thirds.values import RANKING
from ludocards.catalogue.traversone.bot.levels import MASTER, MOST, SEARCH
from ludocards.engine.game import Command

WORLDS = 60
"""The number of worlds that `exact` evaluates by default."""
GLANCE = replace(MASTER, dealt=200, played=60)
STRONGER = replace(MASTER, dealt=6000, played=1500, until=3)


def glance(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return SEARCH.evaluate(view, legal, GLANCE, "glance")


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> ChoiceValues:
    level = replace(MASTER, dealt=10 * worlds, played=worlds, until=MOST[view["players"]])
    return SEARCH.evaluate(view, legal, level, "exact")


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return SEARCH.evaluate(view, legal, STRONGER, "stronger")


PROVER = Prover(
    tables=[
        ({"preset": "traversone"}, 4),
        ({"preset": "ciapano"}, 3),
        ({"preset": "rovescino"}, 4),
        ({"preset": "traversone"}, 5),
    ],
    affordable=SEARCH.is_solvable,
    glance=glance,
    exact=exact,
    stronger=stronger,
    ranking=lambda view: RANKING,
    seen=lambda view: [*view["hand"], *view.get("laid", ()), *view["removed"]],
)
