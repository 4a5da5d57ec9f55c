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
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, by_world
from ludocards.bots.places import Beliefs, worlds
from ludocards.bots.searching import OneTypeLevel, Search, View, never
from ludocards.catalogue.scopone.bot.beliefs import beliefs, likelihood
from ludocards.catalogue.scopone.bot.club import liked
from ludocards.catalogue.scopone.bot.kernels.pack import INDEX, number_of
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


class ScoponeSearch(Search[Beliefs, Level]):
    """Values are the points that the side is ahead, with three sides of the mean of the other two."""

    beliefs, levels = staticmethod(beliefs), BY_NAME
    master, judge = MASTER, replace(MASTER, dealt=800, played=300)
    exact, heuristic = replace(MASTER, dealt=800, until=DEEPEST), replace(MASTER, until=0)

    def weighted_worlds(self, known: Beliefs, level: Level, chance: Ints) -> tuple[Ints, Floats]:
        rows = worlds(known, level.dealt, chance)
        if level.dealt == level.played:
            return rows, np.ones(len(rows), np.float64)
        return rows, likelihood(known, rows, level.heat, level.slips, memory.outs[0])

    def likely_worlds(self, known: Beliefs, level: Level, chance: Ints) -> tuple[Ints, Floats]:
        if is_certain(known):
            return np.repeat(worlds(known, 1, chance), level.played, axis=0), np.ones(level.played)
        if level.dealt == level.played:
            return self.weighted_worlds(known, level, chance)
        return super().likely_worlds(known, level, chance)

    def values(
        self,
        view: View,
        known: Beliefs,
        rows: Ints,
        commands: Sequence[Command],
        level: Level,
        chance: Ints,
        late: Callable[[], bool] = never,
    ) -> Floats:
        choices = np.array([number_of(command) for command in commands], np.int64)
        until = max(level.until, DEALT["three"]) if level.until and view["players"] == 2 else level.until

        def fill(some: slice, values: Floats) -> None:
            evaluate_worlds(
                known.board, known.hand, known.seats, rows[some], choices, until,
                chance, memory.boards, memory.ends, memory.outs, values,
            )  # fmt: skip

        if not is_certain(known):
            return by_world(len(rows), len(choices), fill, late)
        every, rows = len(rows), rows[:1]
        return np.repeat(by_world(1, len(choices), fill, late), every, axis=0)

    def is_solvable(self, view: View) -> bool:
        """True in the last hand."""
        return view["stock"] == 0 and len(view["hand"]) <= DEEPEST

    def card_numbers(self, view: View) -> Mapping[str, int]:
        return INDEX


SEARCH = ScoponeSearch()


def is_certain(known: Beliefs) -> bool:
    """True if the hidden cards can only lie in one hand."""
    return bool(known.board[STOCK] == 0 and len({*known.places.tolist()}) < 2)


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view; of equally good ones that of *circolo*."""
    if len(legal) == 1:
        return legal[0]
    end = time.perf_counter() + level.ms / 1000
    likes = liked(view)
    best_first = sorted(legal, key=lambda command: likes[number_of(command)], reverse=True)
    evaluated = SEARCH.evaluate(view, best_first, level, late=lambda: time.perf_counter() > end)
    return best_first[evaluated.best()]
