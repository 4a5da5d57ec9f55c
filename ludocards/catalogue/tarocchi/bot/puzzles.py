"""The judgements that the answer of a Tarocchi puzzle must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Prover, View
from ludocards.bots.reviewing import Weighed
from ludocards.catalogue.tarocchi.bot import scarto
from ludocards.catalogue.tarocchi.bot.reasons import SUFFICIENT, explained, winners
from ludocards.catalogue.tarocchi.bot.review import LEVEL, weighed, weighed_by
from ludocards.catalogue.tarocchi.values import RANKING
from ludocards.engine.game import Command

MOST = 5
EXACT, WORLDS = replace(LEVEL, exact=MOST, until=MOST), 60
STRONGER = replace(LEVEL, dealt=2400, until=4, exact=3)


def reviewed(view: View, legal: Sequence[Command]) -> Weighed:
    if view["phase"] == "discard":
        return scarto.weighed(view, legal, LEVEL, 400, "review")
    return weighed(view, legal, legal[0])


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> Weighed:
    """After a scarto only the last four cards of each hand are solved."""
    if view["phase"] == "discard":
        return scarto.weighed(view, legal, replace(LEVEL, until=4), max(500, worlds), "exact")
    level = replace(EXACT, dealt=max(EXACT.dealt, worlds))
    return weighed_by(view, legal, legal[0], level, worlds, "exact")


def stronger(view: View, legal: Sequence[Command]) -> Weighed:
    if view["phase"] == "discard":
        return scarto.played_on(view, legal, 60, "stronger")
    return weighed_by(view, legal, legal[0], STRONGER, 500, "stronger")


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
