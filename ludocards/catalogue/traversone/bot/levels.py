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
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, as_likely, by_world, seed_of
from ludocards.bots.places import Beliefs, worlds
from ludocards.bots.search_levels import OneTypeLevel
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


MASTER = Level(dealt=2000, played=500, ms=250)
EXPERT = Level(dealt=100, played=60, ms=60)

BY_NAME: Mapping[str, Level] = {"maestro": MASTER, "esperto": EXPERT}

UNTIL = {3: 3, 4: 2, 5: 2, 6: 1}
"""The number of cards in the hand at which a playout ends and the search begins, by the number of players."""
DEEPEST = 5
"""The largest of these numbers for which there is room."""


class Memory(threading.local):
    """The arrays that the kernels write, for each thread."""

    def __init__(self) -> None:
        self.boards = np.zeros((1 + 6 * DEEPEST, BOARD), np.int64)
        self.ends = np.zeros((len(self.boards), 6), np.float64)
        self.out = np.zeros(OUT, np.float64)


memory = Memory()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view."""
    if len(legal) == 1 or view["phase"] == "discard":
        return choose(view, legal)
    best = choice(view, legal, level)
    return legal[best]


def choice(
    view: Mapping[str, Any],
    legal: Sequence[Command],
    level: Level,
    clock: Callable[[], float] = time.perf_counter,
) -> int:
    """The index of the command with the highest gain in the worlds evaluated within the time limit."""
    end = clock() + level.ms / 1000
    known, chance = beliefs(view), np.array([seed_of(view)], np.int64)
    rows, weights = likely_worlds(known, level.dealt, level.played, chance, level)
    values = by_choice(known, rows, numbers(legal), late=lambda: clock() > end)
    return int(np.argmax(weights[: len(values)] @ values))


def numbers(legal: Sequence[Command]) -> Ints:
    """The cards of these commands, as the kernels number them."""
    return np.array([INDEX[card_of(command)] for command in legal], np.int64)


def likely_worlds(
    known: Beliefs, dealt: int, played: int, chance: Ints, model: Level = MASTER
) -> tuple[Ints, Floats]:
    """`played` of `dealt` worlds, drawn by their likelihood, with their weights."""
    rows = worlds(known, dealt, chance)
    return as_likely(rows, likelihood(known, rows, model.heat, model.slips, memory.out), played)


def by_choice(
    known: Beliefs,
    rows: Ints,
    choices: Ints,
    late: Callable[[], bool] = lambda: False,
    until: int | None = None,
) -> Floats:
    """The gain of each card in each of these worlds (a row) until time runs out, in thirds; `until` is the
    number of cards at which the search begins."""
    depth = UNTIL[len(known.seats) + 1] if until is None else until

    def fill(some: slice, values: Floats) -> None:
        evaluate_worlds(
            known.board, known.hand, known.seats, rows[some], choices, depth,
            memory.boards, memory.ends, memory.out, values,
        )  # fmt: skip

    return by_world(len(rows), len(choices), fill, late)
