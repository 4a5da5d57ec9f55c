"""The judgements that the answer of a Tarocchi puzzle must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.tarocchi.bot import scarto
from ludocards.catalogue.tarocchi.bot.reasons import SUFFICIENT, explained, winners
from ludocards.catalogue.tarocchi.bot.review import LEVEL, evaluate_choices, sample_and_evaluate
from ludocards.catalogue.tarocchi.values import RANKING
from ludocards.engine.game import Command

MOST = 5
"""The most cards in the hand with which the rest of a deal is solved with all cards seen."""
EXACT, WORLDS = replace(LEVEL, exact=MOST, until=MOST), 60
"""The parameters of `exact` for a card, and the number of worlds that it evaluates by default."""
STRONGER = replace(LEVEL, dealt=2400, until=4, exact=3)
"""The parameters of `stronger` for a card."""

# `evaluate_choices` and `sample_and_evaluate` use the chosen command only for a scarto, about which they are
# not asked here. A puzzle has none yet, so they get the first that is legal.


def reviewed(view: View, legal: Sequence[Command]) -> ChoiceValues:
    """Judge like the review, but compare all the given scarti."""
    if view["phase"] == "discard":
        return scarto.evaluate_scarti(view, legal, LEVEL, many=400, purpose="review")
    return evaluate_choices(view, legal, chosen=legal[0])


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> ChoiceValues:
    """Solve the rest of the deal in each world. A scarto is too early for that: after it heuristic playouts
    lead to the last four cards of each hand, and only these are solved."""
    if view["phase"] == "discard":
        level = replace(LEVEL, until=4)
        return scarto.evaluate_scarti(view, legal, level, many=max(500, worlds), purpose="exact")
    level = replace(EXACT, dealt=max(EXACT.dealt, worlds))
    return sample_and_evaluate(view, legal, legal[0], level, played=worlds, purpose="exact")


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    """Judge a card in more worlds, and a scarto by bots that search before every card."""
    if view["phase"] == "discard":
        return scarto.played_on(view, legal, many=60, purpose="stronger")
    return sample_and_evaluate(view, legal, legal[0], STRONGER, played=500, purpose="stronger")


PROVER = Prover(
    tables=[({}, 3)],
    affordable=lambda view: view["phase"] == "discard" or len(view["hand"]) <= MOST,
    shortlist=lambda view, legal: scarto.shortlist(view, legal) if view["phase"] == "discard" else legal,
    reviewed=reviewed,
    rivals=4,
    exact=exact,
    stronger=stronger,
    asks=("play", "discard"),
    ranking=lambda view: RANKING,
    trump=lambda view: "T",
    seen=lambda view: [*view["hand"], *(view.get("scarto") or ())],
    explained={"discard": explained},
    winners=winners,
    sufficient=SUFFICIENT,
)
