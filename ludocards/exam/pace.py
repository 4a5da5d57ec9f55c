"""The thinking time of a level, and how far it depends on the cards that the level holds.

A table hides it: a bot answers after a delay that is drawn without looking at a hand, and that is no shorter
than `Level.seconds`. So only choices that take longer can betray something.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludocards.bots.levels import DEFAULT_POLICY, seconds_of
from ludocards.bots.registry import POLICIES
from ludocards.engine.game import Step
from ludocards.engine.registry import GAMES
from ludocards.exam.duels import Duel, deal_of_duel, score_of_step

SOONEST = 0.5
"""The shortest delay at the usual pace of a level that has no time of its own, in seconds."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The processor times of a level's choices, in milliseconds."""

    few: float
    """The median with two or three choices, and with more (`many`)."""
    many: float
    correlation: float
    """Between the time and the number of choices."""
    late: float
    """The share of choices that take longer than the shortest delay of an answer."""


def measure_pace(duel: Duel, level: str, numbers: Sequence[int]) -> Pace:
    """Measure a level in positions that *circolo* reaches."""
    game, think, play = GAMES[duel.game], POLICIES[duel.game][level], POLICIES[duel.game][DEFAULT_POLICY]
    times: list[tuple[int, float]] = []
    for number in numbers:
        step: Any = deal_of_duel(duel, number)
        while isinstance(step, Step) and not score_of_step(step):
            seat = game.to_act(step.state)[0]
            view, legal = game.view(step.state, seat), game.legal(step.state, seat)
            if len(legal) > 1:
                begun = time.thread_time()
                think(view, legal)
                times.append((len(legal), 1000 * (time.thread_time() - begun)))
            step = game.apply(step.state, seat, play(view, legal))
    choices, taken = [each for each, _ in times], [each for _, each in times]
    return Pace(
        few=statistics.median(ms for count, ms in times if count <= 3),
        many=statistics.median(ms for count, ms in times if count > 3),
        correlation=statistics.correlation(choices, taken),
        late=statistics.fmean(ms > 1000 * (seconds_of(level) or SOONEST) for ms in taken),
    )
