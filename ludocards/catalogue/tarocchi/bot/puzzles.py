"""The judgements that the answer of a Tarocchi puzzle must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Prover, View
from ludocards.bots.reviewing import Weighed
from ludocards.catalogue.tarocchi.bot.review import LEVEL, weighed_by
from ludocards.catalogue.tarocchi.values import RANKING
from ludocards.engine.game import Command

MOST = 5
EXACT, WORLDS = replace(LEVEL, exact=MOST, until=MOST), 60
STRONGER = replace(LEVEL, dealt=2400, until=4, exact=3)


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> Weighed:
    level = replace(EXACT, dealt=max(EXACT.dealt, worlds))
    return weighed_by(view, legal, legal[0], level, worlds, "exact")


def stronger(view: View, legal: Sequence[Command]) -> Weighed:
    return weighed_by(view, legal, legal[0], STRONGER, 500, "stronger")


PROVER = Prover(
    tables=[({}, 3)],
    affordable=lambda view: len(view["hand"]) <= MOST,
    exact=exact,
    stronger=stronger,
    ranking=lambda view: RANKING,
    trump=lambda view: "T",
    seen=lambda view: [*view["hand"], *(view.get("scarto") or ())],
)
