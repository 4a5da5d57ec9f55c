"""The bots of Maraffone that search: they sample the hidden cards (determinizations, or "worlds") and
evaluate every suit that they may name and every card in each world.

A world is evaluated by a playout in which each seat follows the rules of thumb and uses only what it may see,
so that nobody profits from hidden cards; with few cards left, by best play with all cards seen. The words
that go with a card are those of the club bot.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, by_world
from ludocards.bots.kernels.transposition import empty_table
from ludocards.bots.searching import OneTypeLevel, Search, View, never
from ludocards.catalogue.maraffone.bot.beliefs import Beliefs, beliefs, likelihood, worlds
from ludocards.catalogue.maraffone.bot.board import board_of, number_of
from ludocards.catalogue.maraffone.bot.club import choose, liked, spoken
from ludocards.catalogue.maraffone.bot.kernels.play import BOARD, OUT
from ludocards.catalogue.maraffone.bot.kernels.worlds import evaluate_worlds
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, bits
from ludocards.engine.game import Command

ROWS = 1 << 10
"""The rows of the table of one world's search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(OneTypeLevel):
    """The parameters of a bot that searches."""

    until: int
    """The number of cards in the hand at which a playout ends and the search begins; below 0 nothing is
    played out, not even the trick."""
    heat: float = 1.0
    """In thirds."""


MASTER = Level(dealt=2000, played=100, ms=250, until=4)
EXPERT = Level(dealt=100, played=24, ms=60, until=2)
SKILLED = Level(dealt=30, played=6, ms=60, until=2)

BY_NAME: Mapping[str, Level] = {"maestro": MASTER, "esperto": EXPERT, "provetto": SKILLED}


class Memory(threading.local):
    """The arrays that the kernels write, for each thread."""

    def __init__(self) -> None:
        self.boards = np.zeros((42, BOARD), np.int64)
        self.out = np.zeros(OUT, np.float64)
        self.keys, self.stored = empty_table(ROWS)


memory = Memory()


class MaraffoneSearch(Search[Beliefs, Level]):
    """Values are half of the thirds of the side minus those of the other: a third lost counts once."""

    beliefs, levels = staticmethod(beliefs), BY_NAME
    master, judge = MASTER, replace(MASTER, played=300, until=2)
    exact, heuristic = replace(MASTER, until=-1), replace(MASTER, until=0)
    unjudged = ("accuse",)

    def weighted_worlds(self, known: Beliefs, level: Level, chance: Ints) -> tuple[Ints, Floats]:
        rows = worlds(known, level.dealt, chance)
        if len(known.boards):
            return rows, likelihood(known, rows, level.heat, level.slips, memory.out)
        return rows, np.ones(len(rows), np.float64)

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

        def fill(some: slice, values: Floats) -> None:
            evaluate_worlds(
                known.board, known.hand, known.seats, rows[some], choices, level.until,
                memory.boards, memory.out, memory.keys, memory.stored, values,
            )  # fmt: skip

        return by_world(len(rows), len(choices), fill, late) / 2

    def is_solvable(self, view: View) -> bool:
        return len(view["hand"]) <= 6

    def card_numbers(self, view: View) -> Mapping[str, int]:
        return INDEX


SEARCH = MaraffoneSearch()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view."""
    if len(legal) == 1 or legal[-1].do == "accuse":
        return choose(view, legal)
    end = time.perf_counter() + level.ms / 1000
    board = board_of(view)
    likes = liked(board, bits(view["hand"]))
    best_first = sorted(legal, key=lambda command: likes[number_of(command)], reverse=True)
    found = SEARCH.evaluate(view, best_first, level, late=lambda: time.perf_counter() > end)
    return spoken(view, board, best_first[found.best()])
