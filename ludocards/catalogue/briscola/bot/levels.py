"""The bots of Briscola that search: they sample the hidden cards and the stock (determinizations, or
"worlds") and evaluate every card in each world.

A world is evaluated by a playout in which each seat follows the rules of thumb and uses only what it may see,
so that nobody profits from hidden cards; the last tricks by best play with all cards seen. When the stock is
empty, two players know each other's cards, and then the play is exact. Exchanges and signs are those of the
club bot.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, as_likely, by_world, seed_of
from ludocards.bots.reviewing import ChoiceValues
from ludocards.bots.search_levels import OneTypeLevel
from ludocards.catalogue.briscola.bot.beliefs import Beliefs, beliefs, likelihood, worlds
from ludocards.catalogue.briscola.bot.board import number_of
from ludocards.catalogue.briscola.bot.club import liked, plays, spoken, worthwhile
from ludocards.catalogue.briscola.bot.kernels.play import BOARD, OUT, PLAYERS
from ludocards.catalogue.briscola.bot.kernels.worlds import evaluate_worlds
from ludocards.catalogue.briscola.values import CARDS
from ludocards.engine.game import Command

GAME = 40.0
"""The points that winning the game is worth, where a deal is a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(OneTypeLevel):
    """The parameters of a bot that searches."""

    until: int
    """The number of tricks to come at which a playout ends and the search begins; at least three with two
    players, who know each other's cards by then."""
    heat: float = 5.0
    """In points."""


MASTER = Level(dealt=3000, played=1000, ms=250, until=2, heat=4.0)
EXPERT = Level(dealt=60, played=60, ms=60, until=2)

BY_NAME: Mapping[str, Level] = {"maestro": MASTER, "esperto": EXPERT}


class Memory(threading.local):
    """The arrays that the kernels write, for each thread."""

    def __init__(self) -> None:
        self.boards = np.zeros((24, BOARD), np.int64)
        self.ends = np.zeros((24, 4), np.int64)
        self.out = np.zeros(OUT, np.float64)


memory = Memory()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view."""
    if exchange := worthwhile(view, legal):
        return exchange
    cards = plays(legal)
    if len(cards) == 1:
        return spoken(view, cards[0])
    end = time.perf_counter() + level.ms / 1000
    known = beliefs(view)
    likes = liked(known.board, known.hand)
    best_first = sorted(cards, key=lambda command: likes[number_of(command)], reverse=True)
    worth = GAME if view["unit"] == "game" else 0.0
    found = sample_and_evaluate(
        known, best_first, level, seed_of(view), 1.0, worth, lambda: time.perf_counter() > end
    )
    return spoken(view, best_first[found.best()])


def sample_and_evaluate(
    known: Beliefs,
    commands: Sequence[Command],
    level: Level,
    seed: int,
    points: float = 1.0,
    game: float = 0.0,
    late: Callable[[], bool] = lambda: False,
) -> ChoiceValues:
    """The value of each command in sampled worlds until time runs out: `points` for each point of the side,
    and `game` if it wins the deal."""
    chance = np.array([seed], np.int64)
    rows = worlds(known, level.dealt, chance)
    weights: Floats = np.ones(len(rows), np.float64)
    if level.dealt > level.played and len(known.boards):
        weights = likelihood(known, rows, level.heat, level.slips, chance, memory.out)
    rows, weights = as_likely(rows, weights, level.played)
    until = max(level.until, CARDS) if known.board[PLAYERS] == 2 else level.until
    choices, many = np.array([number_of(command) for command in commands], np.int64), len(commands)

    def fill(some: slice, values: Floats) -> None:
        evaluate_worlds(
            known.board, known.hand, known.seats, rows[some], choices, until,
            memory.boards, memory.ends, memory.out, values,
        )  # fmt: skip

    found = by_world(len(rows), 2 * many, fill, late)
    values = points * found[:, :many] + game * found[:, many:]
    return ChoiceValues(tuple(commands), values, weights[: len(values)])
