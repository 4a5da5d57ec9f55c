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
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, as_likely, by_world, seed_of
from ludocards.bots.kernels.transposition import empty_table
from ludocards.bots.reviewing import ChoiceValues
from ludocards.bots.search_levels import OneTypeLevel
from ludocards.catalogue.maraffone.bot.beliefs import Beliefs, beliefs, likelihood, worlds
from ludocards.catalogue.maraffone.bot.board import number_of
from ludocards.catalogue.maraffone.bot.club import choose, liked, spoken
from ludocards.catalogue.maraffone.bot.kernels.play import BOARD, OUT
from ludocards.catalogue.maraffone.bot.kernels.worlds import evaluate_worlds
from ludocards.engine.game import Command

ROWS = 1 << 10
"""The rows of the table of one world's search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(OneTypeLevel):
    """The parameters of a bot that searches."""

    until: int
    """The number of cards in the hand at which a playout ends and the search begins."""
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


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view."""
    if len(legal) == 1 or legal[-1].do == "accuse":
        return choose(view, legal)
    end = time.perf_counter() + level.ms / 1000
    known = beliefs(view)
    likes = liked(known.board, known.hand)
    best_first = sorted(legal, key=lambda command: likes[number_of(command)], reverse=True)
    found = sample_and_evaluate(known, best_first, level, seed_of(view), lambda: time.perf_counter() > end)
    return spoken(view, known.board, best_first[found.best()])


def sample_and_evaluate(
    known: Beliefs,
    commands: Sequence[Command],
    level: Level,
    seed: int,
    late: Callable[[], bool] = lambda: False,
) -> ChoiceValues:
    """The gain of each command in sampled worlds until time runs out, in thirds, minus that of the others."""
    rows = worlds(known, level.dealt, np.array([seed], np.int64))
    weights: Floats = np.ones(len(rows), np.float64)
    if len(known.boards):
        weights = likelihood(known, rows, level.heat, level.slips, memory.out)
    rows, weights = as_likely(rows, weights, level.played)
    choices = np.array([number_of(command) for command in commands], np.int64)

    def fill(some: slice, values: Floats) -> None:
        evaluate_worlds(
            known.board, known.hand, known.seats, rows[some], choices, level.until,
            memory.boards, memory.out, memory.keys, memory.stored, values,
        )  # fmt: skip

    values = by_world(len(rows), len(choices), fill, late)
    return ChoiceValues(tuple(commands), values, weights[: len(values)])
