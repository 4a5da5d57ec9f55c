"""The Whist bots that search: they sample the hidden cards (determinizations, or "worlds") and evaluate every
bid and card.

In a playout each seat bids and plays by the rules of thumb and uses only what it may see, so that nobody
profits from hidden cards. *esperto* makes a playout after every choice, with a search of the last few cards
with all cards seen; *maestro* grows an information-set tree. They maximise the points of the deal, minus the
opponent's if there is only one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import AT_ONCE, Floats, Ints, as_likely, by_world, seed_of
from ludocards.bots.places import Beliefs, worlds
from ludocards.bots.searching import OneTypeLevel, Search, View, never
from ludocards.catalogue.whist.bot.beliefs import beliefs, likelihood
from ludocards.catalogue.whist.bot.board import number_of
from ludocards.catalogue.whist.bot.club import choose
from ludocards.catalogue.whist.bot.kernels.pack import INDEX
from ludocards.catalogue.whist.bot.kernels.play import (
    BIDS,
    BOARD,
    CHANCES,
    CHOICES,
    DISHONEST,
    LAID,
    MADE,
    OUT,
    VALUES,
    chances,
    turn,
    values,
)
from ludocards.catalogue.whist.bot.kernels.search import CHILD, CHOICE, COLUMNS, SIBLING, VISITS, grow
from ludocards.catalogue.whist.bot.kernels.worlds import evaluate_worlds
from ludocards.engine.game import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(OneTypeLevel):
    """The parameters of a bot that searches."""

    heat: float = 1.0
    """In points."""
    games: int = 0
    """The number of iterations of the tree search; with 0, every choice is evaluated in every world."""
    eager: float = 8.0
    """The exploration constant of the tree search, in points."""
    until: int | None = None
    """The number of cards in the hand at which a playout ends and the search begins; None for `UNTIL`. Below
    0 nothing is played out, not even the trick."""


MASTER = Level(dealt=1200, played=1200, ms=250, games=6000)
EXPERT = Level(dealt=160, played=90, ms=60)
SKILLED = Level(dealt=120, played=50, ms=60)

BY_NAME: Mapping[str, Level] = {"maestro": MASTER, "esperto": EXPERT, "provetto": SKILLED}

UNTIL = {2: 5, 3: 3, 4: 2, 5: 2, 6: 1}
"""The number of cards in the hand at which a playout ends and the search begins, by the number of players."""

NODES = 1 << 15
"""The most nodes of a tree."""


MOST = 5
"""The most cards in the hand with which the rest of a deal is solved with all cards seen."""


class Memory(threading.local):
    """The arrays that the kernels write, for each thread."""

    def __init__(self) -> None:
        self.boards = np.zeros((1 + 6 * max(UNTIL.values()), BOARD), np.int64)
        self.ends = np.zeros((len(self.boards), 6), np.float64)
        self.out = np.zeros(OUT, np.float64)
        self.tree = np.zeros((NODES, COLUMNS), np.int64)
        self.gains = np.zeros(NODES, np.float64)
        self.path = np.zeros(80, np.int64)


memory = Memory()


class WhistSearch(Search[Beliefs, Level]):
    """Values are points of the deal, minus the opponent's if there is only one. Those of *maestro* come from
    its worlds, not from its tree."""

    beliefs, levels = staticmethod(beliefs), BY_NAME
    master, judge = MASTER, replace(MASTER, played=200)
    exact, heuristic = replace(MASTER, until=-1), replace(MASTER, until=0)

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
        choices = np.array([number_of(command, view) for command in commands], np.int64)
        return by_choice(known, rows, choices, level, late)

    def is_solvable(self, view: View) -> bool:
        return view["phase"] == "play" and len(view["hand"]) <= MOST

    def card_numbers(self, view: View) -> Mapping[str, int]:
        return INDEX[view["asso_alto"]]


SEARCH = WhistSearch()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view."""
    if len(legal) == 1:
        return legal[0]
    known = beliefs(view)
    if _needs_all(known):
        return choose(view, legal)
    best = choice(known, level, seed_of(view))
    if view["phase"] == "bid":
        return Command.of("bid", tricks=best)
    codes = {number: code for code, number in INDEX[view["asso_alto"]].items()}
    return Command.of("play", card=codes[best])


def _needs_all(known: Beliefs) -> bool:
    """Return whether the seat needs every trick, and can lead a trump that takes for certain."""
    board, me = known.board, turn(known.board)
    cards = chances(board, me, known.hand, memory.out)
    need = max(board[BIDS + me], 0) - board[MADE + me]
    return bool(board[LAID] == 0 and need == cards and (memory.out[CHANCES, :cards] == 1).any())


def choice(known: Beliefs, level: Level, seed: int, clock: Callable[[], float] = time.perf_counter) -> int:
    """The bid or the card with the highest gain in the worlds evaluated within the time limit."""
    end = clock() + level.ms / 1000
    rows, weights = SEARCH.weighted_worlds(known, level, np.array([seed], np.int64))

    def late() -> bool:
        return clock() > end

    if not level.games:
        rows, weights = as_likely(rows, weights, level.played)
        choices = honest(known)
        values = by_choice(known, rows, choices, level, late)
        return int(choices[int(np.argmax(weights[: len(values)] @ values))])
    likely = np.random.default_rng(seed).choice(len(rows), level.games, p=weights / weights.sum())
    return by_tree(known, rows[likely], level.eager, late)


def by_choice(
    known: Beliefs,
    rows: Ints,
    choices: Ints,
    level: Level,
    late: Callable[[], bool] = never,
) -> Floats:
    """The gain of each choice in each of these worlds (a row) until time runs out, in points."""
    depth = UNTIL[len(known.seats) + 1] if level.until is None else level.until

    def fill(some: slice, values: Floats) -> None:
        evaluate_worlds(
            known.board, known.hand, known.seats, rows[some], choices, depth,
            memory.boards, memory.ends, memory.out, values,
        )  # fmt: skip

    return by_world(len(rows), len(choices), fill, late)


def by_tree(known: Beliefs, rows: Ints, eager: float, late: Callable[[], bool]) -> int:
    """The most visited choice of a tree that is grown by an iteration for each world."""
    size, tree = 1, memory.tree
    tree[0] = 0
    for first in range(0, len(rows), AT_ONCE):
        size = grow(
            known.board,
            known.hand,
            known.seats,
            rows[first : first + AT_ONCE],
            eager,
            size,
            tree,
            memory.gains,
            memory.boards[0],
            memory.path,
            memory.out,
        )
        if late():
            break
    node = best = int(tree[0, CHILD])
    while node:
        best = max(best, node, key=lambda each: tree[each, VISITS])
        node = int(tree[node, SIBLING])
    return int(tree[best, CHOICE])


def honest(known: Beliefs) -> Ints:
    """The legal choices, best first by the rules of thumb, without bids below the number of certain tricks
    unless no other is legal."""
    found = values(known.board, turn(known.board), known.hand, memory.out)
    likes, choices = memory.out[VALUES, :found], memory.out[CHOICES, :found]
    order = np.argsort(-likes, kind="stable")
    kept = order[likes[order] > likes.max() - DISHONEST / 2]
    allowed: Ints = choices[kept].astype(np.int64)
    return allowed
