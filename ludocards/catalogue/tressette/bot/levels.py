"""The Tressette players that think: they deal the hidden cards anew, in many ways that agree with what
they may know, and see in each what follows from every card.

From a world the deal is played on by the rules of thumb, every seat seeing what it may see, so that nobody
profits from cards that he could not know; with few cards left everybody sees all, and plays his best. What
is said with a card is said as at the club.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, as_likely, by_world, seed_of
from ludocards.bots.weighed import Weighed
from ludocards.catalogue.tressette.bot.beliefs import MANNERS, Beliefs, Manner, beliefs, likelihood, worlds
from ludocards.catalogue.tressette.bot.board import partner
from ludocards.catalogue.tressette.bot.club import choose, liked, said
from ludocards.catalogue.tressette.bot.kernels.pack import INDEX
from ludocards.catalogue.tressette.bot.kernels.play import BOARD, LAID, LAST, OUT, takers_of
from ludocards.catalogue.tressette.bot.kernels.solve import COLUMNS, MOVES, SIZE, STATE
from ludocards.catalogue.tressette.bot.kernels.worlds import evaluate
from ludocards.engine.game import Command

CERTAINLY, ERRORS = 0.999, 2.0
"""From what chance on the partner is sure of a trick; by how many standard errors of the sampled worlds a
gain is certain."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a player thinks."""

    dealt: int
    """Worlds that are dealt, and how many are drawn of these, as likely as they are, to be played on."""
    played: int
    ms: float
    """When it stops, whatever it has; what it needs is far less."""
    manners: tuple[Manner, ...] = MANNERS
    """How the others may play; none: nothing is asked of what they played."""
    exact: int = 4
    """With how many cards in the hand it looks at all plays."""
    until: int = 4
    """To how many cards the rules of thumb play on before all see all."""


MASTER = Level(dealt=8000, played=64, ms=250, exact=5, until=6)
EXPERT = Level(dealt=100, played=30, ms=60)
PLAIN = Level(dealt=50, played=50, ms=250, manners=())
"""Perfect-information Monte Carlo as it is commonly done, to compare with."""
PLAIN_AS_LONG = replace(PLAIN, dealt=450, played=450)
"""The same with as many worlds as take the time of *maestro*."""

BY_NAME: Mapping[str, Level] = {
    "maestro": MASTER,
    "esperto": EXPERT,
    "pimc": PLAIN,
    "pimc_as_long": PLAIN_AS_LONG,
}


class Memory(threading.local):
    """The arrays of the solver, for each thread; results are kept from move to move."""

    def __init__(self) -> None:
        self.kept = np.zeros((SIZE, COLUMNS), np.int64)
        self.moves = np.zeros(MOVES, np.int64)
        self.state = np.zeros(STATE, np.int64)
        self.boards = np.zeros((5, BOARD), np.int64)
        self.out = np.zeros(OUT, np.float64)


memory = Memory()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command that a player of this level gives, for the seat whose view it is."""
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
    """The gain of each card, a row for each of these worlds until it is late: in thirds, less what the others
    have of it."""
    cards = np.array(codes, np.int64)
    memory.state[1] = known.board[LAST]

    def fill(some: slice, values: Floats) -> None:
        evaluate(
            known.board, known.hand, known.seats, rows[some], cards, level.exact, level.until,
            memory.boards, memory.out, memory.kept, memory.moves, memory.state, values,
        )  # fmt: skip

    return by_world(len(rows), len(cards), fill, late)


def courteous(known: Beliefs, friend: int, cards: Sequence[int], weighed: Weighed) -> int:
    """The card that brings most; but a trick that is the partner's for certain is left to them, unless taking
    it certainly brings more."""
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
