"""The judgements that the answer of a puzzle of Pescapari must pass, and its only reason."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.bots.proving import Explanation, Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.engine.game import Command
from tests.tinydraw.bot.review import evaluate_in_worlds

EXACT, STRONGER = 30, 60


def exact(view: View, legal: Sequence[Command], worlds: int = EXACT) -> ChoiceValues:
    return evaluate_in_worlds(worlds, view, legal, "exact")


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return evaluate_in_worlds(STRONGER, view, legal, "stronger")


def explained(view: View, best: Command, other: Command) -> Explanation:
    """Explain a choice by the cards that it takes at once."""
    counts = [len(command.get("take") or ()) for command in (best, other)]
    return Explanation(["many"], [{"kind": "many", "best": counts[0], "other": counts[1]}])


PROVER = Prover(
    tables=[({"deals": 1}, 2)],
    affordable=lambda view: view["stock"] == 0,
    exact=exact,
    stronger=stronger,
    alike=lambda card: card.rank,
    explained={"play": explained},
    sufficient=("many",),
)
