"""The judgements that the answer of a Briscola puzzle must pass.

Where a deal is a game, the exact solver counts games and the other judgements points, so an answer is the
best for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludocards.bots.proving import Heard, Prover, View
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.briscola.bot.beliefs import SIGNED
from ludocards.catalogue.briscola.bot.levels import GAME, MASTER, SEARCH
from ludocards.catalogue.briscola.rules.signals import SIGNALS
from ludocards.catalogue.briscola.values import POINTS, RANKING
from ludocards.engine.game import Command

WORLDS = 60
STRONGER = replace(MASTER, dealt=6000, played=1500, until=3)

WORDS = {signal.code: signal.name for variant in SIGNALS.values() for signal in variant}


def exact(view: View, legal: Sequence[Command], worlds: int = WORLDS) -> ChoiceValues:
    points, game = (1.0, 0.0) if view["unit"] == "points" else (0.0, GAME)
    dealt = max(SEARCH.exact.dealt, worlds)
    level = replace(SEARCH.exact, dealt=dealt, played=worlds, points=points, game=game)
    return SEARCH.evaluate(view, legal, level, "exact")


def stronger(view: View, legal: Sequence[Command]) -> ChoiceValues:
    return SEARCH.evaluate(view, legal, STRONGER, "stronger")


def last_draw(view: View, winner: int) -> tuple[int, str] | None:
    """The seat that gets the turned card, the last of the stock, if `winner` takes this trick."""
    if view["stock"] != view["players"]:
        return None
    return (winner - 1) % view["players"], view["turned"]


def heard(view: View) -> list[Heard]:
    """The signs about trumps."""
    return [
        Heard(given["seat"], view["trump"], WORDS[given["signal"]])
        for given in view["signalled"]
        if given["signal"] in SIGNED
    ]


PROVER = Prover(
    tables=[({"match_end": {"deals": 4}}, 2), ({"match_end": {"deals": 4}}, 4)],
    affordable=SEARCH.is_solvable,
    exact=exact,
    stronger=stronger,
    ranking=lambda view: RANKING,
    trump=lambda view: view["trump"],
    follows_suit=False,
    values_last_trick=False,
    points=lambda card: POINTS[card.rank],
    last_draw=last_draw,
    heard=heard,
)
