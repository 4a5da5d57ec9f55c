"""The judgements that the answer of a Whist puzzle must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.whist.bot.levels import MASTER, MOST, SEARCH
from ludocards.catalogue.whist.values import ACE_HIGH, RANKING
from ludocards.engine.game import Command

WORLDS = 60
STRONGER = replace(MASTER, dealt=4000, played=1500, until=3)


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> ChoiceValues:
    level = replace(MASTER, dealt=10 * worlds, played=worlds, until=MOST)
    return SEARCH.evaluate(view, legal, level, "exact")


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return SEARCH.evaluate(view, legal, STRONGER, "stronger")


PROVER = Prover(
    tables=[({}, 4), ({}, 3)],
    affordable=lambda view: len(view["hand"]) <= MOST,
    exact=exact,
    stronger=stronger,
    asks=("play", "bid"),
    announced=lambda view: [tricks for tricks in view["bids"] if tricks is not None],
    ranking=lambda view: ACE_HIGH if view["asso_alto"] else RANKING,
    trump=lambda view: view["trump"] and view["trump"]["suit"],
    seen=lambda view: [*view["hand"], *([view["trump"]["card"]] if view["trump"] else ())],
    need=lambda view, seat: view["bids"][seat] - view["made"][seat],
)
