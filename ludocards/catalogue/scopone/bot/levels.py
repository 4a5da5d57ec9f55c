"""The bots of Scopone and Scopa that search: they sample the hidden cards and the stock (determinizations, or
"worlds"), and evaluate every choice in many of them.

In a playout each seat plays by the rules of thumb and uses only what it may see; the last few cards are
searched with all cards seen. So two players of Scopa, who know each other's last hand, play it exactly. The
bots maximise the lead of their side in the deal.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, as_likely, by_world, seed_of
from ludocards.bots.places import Beliefs, worlds
from ludocards.bots.reviewing import ChoiceValues
from ludocards.bots.search_levels import OneTypeLevel
from ludocards.catalogue.scopone.bot.beliefs import beliefs, likelihood
from ludocards.catalogue.scopone.bot.club import liked
from ludocards.catalogue.scopone.bot.kernels.pack import number_of
from ludocards.catalogue.scopone.bot.kernels.play import BOARD, OUT, STOCK
from ludocards.catalogue.scopone.bot.kernels.worlds import evaluate_worlds
from ludocards.catalogue.scopone.values import DEALT
from ludocards.engine.game import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(OneTypeLevel):
    """The parameters of a bot that searches."""

    until: int
    """The number of cards in the hand at which a playout ends and the search begins; with two players three,
    since they know each other's last hand."""
    heat: float = 0.25
    """In points."""


MASTER = Level(dealt=400, played=160, ms=250, until=2)
EXPERT = Level(dealt=24, played=24, ms=60, until=1)

BY_NAME: Mapping[str, Level] = {"maestro": MASTER, "esperto": EXPERT}

DEEPEST = 4
"""The largest number of cards in the hand for which there is room in a search."""


class Memory(threading.local):
    """The arrays that the kernels write, for each thread."""

    def __init__(self) -> None:
        self.boards = np.zeros((4 * DEEPEST + 1, BOARD), np.int64)
        self.ends = np.zeros((len(self.boards), 4), np.float64)
        self.outs = np.zeros((len(self.boards), *OUT), np.float64)


memory = Memory()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view; of equally good ones that of *circolo*."""
    if len(legal) == 1:
        return legal[0]
    end = time.perf_counter() + level.ms / 1000
    likes = liked(view)
    best_first = sorted(legal, key=lambda command: likes[number_of(command)], reverse=True)
    evaluated = sample_and_evaluate(view, best_first, level, late=lambda: time.perf_counter() > end)
    return best_first[evaluated.best()]


def sample_and_evaluate(
    view: Mapping[str, Any],
    legal: Sequence[Command],
    level: Level,
    purpose: str = "",
    late: Callable[[], bool] = lambda: False,
) -> ChoiceValues:
    """The lead of the side after each command, in sampled worlds, until time runs out; in other worlds for
    each purpose."""
    known, chance = beliefs(view), np.array([seed_of(view, purpose)], np.int64)
    rows, weights = likely_worlds(known, level, chance)
    choices = np.array([number_of(command) for command in legal], np.int64)
    until = max(level.until, DEALT["three"]) if view["players"] == 2 else level.until

    def fill(some: slice, values: Floats) -> None:
        evaluate_worlds(
            known.board, known.hand, known.seats, rows[some], choices, until,
            chance, memory.boards, memory.ends, memory.outs, values,
        )  # fmt: skip

    values = by_world(len(rows), len(choices), fill, late)
    if len(rows) == 1:
        values = np.repeat(values, len(weights), axis=0)
    return ChoiceValues(tuple(legal), values, weights[: len(values)])


def likely_worlds(known: Beliefs, level: Level, chance: Ints) -> tuple[Ints, Floats]:
    """The worlds that a level evaluates, drawn by their likelihood, with their weights; one row for all of
    them if the hidden cards can only lie in one hand."""
    if known.board[STOCK] == 0 and len({*known.places.tolist()}) < 2:
        return worlds(known, 1, chance), np.ones(level.played, np.float64)
    rows = worlds(known, level.dealt, chance)
    if level.dealt == level.played:
        return rows, np.ones(len(rows), np.float64)
    weights = likelihood(known, rows, level.heat, level.slips, memory.outs[0])
    return as_likely(rows, weights, level.played)
