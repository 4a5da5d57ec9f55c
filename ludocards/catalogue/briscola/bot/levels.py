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
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, by_world
from ludocards.bots.searching import OneTypeLevel, Search, View, never
from ludocards.catalogue.briscola.bot.beliefs import Beliefs, beliefs, likelihood, worlds
from ludocards.catalogue.briscola.bot.board import board_of, number_of
from ludocards.catalogue.briscola.bot.club import liked, plays, spoken, worthwhile
from ludocards.catalogue.briscola.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.briscola.bot.kernels.play import BOARD, OUT, PLAYERS
from ludocards.catalogue.briscola.bot.kernels.worlds import ROW, STOCKED, evaluate_worlds
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
    points: float = 1.0
    """The value of a point of the side."""
    game: float = 0.0
    """The value of winning the deal."""


MASTER = Level(dealt=3000, played=1000, ms=250, until=2, heat=4.0)
EXPERT = Level(dealt=60, played=60, ms=60, until=2)

BY_NAME: Mapping[str, Level] = {"maestro": MASTER, "esperto": EXPERT}

MOST = {2: 8, 3: 4, 4: 5}
"""By players, the number of tricks to come that can be solved with all cards seen."""


class Memory(threading.local):
    """The arrays that the kernels write, for each thread."""

    def __init__(self) -> None:
        self.boards = np.zeros((24, BOARD), np.int64)
        self.ends = np.zeros((24, 4), np.int64)
        self.out = np.zeros(OUT, np.float64)


memory = Memory()


class BriscolaSearch(Search[Beliefs, Level]):
    """Values are the points of the side, with those that winning the deal is worth to the level."""

    beliefs, levels = staticmethod(beliefs), BY_NAME
    master, judge = MASTER, replace(MASTER, played=400)
    exact, heuristic = replace(MASTER, until=max(MOST.values())), replace(MASTER, until=0)

    def weighted_worlds(self, known: Beliefs, level: Level, chance: Ints) -> tuple[Ints, Floats]:
        rows = worlds(known, level.dealt, chance)
        if level.dealt > level.played and len(known.boards):
            return rows, likelihood(known, rows, level.heat, level.slips, chance, memory.out)
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
        until = max(level.until, CARDS) if level.until and known.board[PLAYERS] == 2 else level.until
        choices, many = np.array([number_of(command) for command in commands], np.int64), len(commands)

        def fill(some: slice, values: Floats) -> None:
            evaluate_worlds(
                known.board, known.hand, known.seats, rows[some], choices, until,
                memory.boards, memory.ends, memory.out, values,
            )  # fmt: skip

        found = by_world(len(rows), 2 * many, fill, late)
        values: Floats = level.points * found[:, :many] + level.game * found[:, many:]
        return values

    def is_solvable(self, view: View) -> bool:
        return tricks_to_come(view) <= MOST[view["players"]]

    def card_numbers(self, view: View) -> Mapping[str, int]:
        return INDEX

    def level_at(self, view: View, level: Level) -> Level:
        return replace(level, game=GAME if view["unit"] == "game" else 0.0)

    def hidden_places(self, view: View, known: Beliefs, row: Ints) -> list[list[str]]:
        codes = {number: code for code, number in INDEX.items()}
        *hands, _ = super().hidden_places(view, known, row[: len(known.seats)])
        return [*hands, [codes[row[STOCKED + place]] for place in range(known.stock, 0, -1)]]

    def packed_world(self, view: View, known: Beliefs, places: Sequence[Sequence[str]]) -> Ints:
        row, hands = np.zeros(ROW, np.int64), len(known.seats)
        row[:hands] = super().packed_world(view, known, places)[:hands]
        drawn_last = [INDEX[code] for code in reversed(places[-1]) if code != view["turned"]]
        row[STOCKED + 1 : STOCKED + 1 + len(drawn_last)] = drawn_last
        return row


SEARCH = BriscolaSearch()


def tricks_to_come(view: View) -> int:
    """The number of tricks to come, with this one."""
    to_come: int = len(view["hand"]) + view["stock"] // view["players"]
    return to_come


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view."""
    if exchange := worthwhile(view, legal):
        return exchange
    cards = plays(legal)
    if len(cards) == 1:
        return spoken(view, cards[0])
    end = time.perf_counter() + level.ms / 1000
    likes = liked(board_of(view), bits(view["hand"]))
    best_first = sorted(cards, key=lambda command: likes[number_of(command)], reverse=True)
    found = SEARCH.evaluate(
        view, best_first, SEARCH.level_at(view, level), late=lambda: time.perf_counter() > end
    )
    return spoken(view, best_first[found.best()])
