"""The Tressette bots that search: they sample the hidden cards (determinizations, or "worlds") and evaluate
every card in each world.

A world is evaluated by a playout in which each seat follows the rules of thumb and uses only what it may see,
so that nobody profits from hidden cards; with few cards left, by best play with all cards seen. The
announcements that go with a card are those of the club bot.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, as_likely, by_world, seed_of
from ludocards.bots.reviewing import Weighed
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX
from ludocards.catalogue.tressette.bot.beliefs import MANNERS, Beliefs, Manner, beliefs, likelihood, worlds
from ludocards.catalogue.tressette.bot.board import partner
from ludocards.catalogue.tressette.bot.club import choose, liked, said
from ludocards.catalogue.tressette.bot.kernels.memory import solver
from ludocards.catalogue.tressette.bot.kernels.play import BOARD, LAID, OUT, takers_of
from ludocards.catalogue.tressette.bot.kernels.worlds import evaluate
from ludocards.engine.game import Command

CERTAINLY, ERRORS = 0.999, 2.0
"""The chance from which a trick counts as the partner's for certain, and the number of standard errors beyond
which a gain counts as certain."""


@dataclass(frozen=True, slots=True)
class Level:
    """The parameters of a bot that searches."""

    dealt: int
    """The number of worlds sampled, and the number drawn from them by weight for evaluation (`played`)."""
    played: int
    ms: float
    """The time limit; a choice usually takes far less."""
    manners: tuple[Manner, ...] = MANNERS
    """The types of players in the model of the others; empty to ignore how they played."""
    exact: int = 4
    """With this many cards in the hand, or fewer, it only searches with all cards seen, without playouts."""
    until: int = 4
    """The number of cards in the hand at which a playout ends and the search begins."""


MASTER = Level(dealt=8000, played=64, ms=250, exact=5, until=6)
EXPERT = Level(dealt=100, played=30, ms=60)
PLAIN = Level(dealt=50, played=50, ms=250, manners=())
"""Plain perfect-information Monte Carlo, as a baseline."""
PLAIN_AS_LONG = replace(PLAIN, dealt=450, played=450)
"""The same with more worlds, so that it takes as long as *maestro*."""

BY_NAME: Mapping[str, Level] = {
    "maestro": MASTER,
    "esperto": EXPERT,
    "pimc": PLAIN,
    "pimc_as_long": PLAIN_AS_LONG,
}


class Memory(threading.local):
    """The arrays of the solver, for each thread; the transposition table lasts from move to move."""

    def __init__(self) -> None:
        self.solver = solver()
        self.boards = np.zeros((5, BOARD), np.int64)
        self.out = np.zeros(OUT, np.float64)


memory = Memory()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view."""
    if len(legal) == 1 or any(command.do == "accuse" for command in legal):
        return choose(view, legal)
    end = time.perf_counter() + level.ms / 1000
    known = beliefs(view)
    likes = liked(known.board, known.hand)
    codes = sorted((each.get("card") for each in legal), key=lambda code: likes[INDEX[code]], reverse=True)
    chance = np.array([seed_of(view)], np.int64)
    rows = worlds(known, level.dealt, chance)
    weights: Floats = np.ones(len(rows), np.float64)
    if level.manners and len(known.boards):
        weights = likelihood(known, rows, level.manners, memory.out)
    rows, weights = as_likely(rows, weights, level.played)
    numbers = [INDEX[code] for code in codes]
    values = by_card(known, rows, numbers, level, lambda: time.perf_counter() > end)
    plays = tuple(Command.of("play", card=code) for code in codes)
    weighed = Weighed(plays, values, weights[: len(values)])
    friend = partner(view["sides"], known.me) if level.manners else None
    code = codes[weighed.best() if friend is None else courteous(known, friend, numbers, weighed)]
    return Command.of("play", card=code, **said(view, known.board, code))


def by_card(
    known: Beliefs, rows: Ints, codes: Sequence[int], level: Level, late: Callable[[], bool] = lambda: False
) -> Floats:
    """The gain of each card in each of these worlds (a row) until time runs out, in thirds, minus the gain of
    the others."""
    cards = np.array(codes, np.int64)

    def fill(some: slice, values: Floats) -> None:
        evaluate(
            known.board, known.hand, known.seats, rows[some], cards, level.exact, level.until,
            memory.boards, memory.out, memory.solver, values,
        )  # fmt: skip

    return by_world(len(rows), len(cards), fill, late)


def courteous(known: Beliefs, friend: int, cards: Sequence[int], weighed: Weighed) -> int:
    """The best card; but a trick that is certainly the partner's is left to the partner, unless taking it is
    certainly better."""
    best = weighed.best()
    if not known.board[LAID] or not len(weighed.weights):
        return best
    leaves = []
    for number, card in enumerate(cards):
        takers_of(known.board, known.me, known.hand, card, memory.out[2])
        if memory.out[2, friend] > CERTAINLY:
            leaves.append(number)
    if not leaves or best in leaves:
        return best
    likely = weighed.weights @ weighed.values
    other = max(leaves, key=lambda number: float(likely[number]))
    less, error = weighed.loss(other)
    return best if less > ERRORS * error else other
