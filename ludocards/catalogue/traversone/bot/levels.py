"""The bots of Tressette a perdere that search: they sample the hidden cards (determinizations, or "worlds"),
and evaluate every card in many of them.

In a playout each seat plays by the rules of thumb and uses only what it may see; the last few cards are
searched with all cards seen. The bots minimise their own points of the deal. The card that the dealer lays by
is that of *circolo* at every level.
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
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX
from ludocards.catalogue.traversone.bot.beliefs import beliefs, likelihood
from ludocards.catalogue.traversone.bot.club import card_of, choose
from ludocards.catalogue.traversone.bot.kernels.play import BOARD, OUT
from ludocards.catalogue.traversone.bot.kernels.worlds import evaluate_worlds
from ludocards.engine.game import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(OneTypeLevel):
    """The parameters of a bot that searches."""

    heat: float = 1.5
    """In thirds of a point."""
    until: int | None = None
    """The number of cards in the hand at which a playout ends and the search begins; None for `UNTIL`. Below
    0 nothing is played out, not even the trick."""


MASTER = Level(dealt=2000, played=500, ms=250)
EXPERT = Level(dealt=100, played=60, ms=60)

BY_NAME: Mapping[str, Level] = {"maestro": MASTER, "esperto": EXPERT}

UNTIL = {3: 3, 4: 2, 5: 2, 6: 1}
"""The number of cards in the hand at which a playout ends and the search begins, by the number of players."""
MOST = {3: 6, 4: 5, 5: 4, 6: 3}
"""By the number of players, the most cards in the hand with which the rest of a deal is solved with all cards
seen."""
DEEPEST = max(players * most for players, most in MOST.items())
"""The most cards that a search plays."""


class Memory(threading.local):
    """The arrays that the kernels write, for each thread."""

    def __init__(self) -> None:
        self.boards = np.zeros((1 + DEEPEST, BOARD), np.int64)
        self.ends = np.zeros((len(self.boards), 6), np.float64)
        self.out = np.zeros(OUT, np.float64)


memory = Memory()


class TraversoneSearch(Search[Beliefs, Level]):
    """Values are minus the thirds of the player's points."""

    beliefs, levels = staticmethod(beliefs), BY_NAME
    master, judge = MASTER, replace(MASTER, played=300)
    exact, heuristic = replace(MASTER, until=-1), replace(MASTER, until=0)
    unjudged = ("discard",)

    def weighted_worlds(self, known: Beliefs, level: Level, chance: Ints) -> tuple[Ints, Floats]:
        rows = worlds(known, level.dealt, chance)
        return rows, likelihood(known, rows, level.heat, level.slips, memory.out)

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
        choices = np.array([INDEX[card_of(command)] for command in commands], np.int64)
        until = UNTIL[view["players"]] if level.until is None else min(level.until, MOST[view["players"]])

        def fill(some: slice, values: Floats) -> None:
            evaluate_worlds(
                known.board, known.hand, known.seats, rows[some], choices, until,
                memory.boards, memory.ends, memory.out, values,
            )  # fmt: skip

        return by_world(len(rows), len(choices), fill, late)

    def is_solvable(self, view: View) -> bool:
        return view["phase"] == "play" and len(view["hand"]) <= MOST[view["players"]]

    def is_weighable(self, view: View) -> bool:
        return bool(view["phase"] == "play")

    def card_numbers(self, view: View) -> Mapping[str, int]:
        return INDEX


SEARCH = TraversoneSearch()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view."""
    if len(legal) == 1 or view["phase"] == "discard":
        return choose(view, legal)
    end = time.perf_counter() + level.ms / 1000
    return legal[SEARCH.evaluate(view, legal, level, late=lambda: time.perf_counter() > end).best()]
