"""The judgements that the answer of a Maraffone puzzle must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Heard, Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.maraffone.bot.levels import MASTER, SEARCH
from ludocards.catalogue.maraffone.rules.signals import SIGNALS
from ludocards.catalogue.thirds.values import RANKING
from ludocards.engine.game import Command

EXACT, WORLDS = replace(MASTER, until=10), 60
STRONGER = replace(MASTER, dealt=12000, played=1000, until=4)

WORDS = {signal.code: signal.name for variant in SIGNALS.values() for signal in variant}


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> ChoiceValues:
    level = replace(EXACT, dealt=max(EXACT.dealt, worlds), played=worlds)
    return SEARCH.evaluate(view, legal, level, "exact")


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return SEARCH.evaluate(view, legal, STRONGER, "stronger")


def heard(view: View) -> list[Heard]:
    return [Heard(given["seat"], given["card"][-1], WORDS[given["signal"]]) for given in view["signalled"]]


PROVER = Prover(
    tables=[({}, 4)],
    affordable=SEARCH.is_solvable,
    exact=exact,
    stronger=stronger,
    ranking=lambda view: RANKING,
    trump=lambda view: view["trump"],
    heard=heard,
)
