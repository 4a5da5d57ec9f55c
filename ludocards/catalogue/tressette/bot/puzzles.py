"""The judgements that the answer of a Tressette puzzle must pass, between two pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Heard, Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.thirds.values import RANKING
from ludocards.catalogue.tressette.bot.levels import MASTER, SEARCH
from ludocards.catalogue.tressette.rules.signals import SIGNALS
from ludocards.engine.game import Command

WORLDS = 200
STRONGER = replace(MASTER, dealt=24000, played=1500, exact=3, until=5)

WORDS = {signal.code: signal.name for variant in SIGNALS.values() for signal in variant}


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> ChoiceValues:
    level = replace(SEARCH.exact, dealt=max(SEARCH.exact.dealt, worlds), played=worlds)
    return SEARCH.evaluate(view, legal, level, "exact")


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return SEARCH.evaluate(view, legal, STRONGER, "stronger")


def heard(view: View) -> list[Heard]:
    """The declarations and signals of this deal whose suit everybody knows."""
    declared = [
        Heard(said["seat"], said["suit"], said["text"]) for said in view["announcements"] if said["suit"]
    ]
    return declared + [
        Heard(given["seat"], given["card"][-1], WORDS[given["signal"]]) for given in view["signalled"]
    ]


PROVER = Prover(
    tables=[({"preset": preset}, 4) for preset in ("classico", "ludopoli", "bredese", "neutra")],
    affordable=lambda view: len(view["hand"]) <= 8,
    exact=exact,
    stronger=stronger,
    ranking=lambda view: RANKING,
    heard=heard,
)
