"""The Tarocchi bots that search: they sample the hidden cards (determinizations, or "worlds") and evaluate
every word, scarto or card in each world.

A world is evaluated by a playout in which each seat follows the rules of thumb and uses only what it may
see; with few cards left, by a search with all cards seen, in which each seat maximises its own gain.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints, by_world, seed_of
from ludocards.bots.player_types import PlayerType
from ludocards.bots.reviewing import ChoiceValues
from ludocards.bots.searching import Search, SearchLevel, View, never
from ludocards.catalogue.tarocchi.bot.beliefs import (
    PLAYER_TYPES,
    Beliefs,
    beliefs,
    likelihood,
    worlds,
)
from ludocards.catalogue.tarocchi.bot.board import board_of, rule, spoken, start
from ludocards.catalogue.tarocchi.bot.club import liked, scarti
from ludocards.catalogue.tarocchi.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.tarocchi.bot.kernels.play import BOARD, OUT
from ludocards.catalogue.tarocchi.bot.kernels.worlds import evaluate_worlds, foresee
from ludocards.catalogue.tarocchi.bot.words import WORDS
from ludocards.catalogue.tarocchi.values import HEAP
from ludocards.engine.cards import Card
from ludocards.engine.game import Command

DEEPEST = 20
MOST = 5
"""The most cards in the hand with which the rest of a deal is solved with all cards seen."""
LAST_DEALS, WITHIN_REACH = 2, 20
"""The number of last deals in which a seat also plays against its rival, and the greatest distance between
the two for that, in points per deal left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(SearchLevel):
    """The parameters of a bot that searches."""

    asked: int
    """The number of worlds evaluated for a word, or for a scarto."""
    scarti: int
    """The number of scarti that it considers."""
    player_types: tuple[PlayerType, ...] = PLAYER_TYPES
    """The types of players in the model of the others' cards."""
    noise: float = 0.5
    """The noise in the model of the dealer's scarto, in points of a card."""
    exact: int = 3
    """With this many cards in the hand, or fewer, it only searches with all cards seen, without playouts."""
    until: int = 3
    """The number of cards in the hand at which a playout ends and the search begins."""
    edge: float = 0.0
    """The points per deal that it expects beyond the rules of thumb."""
    rival: float = 0.5
    """The weight of a point of the rival, near the end of a match."""


MASTER = Level(dealt=1600, played=400, ms=250, asked=400, scarti=12, edge=2.0)
EXPERT = Level(dealt=40, played=12, ms=60, asked=60, scarti=5, edge=1.0)
SKILLED = Level(dealt=12, played=3, ms=60, asked=12, scarti=3)

BY_NAME: Mapping[str, Level] = {"maestro": MASTER, "esperto": EXPERT, "provetto": SKILLED}


class Memory(threading.local):
    """The arrays that the kernels write, for each thread."""

    def __init__(self) -> None:
        self.boards = np.zeros((DEEPEST, BOARD), np.int64)
        self.results = np.zeros((DEEPEST, 3), np.float64)
        self.out = np.zeros(OUT, np.float64)


memory = Memory()


class TarocchiSearch(Search[Beliefs, Level]):
    """Values are points of the deal. Near the end of a match some of the rival's are taken off (`wanted`)."""

    beliefs, levels = staticmethod(beliefs), BY_NAME
    master, judge = MASTER, replace(MASTER, dealt=400, played=60, asked=200)
    exact = replace(MASTER, dealt=400, exact=MOST, until=MOST)
    heuristic = replace(MASTER, exact=0, until=0)

    def weighted_worlds(self, known: Beliefs, level: Level, chance: Ints) -> tuple[Ints, Floats]:
        rows = worlds(known, level.dealt, level.noise, chance, memory.out)
        return rows, likelihood(known, rows, level.player_types, memory.out)

    def evaluate(
        self,
        view: View,
        commands: Sequence[Command],
        level: Level,
        purpose: str = "",
        late: Callable[[], bool] = never,
    ) -> ChoiceValues:
        if view["phase"] != "bid":
            return super().evaluate(view, commands, level, purpose, late)
        led = by_word(view, commands, level, np.array([seed_of(view, purpose)], np.int64), late)
        return ChoiceValues(tuple(commands), led[:, :-1] / HEAP, led[:, -1])

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
        choices = np.array([choice_of(command) for command in commands], np.int64)
        wants = wanted(view, level)

        def fill(some: slice, values: Floats) -> None:
            evaluate_worlds(
                known.board, known.hand, known.seats, rows[some], choices, level.exact, level.until, wants,
                memory.boards, memory.out, memory.results, values,
            )  # fmt: skip

        return by_world(len(rows), len(choices), fill, late) / HEAP

    def is_solvable(self, view: View) -> bool:
        return view["phase"] == "play" and len(view["hand"]) <= MOST

    def is_weighable(self, view: View) -> bool:
        is_mine = view["phase"] == "discard" and view["seat"] == view["dealer"]
        return bool(is_mine or view["phase"] == "play")

    def unheld_cards(self, state: Any) -> Sequence[Card]:
        laid: Sequence[Card] = state.scarto
        return laid

    def card_numbers(self, view: View) -> Mapping[str, int]:
        return INDEX

    def level_at(self, view: View, level: Level) -> Level:
        return replace(level, dealt=level.asked) if view["phase"] == "discard" else level


SEARCH = TarocchiSearch()


def choice_of(command: Command) -> int:
    """A card, or the inverted bits of a scarto, as a number for the kernels."""
    return ~bits(command.get("cards")) if command.do == "discard" else INDEX[command.get("card")]


def think(view: Mapping[str, Any], legal: Sequence[Command], level: Level) -> Command:
    """The command of this level for the seat of the view (`view["seat"]`)."""
    if len(legal) == 1:
        return legal[0]
    end = time.perf_counter() + level.ms / 1000

    commands = legal
    if view["phase"] == "discard":
        commands = scarti(view, legal)[: level.scarti]
    elif view["phase"] == "play":
        likes = liked(board_of(view), view)
        commands = sorted(legal, key=lambda command: likes[command.get("card")], reverse=True)
    level = SEARCH.level_at(view, level)
    found = SEARCH.evaluate(view, commands, level, late=lambda: time.perf_counter() > end)
    return found.commands[found.best()]


def wanted(view: Mapping[str, Any], level: Level) -> Floats:
    """The weights of each seat's points to each seat: everybody plays for their own points.

    Near the end of a match this seat also plays against its rival: the leader, or the second if it leads.
    """
    wants = np.eye(3)
    me, totals = view["seat"], view["totals"]
    abandoned = sum(line["points"] is None for line in view["sheet"])
    counted = len(view["sheet"]) - (0 if rule(view, "countAbandoned", True) else abandoned)
    left = rule(view, "deals", 9) - counted
    rival = max((seat for seat in range(3) if seat != me), key=totals.__getitem__)
    if left <= LAST_DEALS and abs(totals[rival] - totals[me]) <= WITHIN_REACH * left:
        wants[me, rival] = -level.rival
    return wants


def by_word(
    view: Mapping[str, Any],
    legal: Sequence[Command],
    level: Level,
    chance: Ints,
    late: Callable[[], bool] = never,
) -> Floats:
    """The outcome of each word in thirds, in each of `level.asked` worlds (a row) until time runs out; last,
    the likelihood of the world. The others are assumed to answer as the club bot does."""
    said, words, most = spoken(view, legal)
    board, hand, wants = start(view), bits(view["hand"]), wanted(view, level)
    play = int(rule(view, "unansweredOffer", "abandon") == "play")

    def fill(_some: slice, values: Floats) -> None:
        foresee(
            board, hand, view["seat"], said, words, most, play, HEAP * level.edge, WORDS, wants,
            chance, memory.boards, memory.out, memory.results, values,
        )  # fmt: skip

    return by_world(level.asked, len(words) + 1, fill, late)
