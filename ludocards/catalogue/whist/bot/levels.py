"""The Whist players that think: they deal the hidden cards anew, in many ways that agree with what they may
know, and see in each what follows from every bid, and from every card.

From a world the deal is bid and played on by the rules of thumb, every seat seeing what it may see, so that
nobody profits from cards that he could not know. *esperto* does so after every choice, until few cards are
left and everybody sees all; *maestro* grows a tree of what everybody may do, and looks where it gains most.
What counts are the points of a deal: to make one's bid exactly. Against one other his points count as well.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import AT_ONCE, Floats, Ints, as_likely, by_world, seed_of
from ludocards.catalogue.whist.bot.beliefs import Beliefs, beliefs, likelihood, worlds
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
from ludocards.catalogue.whist.bot.kernels.worlds import evaluate
from ludocards.engine.game import Command


@dataclass(frozen=True, slots=True)
class Level:
    """How a player thinks."""

    dealt: int
    """Worlds that are dealt, and how many are drawn of these, as likely as they are, to be played on."""
    played: int
    ms: float
    """When it stops, whatever it has; what it needs is far less."""
    heat: float = 1.0
    """How far what the others do may be from the rules of thumb, in points."""
    slips: float = 0.15
    """How often they are thought to do anything."""
    games: int = 0
    """By how many games a tree is grown; without them every choice is tried in every world."""
    eager: float = 8.0
    """How much the tree tries beside the best, in points."""


MASTER = Level(dealt=300, played=300, ms=250, games=1500)
EXPERT = Level(dealt=160, played=90, ms=60)

BY_NAME: Mapping[str, Level] = {"maestro": MASTER, "esperto": EXPERT}

UNTIL = {2: 5, 3: 3, 4: 2, 5: 2, 6: 1}
"""To how many cards the rules of thumb play on before all see all, by the number of players."""

NODES = 1 << 15
"""How large a tree may grow."""


class Memory(threading.local):
    """The arrays on which the kernels write, for each thread."""

    def __init__(self) -> None:
        self.boards = np.zeros((1 + 6 * max(UNTIL.values()), BOARD), np.int64)
        self.ends = np.zeros((len(self.boards), 6), np.float64)
        self.out = np.zeros(OUT, np.float64)
        self.tree = np.zeros((NODES, COLUMNS), np.int64)
        self.gains = np.zeros(NODES, np.float64)
        self.path = np.zeros(80, np.int64)


memory = Memory()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command that a player of this level gives, for the seat whose view it is."""
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
    """Return whether every trick is needed and a trump may be led that takes for certain."""
    board, me = known.board, turn(known.board)
    cards = chances(board, me, known.hand, memory.out)
    need = max(board[BIDS + me], 0) - board[MADE + me]
    return bool(board[LAID] == 0 and need == cards and (memory.out[CHANCES, :cards] == 1).any())


def choice(known: Beliefs, level: Level, seed: int, clock: Callable[[], float] = time.perf_counter) -> int:
    """The bid or the card that gains most in the worlds that are looked at before the time is over."""
    end = clock() + level.ms / 1000
    rows = worlds(known, level.dealt, np.array([seed], np.int64))
    weights = likelihood(known, rows, level.heat, level.slips, memory.out)

    def late() -> bool:
        return clock() > end

    if not level.games:
        rows, weights = as_likely(rows, weights, level.played)
        choices = honest(known)
        values = by_choice(known, rows, choices, late)
        return int(choices[int(np.argmax(weights[: len(values)] @ values))])
    likely = np.random.default_rng(seed).choice(len(rows), level.games, p=weights / weights.sum())
    return by_tree(known, rows[likely], level.eager, late)


def by_choice(known: Beliefs, rows: Ints, choices: Ints, late: Callable[[], bool] = lambda: False) -> Floats:
    """The gain of each choice, a row for each of these worlds until it is late, in points."""

    def fill(some: slice, values: Floats) -> None:
        evaluate(
            known.board, known.hand, known.seats, rows[some], choices, UNTIL[len(known.seats) + 1],
            memory.boards, memory.ends, memory.out, values,
        )  # fmt: skip

    return by_world(len(rows), len(choices), fill, late)


def by_tree(known: Beliefs, rows: Ints, eager: float, late: Callable[[], bool]) -> int:
    """The choice tried most often, which gains most, when a tree is grown by a playout from each world."""
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
    """The legal choices, those that the rules of thumb like best first; no bid is below the tricks that are
    certain, if another is legal."""
    found = values(known.board, turn(known.board), known.hand, memory.out)
    likes, choices = memory.out[VALUES, :found], memory.out[CHOICES, :found]
    order = np.argsort(-likes, kind="stable")
    kept = order[likes[order] > likes.max() - DISHONEST / 2]
    allowed: Ints = choices[kept].astype(np.int64)
    return allowed
