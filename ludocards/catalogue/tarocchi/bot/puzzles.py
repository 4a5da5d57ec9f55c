"""The judgements that the answer of a Tarocchi puzzle must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.tarocchi.bot import scarto
from ludocards.catalogue.tarocchi.bot.levels import MASTER, SEARCH
from ludocards.catalogue.tarocchi.bot.reasons import SUFFICIENT, explained, winners
from ludocards.catalogue.tarocchi.values import RANKING
from ludocards.engine.game import Command

WORLDS = 60
"""The number of worlds that `exact` evaluates by default for a card."""
STRONGER = replace(MASTER, dealt=2400, played=500, until=4)
"""The parameters of `stronger` for a card."""


def reviewed(view: View, legal: Sequence[Command]) -> ChoiceValues:
    """Judge like the review, but compare all the given scarti."""
    if view["phase"] == "discard":
        return scarto.evaluate_scarti(view, legal, MASTER, many=400, purpose="review")
    return SEARCH.evaluate(view, legal, SEARCH.judge, "review")


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> ChoiceValues:
    """Solve the rest of the deal in each world. A scarto is too early for that: after it heuristic playouts
    lead to the last four cards of each hand, and only these are solved."""
    if view["phase"] == "discard":
        level = replace(MASTER, until=4)
        return scarto.evaluate_scarti(view, legal, level, many=max(500, worlds), purpose="exact")
    level = replace(SEARCH.exact, dealt=max(SEARCH.exact.dealt, worlds), played=worlds)
    return SEARCH.evaluate(view, legal, level, "exact")


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    """Judge a card in more worlds, and a scarto by bots that search before every card."""
    if view["phase"] == "discard":
        return scarto.played_on(view, legal, many=60, purpose="stronger")
    return SEARCH.evaluate(view, legal, STRONGER, "stronger")


PROVER = Prover(
    tables=[({}, 3)],
    affordable=lambda view: view["phase"] == "discard" or SEARCH.is_solvable(view),
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
