"""The Tressette players that think: they deal the hidden cards anew, in many ways that agree with what
they may know, and see in each what follows from every card.

From a world the deal is played on by the rules of thumb, every seat seeing what it may see, so that nobody
profits from cards that he could not know; with few cards left everybody sees all, and plays his best. What
is said with a card is said as at the club.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from games.bots.kernels.compiled import COMPILED
from games.bots.kernels.numbers import likeliest, seed_of
from games.bots.kernels.play import BOARD, LAST
from games.bots.kernels.solve import COLUMNS, MOVES, SIZE, STATE
from games.bots.kernels.tressette import INDEX
from games.bots.kernels.worlds import evaluate
from games.bots.tressette import CLUB, choose, look, said, value
from games.bots.tressette_beliefs import MANNERS, Manner, beliefs, likelihood, worlds
from games.engine.cards import ITALIAN40
from games.engine.game import Command

CHUNK, FEWER = (16, 1) if COMPILED else (1, 100)
"""How many worlds are looked at before the clock is; how many times fewer are dealt where nothing is
compiled."""
UNLIKELY = 0.005
"""Worlds are not looked at that are less likely than this, against the likeliest."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a player thinks."""

    dealt: int
    """Worlds that are dealt, and of these the likeliest that are played on."""
    played: int
    ms: float
    """When it stops, whatever it has; what it needs is far less."""
    manners: tuple[Manner, ...] = MANNERS
    """How the others may play; none: nothing is asked of what they played."""
    exact: int = 4
    """With how many cards in the hand it looks at all plays."""
    until: int = 4
    """To how many cards the rules of thumb play on before all see all."""


MASTER = Level(dealt=800, played=150, ms=250, until=5)
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
    """What the solver writes on, for each thread; results are kept from move to move."""

    def __init__(self) -> None:
        self.kept = np.zeros((SIZE, COLUMNS), np.int64)
        self.moves = np.zeros(MOVES, np.int64)
        self.state = np.zeros(STATE, np.int64)
        self.boards = np.zeros((5, BOARD), np.int64)
        self.out = np.zeros((3, 16), np.float64)


memory = Memory()


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command that a player of this level gives, for the seat whose view it is."""
    if len(legal) == 1 or any(command.do == "accuse" for command in legal):
        return choose(view, legal)
    start = time.perf_counter()
    table = look(view)
    cards = [ITALIAN40.cards[command.get("card")] for command in legal]
    cards.sort(key=lambda card: value(table, card, CLUB), reverse=True)
    known = beliefs(view)
    chance = np.array([seed_of(view)], np.int64)
    rows = worlds(known, max(1, level.dealt // FEWER), chance)
    weights = np.ones(len(rows), np.float64)
    if level.manners and len(known.boards):
        weights = likelihood(known, rows, level.manners, memory.out)
        rows, weights = likeliest(rows, weights, level.played)
    weights[level.played :] = 0
    weights[weights < UNLIKELY] = 0
    scores = np.zeros(len(cards), np.float64)
    codes = np.array([INDEX[card.code] for card in cards], np.int64)
    memory.state[1] = known.board[LAST]
    for first in range(0, min(len(rows), level.played), CHUNK):
        evaluate(
            known.board,
            known.hand,
            known.seats,
            rows,
            weights,
            first,
            min(first + CHUNK, len(rows)),
            codes,
            level.exact,
            level.until,
            memory.boards,
            memory.out,
            memory.kept,
            memory.moves,
            memory.state,
            scores,
        )
        if time.perf_counter() - start > level.ms / 1000:
            break
    card = cards[int(np.argmax(scores))]
    return Command.of("play", card=card.code, **said(view, table, card))
