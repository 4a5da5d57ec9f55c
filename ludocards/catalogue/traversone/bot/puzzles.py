"""The judgements that the answer of a puzzle of Tressette a perdere must pass."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.bots.proving import Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.thirds.values import RANKING
from ludocards.catalogue.traversone.bot.review import sample_and_evaluate
from ludocards.engine.game import Command

MOST = {3: 6, 4: 5, 5: 4, 6: 3}
"""By the number of players, the most cards in the hand with which the rest of a deal is solved with all cards
seen."""
WORLDS = 60
"""The number of worlds that `exact` evaluates by default."""


def glance(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return sample_and_evaluate(view, legal, dealt=200, played=60, purpose="glance")


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> ChoiceValues:
    until = MOST[view["players"]]
    return sample_and_evaluate(view, legal, dealt=10 * worlds, played=worlds, purpose="exact", until=until)


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return sample_and_evaluate(view, legal, dealt=6000, played=1500, purpose="stronger", until=3)


PROVER = Prover(
    tables=[
        ({"preset": "traversone"}, 4),
        ({"preset": "ciapano"}, 3),
        ({"preset": "rovescino"}, 4),
        ({"preset": "traversone"}, 5),
    ],
    affordable=lambda view: len(view["hand"]) <= MOST[view["players"]],
    glance=glance,
    exact=exact,
    stronger=stronger,
    ranking=lambda view: RANKING,
    seen=lambda view: [*view["hand"], *view.get("laid", ()), *view["removed"]],
)
